--TEST--
Waiters are woken by the fill: one blocking command each, no polling
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
$options = ['cold_wait' => 30, 'lock_ttl' => 60];

$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
    $me->pause('building');
    return 'value';
}, $options));
$builder->until('building');
$waiters = $herd->startMany(10, 'waiter', fn () => ask('list', 'ru', fn () => 'another value', $options));
wait_for_waiters($redis, 10);
$builder->resume();

$answers = $herd->results($waiters);
echo $builder->result(), "\n", tally($answers), "\n";
// Who is not woken waits out its budget.
echo 'woken: ', longest($answers, 'waited') < 20 ? 'yes' : 'no', "\n";
echo 'blocking reads: ', calls($redis, 'xread'), "\n";
echo 'scripts: ', calls($redis, 'evalsha'), " (one arbitrate each, one fill)\n";
?>
--EXPECT--
built "value"
waited "value" 10
woken: yes
blocking reads: 10
scripts: 12 (one arbitrate each, one fill)
