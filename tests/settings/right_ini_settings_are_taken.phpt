--TEST--
ini_set() takes every right setting, with fractions and units where they make sense
--EXTENSIONS--
stampede
--FILE--
<?php
function hasMemcached(): bool
{
    return @ini_set('stampede.memcached', 'localhost') !== false;
}

$settings = [
    'redis' => ['redis://127.0.0.1', 'redis://localhost:6380/3', 'redis://:secret@cache', 'redis://user:se%3Acret@cache:1/15',
        'redis://[::1]:6379/0', 'unix:///run/redis.sock', 'unix:///run/redis.sock?db=2',
        'unix:///run/redis.sock?password=a%26b', 'unix:///run/redis.sock?db=1&user=alice&password=secret', 'REDIS://HOST', 'redis://host/'],
    'memcached' => hasMemcached() ? ['', 'localhost', 'cache1:11211, cache2:11212', '[::1]:11211', '/run/memcached.sock,/tmp/a b', 'a_b.c-d'] : [''],
    'prefix' => ['', 'shop:', 'тест:', ' ', '{tag}'],
    'ttl' => ['45', '0.25', '1e3', '.5', '315360000'],
    'stale_ttl' => ['0', '0.0', '600'],
    'jitter' => ['0', '1', '0.1'],
    'lock_ttl' => ['0.001', '86400'],
    'wait' => ['0', '0.005'],
    'cold_wait' => ['0', '3600'],
    'request_wait' => ['0', '86400'],
    'max_waiters' => ['0', '32', '1K'],
    'early' => ['0', '1', '0.2'],
    'defer' => ['1', '0', 'on', 'off', 'yes', 'no', 'true', 'false', ''],
    'on_error' => ['throw', 'stale'],
    'gzip_level' => ['0', '9'],
    'classes' => ['', '0', '1', 'true', 'false', 'stdClass', 'stdClass, DateTime', 'App\Note App\Tag,App\User'],
    'connect_timeout' => ['0.001', '3600'],
    'read_timeout' => ['0.001', '3600'],
    'retry_after' => ['0', '3600'],
    'fallback_builders' => ['0', '1024'],
    'max_value' => ['1', '64M', '512M', '1K', '536870912'],
];
foreach ($settings as $name => $values) {
    foreach ($values as $value) {
        if (ini_set("stampede.$name", $value) === false || ini_get("stampede.$name") !== $value) {
            echo "$name = $value is not taken\n";
        }
    }
    ini_restore("stampede.$name");
}
foreach (ini_get_all('stampede', false) as $name => $value) {
    echo "$name = $value\n";
}
?>
--EXPECT--
stampede.classes = stdClass, DateTime, DateTimeImmutable, DateTimeZone, DateInterval
stampede.cold_wait = 0.2
stampede.connect_timeout = 0.2
stampede.defer = 0
stampede.early = 0
stampede.fallback_builders = 4
stampede.gzip_level = 6
stampede.jitter = 0.1
stampede.lock_ttl = 10
stampede.max_value = 64M
stampede.max_waiters = 32
stampede.memcached = 
stampede.on_error = throw
stampede.prefix = 
stampede.read_timeout = 0.5
stampede.redis = redis://127.0.0.1:6379/0
stampede.request_wait = 1
stampede.retry_after = 1
stampede.stale_ttl = 600
stampede.ttl = 45
stampede.wait = 0.005
