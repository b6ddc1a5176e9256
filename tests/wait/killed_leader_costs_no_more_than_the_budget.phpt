--TEST--
The builder is killed in the middle of a long lease: nobody waits for longer than the budget, nobody builds
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
$builds = new Builds();
$options = ['cold_wait' => 0.3, 'lock_ttl' => 60];

$leader = $herd->start('leader', fn (Actor $me) => ask('list', 'ru', fn () => $builds->run(fn () => $me->pause('building')), $options));
$leader->until('building');
$leader->kill();
$answers = $herd->results($herd->startMany(20, 'waiter', fn () => ask('list', 'ru', $builds->builder('value'), $options)));

echo tally($answers), "\n";
echo 'builds: ', $builds->count(), "\n";
echo 'the longest wait: ', longest($answers, 'waited') < 10 ? 'the budget' : 'too long', "\n";
?>
--EXPECT--
empty null 20
builds: 1
the longest wait: the budget
