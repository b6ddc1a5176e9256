--TEST--
Two hundred processes, a builder that takes for ever: the others answer empty while it still builds
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip two hundred processes take too long under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
ini_set('stampede.max_waiters', '199');
$herd = new Herd();
$builds = new Builds();
$options = ['cold_wait' => 0.3, 'lock_ttl' => 300, 'empty' => 'nothing yet'];

$others = $herd->startMany(199, 'other', function (Actor $me) use ($builds, $options) {
    $me->pause('ready');
    return ask('list', 'ru', $builds->builder('another value'), $options);
});
$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', fn () => $builds->run(function () use ($me) {
    $me->pause('building');
    return 'value';
}), $options));
$builder->until('building');
$herd->release($others, 'ready');
$answers = $herd->results($others);
$builder->resume();

echo tally($answers), "\n";
echo $builder->result(), "\n";
echo 'builds: ', $builds->count(), "\n";
echo 'the shortest wait: ', round(min(array_column($answers, 'waited')), 1), "\n";
// The budget is 0.3, the lease 300. On a machine under load an end of a wait may be noticed late.
echo 'the longest wait: ', longest($answers, 'waited') < 10 ? 'the budget' : 'too long', "\n";
?>
--EXPECT--
empty "nothing yet" 199
built "value"
builds: 1
the shortest wait: 0.3
the longest wait: the budget
