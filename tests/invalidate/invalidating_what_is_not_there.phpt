--TEST--
invalidate and forget of a key that nobody has stored do nothing and leave nothing
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
stampede_invalidate('list');
stampede_invalidate('list', 'ru');
stampede_forget('list', ['ru', null]);
echo 'names: ', count(names($redis)), "\n";
echo ask('list', 'ru', fn () => 'value'), ', then ', ask('list', 'ru', fn () => 'no'), "\n";
?>
--EXPECT--
names: 0
built "value", then hit "value"
