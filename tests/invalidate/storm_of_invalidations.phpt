--TEST--
Invalidated every 10 ms, built in 200 ms: one builder at a time, always something to show, soon fresh when it is over
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip a storm is none under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
ini_set('stampede.request_wait', '60');
$herd = new Herd();
$builds = new Builds();
stampede_put('list', 'ru', 0);

$readers = $herd->startMany(6, 'reader', function (Actor $me) use ($builds) {
    $me->pause('ready');
    $seen = [];
    for ($end = clock() + 6; clock() < $end;) {
        $answer = ask('list', 'ru', $builds->builder(clock(), 0.2), ['lock_ttl' => 60]);
        $seen[$answer->status] = ($seen[$answer->status] ?? 0) + 1;
        usleep(2000);
    }
    return $seen;
});
$storm = $herd->start('storm', function (Actor $me) {
    $me->pause('ready');
    for ($end = clock() + 5; clock() < $end;) {
        stampede_invalidate('list');
        usleep(10_000);
    }
    return clock();
});
$herd->release([$storm, ...$readers], 'ready');
$over = $storm->result();
$kinds = array_keys(array_merge(...$herd->results($readers)));
sort($kinds);
echo 'answers: ', implode(', ', array_diff($kinds, ['waited'])), "\n";
echo 'builds at one time: ', $builds->atOneTime(), "\n";
echo 'more than one build: ', $builds->count() > 1 ? 'yes' : 'no', "\n";
$last = stampede_peek('list', 'ru');
echo 'in the end: ', $last->status->value, ', built after the storm: ', $last->value >= $over - 0.05 ? 'yes' : 'no', "\n";
?>
--EXPECT--
answers: built, hit, stale
builds at one time: 1
more than one build: yes
in the end: hit, built after the storm: yes
