--TEST--
The lock is evicted while the builder runs: the value is stored all the same
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$answer = ask('list', 'ru', function () use ($redis) {
    $redis->command('DEL', 'list:ru:lock');
    return 'value';
});
echo $answer, "\n";
echo ask('list', 'ru', fn () => 'another value'), "\n";
echo stampede_peek('list', 'ru')->status->value, ' ', $redis->command('EXISTS', 'list:ru:stale', 'list:ru:lock'), "\n";
?>
--EXPECT--
built "value"
hit "value"
hit 1
