--TEST--
The event of a builder is lost: a waiter gives up when the budget is gone, and takes what is there
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
$budget = getenv('STAMPEDE_VALGRIND') ? 20 : 2;
ini_set('stampede.request_wait', '40');
$token = bin2hex(random_bytes(16));
$redis->command('SET', 'cold:lock', $token, 'PX', '60000');
$redis->command('SET', 'warm:lock', $token, 'PX', '60000');

$waiters = [
    $herd->start('cold', fn () => ask('cold', null, fn () => 'built', ['cold_wait' => $budget])),
    $herd->start('warm', fn () => ask('warm', null, fn () => 'built', ['cold_wait' => $budget])),
];
wait_for_waiters($redis, 2);
// A put stores without an event.
stampede_put('warm', null, 'value');
echo tally($herd->results($waiters)), "\n";
?>
--EXPECT--
empty null 1, waited "value" 1
