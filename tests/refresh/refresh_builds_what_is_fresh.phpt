--TEST--
With refresh a fresh copy is built anew, under the lock; who does not get the lock is answered the copy at once
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
$options = ['refresh' => true, 'lock_ttl' => 600];
stampede_put('list', 'ru', 'old');

$first = $herd->start('first', fn (Actor $me) => ask('list', 'ru', fn () => $builds->run(function () use ($me) {
    $me->pause('building');
    return 'new';
}), $options));
$first->until('building');
$answer = ask('list', 'ru', $builds->builder('another'), $options);
echo "$answer, waited: $answer->waited\n";
$first->resume();
echo $first->result(), ', builds: ', $builds->count(), "\n";
echo ask('list', 'ru', $builds->builder('newer'), $options), ', ', ask('list', 'ru', fn () => 'no'), "\n";
echo 'cold: ', ask('cold', null, $builds->builder('value'), $options), "\n";
echo 'failing: ', ask('list', 'ru', fn () => throw new LogicException('no'), $options), ', ', ask('list', 'ru', fn () => 'no'), "\n";
echo 'failing, on_error stale: ', @ask('list', 'ru', fn () => throw new LogicException('no'), $options + ['on_error' => 'stale']), "\n";
?>
--EXPECT--
hit "old", waited: 0
built "new", builds: 1
built "newer", hit "newer"
cold: built "value"
failing: LogicException: no null, hit "newer"
failing, on_error stale: hit "newer"
