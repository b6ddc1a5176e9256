--TEST--
Early: one worker rebuilds what is about to expire, while all others are answered the copy at once
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
stampede_put('list', 'ru', 'old', ['ttl' => 600, 'jitter' => 0]);
$options = ['ttl' => 600, 'jitter' => 0, 'early' => 1, 'lock_ttl' => 600];

$elected = $herd->start('elected', fn (Actor $me) => ask('list', 'ru', fn () => $builds->run(function () use ($me) {
    $me->pause('building');
    return 'new';
}), $options));
$elected->until('building');
$others = $herd->startMany(10, 'other', fn () => ask('list', 'ru', $builds->builder('another'), $options));
$answers = $herd->results($others);
echo tally($answers), ', waited: ', longest($answers, 'waited'), "\n";
$elected->resume();
echo $elected->result(), "\n";
echo ask('list', 'ru', $builds->builder('another'), ['early' => 0.01] + $options), ', builds: ', $builds->count(), "\n";

stampede_put('list', 'ru', 'old', ['ttl' => 600, 'jitter' => 0]);
echo 'not due: ', ask('list', 'ru', $builds->builder('another'), ['early' => 0.5] + $options), "\n";
$answer = @ask('list', 'ru', fn () => throw new LogicException('no'), $options);
echo 'a failure: ', $answer, ', lock: ', $redis->command('EXISTS', 'list:ru:lock'), "\n";
?>
--EXPECT--
hit "old" 10, waited: 0
built "new"
hit "new", builds: 1
not due: hit "old"
a failure: hit "old", lock: 0
