--TEST--
Redis has no memory left for a put: its caller learns that, and nobody is answered the older value any more
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['maxmemory-policy noeviction']);
stampede_put('list', 'ru', 'old');
$redis->command('CONFIG', 'SET', 'maxmemory', '1');
echo strstr(@thrown(fn () => stampede_put('list', 'ru', 'new')), 'OOM', true), "...\n";
echo 'then: ', stampede_peek('list', 'ru')?->value ?? 'nothing', "\n";
$redis->command('CONFIG', 'SET', 'maxmemory', '0');
echo ask('list', 'ru', fn () => 'next'), ', ', ask('list', 'ru', fn () => 'no'), "\n";
?>
--EXPECTF--
Stampede\Exception: The value is not stored: %sfill: ...
then: nothing
built "next", hit "next"
