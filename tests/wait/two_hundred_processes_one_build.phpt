--TEST--
Two hundred processes ask for one cold entry: one builds, nobody else does, all have the value
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
ini_set('stampede.request_wait', '30');
$herd = new Herd();
$builds = new Builds();

$callers = $herd->startMany(200, 'caller', function (Actor $me) use ($builds) {
    $me->pause('ready');
    return ask('list', 'ru', $builds->builder('value', 0.5), ['cold_wait' => 30]);
});
$herd->release($callers, 'ready');
$answers = $herd->results($callers);

echo 'builds: ', $builds->count(), "\n";
echo 'built: ', count(array_keys(array_column($answers, 'status'), 'built')), "\n";
echo 'have the value: ', count(array_keys(array_column($answers, 'value'), 'value')), "\n";
?>
--EXPECT--
builds: 1
built: 1
have the value: 200
