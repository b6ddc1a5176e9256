--TEST--
The record of a key outlives its copies and its builds: its life is lengthened, never shortened
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$day = 86400;
$life = function () use ($redis, $day): string {
    $left = $redis->command('PTTL', 'list:gen');
    return $left < 0 ? 'for ever' : 'a day and ' . round($left / 1000 - $day, -1) . ' seconds';
};
stampede_remember('list', 'ru', function (?string $locale, Stampede\Build $build) use ($life) {
    echo 'building: ', $life(), "\n";
    $build->extend(3000);
    echo 'extended: ', $life(), "\n";
}, ['ttl' => 1, 'stale_ttl' => 1, 'lock_ttl' => 60, 'jitter' => 0]);
stampede_put('list', 'en', 1, ['ttl' => 1, 'stale_ttl' => 5000, 'jitter' => 0]);
echo 'longer copies: ', $life(), "\n";
stampede_put('list', 'de', 1, ['ttl' => 1, 'stale_ttl' => 100, 'jitter' => 0]);
stampede_invalidate('list');
stampede_remember('list', 'ru', fn () => 1, ['ttl' => 1, 'stale_ttl' => 100]);
echo 'shorter copies: ', $life(), "\n";
stampede_put('list', 'fr', 1, ['stale_ttl' => 0]);
echo 'a copy without a life: ', $life(), "\n";
stampede_remember('list', 'it', fn () => 1, ['ttl' => 1, 'stale_ttl' => 100]);
stampede_invalidate('list');
echo 'afterwards: ', $life(), "\n";
?>
--EXPECT--
building: a day and 60 seconds
extended: a day and 3060 seconds
longer copies: a day and 5000 seconds
shorter copies: a day and 5000 seconds
a copy without a life: for ever
afterwards: for ever
