--TEST--
Redis is silent: large and small copies of Memcached are shown as stale, and Memcached is not blamed
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
ini_set('stampede.fallback_builders', '0');
$large = bin2hex(random_bytes(400000));
stampede_put('large', null, $large, ['gzip_level' => 0]);
stampede_put('small', null, 'small');
ini_set('stampede.read_timeout', '0.4');
ini_set('stampede.connect_timeout', '0.2');
ini_set('stampede.retry_after', '0');
$redis->freeze();
$shown = [];
foreach (range(1, 4) as $round) {
    $shown[] = @stampede_peek('large')?->value === $large;
    $shown[] = @stampede_peek('small')?->value === 'small';
}
echo 'shown: ', count(array_filter($shown)), ' of ', count($shown), "\n";
foreach (stampede_stats()['endpoints'] as $endpoint) {
    echo strtok($endpoint['endpoint'], ':'), ': ', $endpoint['failures'] > 0 ? 'failed' : 'well', "\n";
}
$redis->thaw();
?>
--EXPECT--
shown: 8 of 8
unix: failed
memcached: well
