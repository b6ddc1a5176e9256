--TEST--
Builders that need each other five hundred levels deep: right values, no lock is left, each was held meanwhile
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();

function level(int $depth, RedisServer $redis): int
{
    return stampede_remember("level$depth", null, function () use ($depth, $redis) {
        if ($depth === 500) {
            echo 'locks at the bottom: ', count($redis->command('KEYS', '*:lock')), "\n";
            return 1;
        }
        return 1 + level($depth + 1, $redis);
    }, ['lock_ttl' => 600]);
}

echo level(1, $redis), "\n";
echo 'locks left: ', count($redis->command('KEYS', '*:lock')), "\n";
echo stampede_peek('level1')->value, ' ', stampede_peek('level499')->value, "\n";
?>
--EXPECT--
locks at the bottom: 500
500
locks left: 0
500 2
