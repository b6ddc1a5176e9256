--TEST--
While Memcached is down each host builds fallback_builders entries at one time, and each entry once in the cluster
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/has_memcached.php';
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$memcached = private_memcached();
ini_set('stampede.retry_after', '60');
ini_set('stampede.fallback_builders', '3');
$memcached->kill9();
$herd = new Herd();
$builds = new Builds();
@stampede_peek('finds out');

$callers = $herd->startMany(20, 'caller', function (Actor $me, int $number) use ($builds) {
    return @ask('list' . $number % 10, null, fn () => $builds->run(function () use ($me) {
        $me->pause('building');
        return 'built';
    }));
});
$herd->attend(fn () => count(array_filter($callers, fn ($caller) => $caller->hasReached('building'))) === 3
    && count(array_filter($callers, fn ($caller) => $caller->isRunning())) === 3, 'three builders, and all others gone');
foreach ($callers as $caller) {
    if ($caller->hasReached('building')) {
        $caller->until('building');
        $caller->resume();
    }
}
echo tally($herd->results($callers)), "\n";
echo 'at one time: ', $builds->atOneTime(), ', refused: ', stampede_stats()['fallbacks_refused'] > 0 ? 'some' : 'none', "\n";
echo 'locks: ', count($redis->command('KEYS', '*:lock')), "\n";
echo 'nested calls get a value: ', @ask('outer', null, fn () => stampede_remember('inner', null, fn () => 'inner')), "\n";
?>
--EXPECT--
built "built" 3, empty null 17
at one time: 3, refused: some
locks: 0
nested calls get a value: built "inner"
