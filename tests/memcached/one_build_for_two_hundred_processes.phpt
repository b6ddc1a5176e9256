--TEST--
Two hundred processes ask for one cold entry whose copies lie in Memcached: one builds, all have the value
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/has_memcached.php';
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip two hundred processes take too long under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
private_memcached();
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
echo 'have the value: ', count(array_keys(array_column($answers, 'value'), 'value')), "\n";

stampede_invalidate('list');
$callers = $herd->startMany(50, 'later caller', function (Actor $me) use ($builds) {
    $me->pause('ready');
    return ask('list', 'ru', $builds->builder('new value', 0.5), ['wait' => 0]);
});
$herd->release($callers, 'ready');
$answers = tally($herd->results($callers));
echo 'invalidated: ', preg_match('/^built "new value" 1, (hit "new value" \d+, )?(stale "new value" \d+, )?stale "value" \d+$/', $answers) ? 'one builds, the others have the stale copy' : $answers, "\n";
echo 'builds: ', $builds->count(), "\n";
?>
--EXPECT--
builds: 1
have the value: 200
invalidated: one builds, the others have the stale copy
builds: 2
