--TEST--
The store dies while a process waits: it answers empty, and does not join in building
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
$builds = new Builds();
$options = ['cold_wait' => 40, 'lock_ttl' => 60];

$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', fn () => $builds->run(function () use ($me) {
    $me->pause('building');
    return 'value';
}), $options));
$builder->until('building');
$waiter = $herd->start('waiter', fn () => ask('list', 'ru', $builds->builder('another value'), $options));
wait_for_waiters($redis, 1);
$redis->kill9();
echo $waiter->result(), "\n";
echo substr_count($waiter->output(), 'Warning: stampede_fetch()'), " warning\n";
$builder->resume();
echo $builder->result(), "\n";
echo 'builds: ', $builds->count(), "\n";
?>
--EXPECT--
empty null
1 warning
built "value"
builds: 1
