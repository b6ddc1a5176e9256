--TEST--
What is built is never stored, because it is too large: ten callers all end in time, one builds at a time, nobody spins
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

$callers = $herd->startMany(10, 'caller', function (Actor $me) use ($builds) {
    $me->pause('ready');
    return ask('list', 'ru', $builds->builder(str_repeat('x', 2000), 0.2), ['cold_wait' => 1, 'lock_ttl' => 60, 'max_value' => 1000]);
});
$herd->release($callers, 'ready');
$answers = $herd->results($callers);
$kinds = array_count_values(array_column($answers, 'status'));
ksort($kinds);
echo 'answers: ', implode(', ', array_keys($kinds)), "\n";
echo 'builds: ', $builds->count() === $kinds['built'] ? 'one for each that built' : $builds->count(), ', at one time: ', $builds->atOneTime(), "\n";
echo 'the longest wait: ', longest($answers, 'waited') < 10 ? 'the budget' : 'too long', "\n";
// Each of ten waits may be woken by each of ten builds, and not more.
echo 'commands: ', calls($redis, 'xread') <= 100 ? 'few' : calls($redis, 'xread'), "\n";
?>
--EXPECT--
answers: built, empty
builds: one for each that built, at one time: 1
the longest wait: the budget
commands: few
