--TEST--
While the store is down: one builder for an entry, fallback_builders in all, the others answer empty at once
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip so many processes take too long under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

ini_set('stampede.redis', 'unix:///nonexistent');
ini_set('stampede.retry_after', '600');
@stampede_peek('x');
$herd = new Herd();
$builds = new Builds();

function callers(Herd $herd, Builds $builds, int $count, callable $key): array
{
    $callers = $herd->startMany($count, 'caller', function (Actor $me, int $number) use ($builds, $key) {
        $me->pause('ready');
        $answer = ask($key($number), 'ru', fn () => $builds->run(function () use ($me) {
            $me->pause('building');
            return 'value';
        }), ['empty' => 'nothing']);
        $me->reach('answered');
        return $answer;
    });
    $herd->release($callers, 'ready');
    return $callers;
}

function until_answered(Herd $herd, array $callers, int $count): array
{
    $building = fn () => array_values(array_filter($callers, fn (Process $caller) => $caller->hasReached('building')));
    $answered = fn () => count(array_filter($callers, fn (Process $caller) => $caller->hasReached('answered')));
    $herd->attend(fn () => count($building()) + $answered() === count($callers), 'all build or have an answer');
    echo count($building()), ' build, ', $answered(), " have an answer\n";
    return $building();
}

echo "fifty for one entry\n";
$callers = callers($herd, $builds, 50, fn () => 'list');
[$builder] = until_answered($herd, $callers, 49);
echo 'now: ', stampede_stats()['fallback_builders'], "\n";
$builder->resume();
echo tally($herd->results($callers)), "\n";

echo "twenty for twenty entries\n";
$callers = callers($herd, $builds, 20, fn (int $number) => "list$number");
$building = until_answered($herd, $callers, 16);
echo 'now: ', stampede_stats()['fallback_builders'], ' of ', stampede_stats()['builders'], " builders\n";
// A place is free again when its owner is dead.
$building[0]->kill();
unset($callers[array_search($building[0], $callers, true)]);
echo 'after one has been killed: ', stampede_stats()['fallback_builders'], "\n";
echo wait_until(function () {
    $answer = ask('another', 'ru', fn () => 'value');
    return $answer->status === 'fallback' ? $answer : null;
}, 'a place'), "\n";
array_map(fn (Process $process) => $process->resume(), array_slice($building, 1));
echo tally($herd->results($callers)), "\n";
echo 'now: ', stampede_stats()['fallback_builders'], ' of ', stampede_stats()['builders'], " builders\n";

$none = new Stampede\Cache(['fallback_builders' => 0]);
echo $none->fetch('list', 'ru', fn () => 'value')->status->value, "\n";
?>
--EXPECT--
fifty for one entry
1 build, 49 have an answer
now: 1
empty "nothing" 49, fallback "value" 1
twenty for twenty entries
4 build, 16 have an answer
now: 4 of 4 builders
after one has been killed: 3
fallback "value"
empty "nothing" 16, fallback "value" 3
now: 0 of 0 builders
empty
