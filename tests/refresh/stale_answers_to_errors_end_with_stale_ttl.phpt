--TEST--
on_error stale answers the stale copy until its stale_ttl is over, and the exception from then on
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$failing = fn () => throw new LogicException('no database');
$options = ['on_error' => 'stale'];
stampede_put('list', 'ru', 'old', ['ttl' => 0.05, 'stale_ttl' => 1, 'jitter' => 0]);
wait_until(fn () => $redis->command('EXISTS', 'list:ru') === 0, 'the end of live');
echo @ask('list', 'ru', $failing, $options), "\n";
echo 'a failure does not lengthen it: ', $redis->command('PTTL', 'list:ru:stale') <= 1000 ? 'yes' : 'no', "\n";
wait_until(fn () => $redis->command('EXISTS', 'list:ru:stale') === 0, 'the end of stale');
echo ask('list', 'ru', $failing, $options), "\n";
?>
--EXPECT--
stale "old"
a failure does not lengthen it: yes
LogicException: no database null
