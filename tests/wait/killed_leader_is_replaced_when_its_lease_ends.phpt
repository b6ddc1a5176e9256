--TEST--
The builder is killed under twenty waiters: one of them takes over when its lease ends, the others get that value
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip twenty processes are too slow for the lease under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$herd = new Herd();
$builds = new Builds();
$options = ['cold_wait' => 40, 'lock_ttl' => 3];

$waiters = $herd->startMany(20, 'waiter', function (Actor $me) use ($builds, $options) {
    $me->pause('ready');
    return ask('list', 'ru', $builds->builder('value', 0.1), $options);
});
$leader = $herd->start('leader', fn (Actor $me) => ask('list', 'ru', fn () => $builds->run(fn () => $me->pause('building')), $options));
$leader->until('building');
$herd->release($waiters, 'ready');
wait_for_waiters($redis, 20);
$leader->kill();
$answers = $herd->results($waiters);

echo tally($answers), "\n";
echo 'builds: ', $builds->count(), "\n";
[$first, $second] = $builds->begins();
echo 'the second build began ', $second - $first >= 2.9 ? 'when the lease ended' : 'before the lease ended', "\n";
// Limits for a machine under load: a wait that ignored the end of the lease would take 40 seconds.
echo 'and not ', $second - $first > 20 ? 'in time' : 'later', "\n";
echo 'lock: ', $redis->command('EXISTS', 'list:ru:lock'), "\n";
?>
--EXPECT--
built "value" 1, waited "value" 19
builds: 2
the second build began when the lease ended
and not later
lock: 0
