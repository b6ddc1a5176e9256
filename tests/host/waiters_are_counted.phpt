--TEST--
max_waiters processes of a host wait, the others answer at once; a place is free again when its owner is dead
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.max_waiters', '3');
ini_set('stampede.request_wait', '40');
$herd = new Herd();
$options = ['cold_wait' => 40, 'wait' => 40, 'lock_ttl' => 300];

$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
    $me->pause('building');
    return 'value';
}, $options));
$builder->until('building');
$callers = $herd->startMany(10, 'caller', function (Actor $me) use ($options) {
    $answer = ask('list', 'ru', fn () => 'another value', $options);
    $me->reach('answered');
    return $answer;
});
$answered = fn () => array_filter($callers, fn (Process $caller) => $caller->hasReached('answered'));
$herd->attend(fn () => count($answered()) === 7, 'seven answers');
wait_for_waiters($redis, 3);
echo tally($herd->results($answered())), "\n";
$stats = stampede_stats();
echo "waiters: {$stats['waiters']}, builders: {$stats['builders']}, refused: {$stats['waits_refused']}\n";

$waiting = array_values(array_udiff($callers, $answered(), fn ($a, $b) => $a->pid <=> $b->pid));
$waiting[0]->kill();
echo 'waiters after one has been killed: ', stampede_stats()['waiters'], "\n";
// Another one takes its place, once somebody has noticed.
$late = [];
wait_until(function () use ($herd, $options, &$late) {
    $late[] = $herd->start('late', function (Actor $me) use ($options) {
        $answer = ask('list', 'ru', fn () => 'another value', $options);
        $me->reach('answered');
        return $answer;
    });
    usleep(100_000);
    return stampede_stats()['waiters'] === 3;
}, 'three waiters');

$builder->resume();
echo $builder->result(), "\n";
unset($waiting[0]);
echo tally($herd->results($waiting)), "\n";
// The others came before the place was free, or after there was a value.
$waited = array_filter($herd->results($late), fn (Answer $answer) => $answer->status === 'waited');
echo 'late: ', tally($waited), "\n";
$stats = stampede_stats();
echo "waiters: {$stats['waiters']}, builders: {$stats['builders']}\n";
?>
--EXPECT--
empty null 7
waiters: 3, builders: 1, refused: 7
waiters after one has been killed: 2
built "value"
waited "value" 2
late: waited "value" 1
waiters: 0, builders: 0
