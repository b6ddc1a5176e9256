--TEST--
A builder that always fails slowly: one attempt at a time, nobody waits beyond the budget, nothing is stored
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

$callers = $herd->startMany(20, 'caller', function (Actor $me) use ($builds) {
    $me->pause('ready');
    return ask('list', 'ru', fn () => $builds->run(function () {
        work_for(0.3);
        throw new LogicException('no database');
    }), ['cold_wait' => 1, 'lock_ttl' => 60]);
});
$herd->release($callers, 'ready');
$answers = $herd->results($callers);

$failed = count(array_keys(array_column($answers, 'status'), 'LogicException: no database'));
$empty = count(array_keys(array_column($answers, 'status'), 'empty'));
echo 'each has an answer: ', $failed + $empty, "\n";
echo 'a failure for each build: ', $failed === $builds->count() ? 'yes' : 'no', "\n";
echo 'some got none in their budget: ', $empty > 0 ? 'yes' : 'no', "\n";
echo 'builds at one time: ', $builds->atOneTime(), "\n";
echo 'the longest wait: ', longest($answers, 'waited') < 5 ? 'the budget' : 'too long', "\n";
echo 'stored: ', $redis->command('EXISTS', 'list:ru', 'list:ru:stale', 'list:ru:lock'), "\n";
?>
--EXPECT--
each has an answer: 20
a failure for each build: yes
some got none in their budget: yes
builds at one time: 1
the longest wait: the budget
stored: 0
