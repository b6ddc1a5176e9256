--TEST--
Redis has no memory left for what was built: the value is returned, the lock is gone, one warning says so
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['maxmemory-policy noeviction']);
ini_set('stampede.lock_ttl', '600');
stampede_put('list', 'ru', 'old');
stampede_invalidate('list', 'ru');

$answer = ask('list', 'ru', function () use ($redis) {
    $redis->command('CONFIG', 'SET', 'maxmemory', '1');
    return 'value';
});
echo "$answer, $answer->fill\n";
echo 'lock: ', $redis->command('EXISTS', 'list:ru:lock'), "\n";
echo 'shown meanwhile: ', stampede_peek('list', 'ru')->status->value, ' ', stampede_peek('list', 'ru')->value, "\n";
$redis->command('CONFIG', 'SET', 'maxmemory', '0');
echo ask('list', 'ru', fn () => 'next'), ', then ', ask('list', 'ru', fn () => 'no'), "\n";
?>
--EXPECTF--
Warning: stampede_fetch(): %s: fill: OOM command not allowed when used memory > 'maxmemory'. [SET list:ru]; Redis does not write now: check maxmemory and its eviction policy in %s on line %d
built "value", failed
lock: 0
shown meanwhile: stale old
built "next", then hit "next"
