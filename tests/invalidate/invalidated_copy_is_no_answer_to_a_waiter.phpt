--TEST--
An invalidated copy that still lies there is no fresh value: neither when a waiter wakes nor when it gives up
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$herd = new Herd();
stampede_put('list', 'ru', 'old');
stampede_invalidate('list', 'ru');
echo 'the copy lies there: ', $redis->command('EXISTS', 'list:ru'), "\n";

$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
    $me->pause('building');
    throw new LogicException('no');
}, ['lock_ttl' => 60]));
$builder->until('building');
echo 'gives up: ', ask('list', 'ru', fn () => 'another', ['wait' => 0.1]), "\n";
$waiter = $herd->start('waiter', fn () => ask('list', 'ru', fn () => 'another', ['wait' => 40]));
wait_for_waiters($redis, 1);
$builder->resume();
echo $builder->result(), "\n";
echo 'wakes: ', $waiter->result(), "\n";
?>
--EXPECT--
the copy lies there: 1
gives up: stale "old"
LogicException: no null
wakes: built "another"
