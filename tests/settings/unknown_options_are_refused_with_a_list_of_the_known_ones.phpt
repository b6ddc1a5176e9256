--TEST--
An unknown option is refused, and the message lists those that are known there
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

$build = fn () => print("built\n");
foreach (['tll', 'TTL', ' ttl', '', 'stampede.ttl'] as $name) {
    echo thrown(fn () => stampede_remember('key', null, $build, ['ttl' => 1, $name => 1])), "\n";
}
echo thrown(fn () => stampede_remember('key', null, $build, [60])), "\n";
echo thrown(fn () => stampede_fetch('key', null, $build, ['prefix' => 'x'])), "\n";
echo thrown(fn () => stampede_put('key', null, 1, ['redis' => 'redis://localhost'])), "\n";
echo thrown(fn () => new Stampede\Cache(['host' => 'localhost'])), "\n";
echo thrown(fn () => new Stampede\Cache(['refresh' => true])), "\n";
echo thrown(fn () => new Stampede\Cache(['empty' => []])), "\n";
echo thrown(fn () => new Stampede\Cache(['redis://localhost'])), "\n";
?>
--EXPECT--
ValueError: stampede_remember(): Argument #4 ($options) must not have the unknown option "tll"; known are: ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, empty, refresh, early, defer, on_error, gzip_level, classes, max_value
ValueError: stampede_remember(): Argument #4 ($options) must not have the unknown option "TTL"; known are: ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, empty, refresh, early, defer, on_error, gzip_level, classes, max_value
ValueError: stampede_remember(): Argument #4 ($options) must not have the unknown option " ttl"; known are: ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, empty, refresh, early, defer, on_error, gzip_level, classes, max_value
ValueError: stampede_remember(): Argument #4 ($options) must not have the unknown option ""; known are: ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, empty, refresh, early, defer, on_error, gzip_level, classes, max_value
ValueError: stampede_remember(): Argument #4 ($options) must not have the unknown option "stampede.ttl"; known are: ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, empty, refresh, early, defer, on_error, gzip_level, classes, max_value
ValueError: stampede_remember(): Argument #4 ($options) must have option names as keys; known are: ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, empty, refresh, early, defer, on_error, gzip_level, classes, max_value
ValueError: stampede_fetch(): Argument #4 ($options) must not have "prefix", which belongs to the INI or new Stampede\Cache(); known here are: ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, empty, refresh, early, defer, on_error, gzip_level, classes, max_value
ValueError: stampede_put(): Argument #4 ($options) must not have "redis", which belongs to the INI or new Stampede\Cache(); known here are: ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, empty, refresh, early, defer, on_error, gzip_level, classes, max_value
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must not have the unknown option "host"; known are: redis, memcached, prefix, ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, request_wait, max_waiters, early, defer, on_error, gzip_level, classes, connect_timeout, read_timeout, retry_after, fallback_builders, max_value
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must not have "refresh", which belongs to a call; known here are: redis, memcached, prefix, ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, request_wait, max_waiters, early, defer, on_error, gzip_level, classes, connect_timeout, read_timeout, retry_after, fallback_builders, max_value
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must not have "empty", which belongs to a call; known here are: redis, memcached, prefix, ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, request_wait, max_waiters, early, defer, on_error, gzip_level, classes, connect_timeout, read_timeout, retry_after, fallback_builders, max_value
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have option names as keys; known are: redis, memcached, prefix, ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, request_wait, max_waiters, early, defer, on_error, gzip_level, classes, connect_timeout, read_timeout, retry_after, fallback_builders, max_value
