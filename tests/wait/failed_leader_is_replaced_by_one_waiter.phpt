--TEST--
The builder throws under twenty waiters: they compete, one builds, at no time do two
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '30');
$herd = new Herd();
$builds = new Builds();
$options = ['cold_wait' => 30, 'lock_ttl' => 60];

$leader = $herd->start('leader', fn (Actor $me) => ask('list', 'ru', fn () => $builds->run(function () use ($me) {
    $me->pause('building');
    throw new LogicException('no database');
}), $options));
$leader->until('building');
$waiters = $herd->startMany(20, 'waiter', fn () => ask('list', 'ru', $builds->builder('value', 0.1), $options));
wait_for_waiters($redis, 20);
$leader->resume();

echo $leader->result(), "\n", tally($herd->results($waiters)), "\n";
echo 'builds: ', $builds->count(), ', at one time: ', $builds->atOneTime(), "\n";
?>
--EXPECT--
LogicException: no database null
built "value" 1, waited "value" 19
builds: 2, at one time: 1
