--TEST--
A lock without a life, set by hand, is given one: it ends, and somebody builds
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$redis->command('SET', 'list:lock', 'by hand');
echo $redis->command('PTTL', 'list:lock'), "\n";
echo ask('list', null, fn () => 'value', ['lock_ttl' => 0.5, 'cold_wait' => 0]), "\n";
$left = $redis->command('PTTL', 'list:lock');
echo $left > 0 && $left <= 500 ? 'has a life' : $left, "\n";
wait_until(fn () => $redis->command('EXISTS', 'list:lock') === 0, 'the end of the lock');
echo ask('list', null, fn () => 'value', ['cold_wait' => 0]), "\n";
?>
--EXPECT--
-1
empty null
has a life
built "value"
