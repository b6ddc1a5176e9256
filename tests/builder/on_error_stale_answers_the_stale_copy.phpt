--TEST--
With on_error stale a failed builder costs a warning, and the stale copy is answered while there is one
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
$options = ['on_error' => 'stale'];

echo ask('list', 'ru', fn () => throw new LogicException('no database'), $options), "\n";
stampede_put('list', 'ru', 'old');
stampede_invalidate('list', 'ru');
echo ask('list', 'ru', fn () => throw new LogicException('no database'), $options), "\n";
echo ask('list', 'ru', fn () => no_such_function(), $options), "\n";
echo ask('list', 'ru', fn () => throw new LogicException('no database')), "\n";
stampede_forget('list', 'ru');
echo ask('list', 'ru', fn () => throw new LogicException('no database'), $options), "\n";
?>
--EXPECTF--
LogicException: no database null

Warning: stampede_fetch(): The builder of list:ru failed, its stale copy is answered: LogicException: no database in %s on line %d
stale "old"

Warning: stampede_fetch(): The builder of list:ru failed, its stale copy is answered: Error: Call to undefined function no_such_function() in %s on line %d
stale "old"
LogicException: no database null
LogicException: no database null
