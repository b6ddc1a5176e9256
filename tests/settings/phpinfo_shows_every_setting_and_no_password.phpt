--TEST--
phpinfo() shows versions, the gzip engine and every setting, but no password
--EXTENSIONS--
stampede
--INI--
stampede.redis="redis://user:top-secret@cache:6380/2"
--FILE--
<?php
(new ReflectionExtension('stampede'))->info();

ini_set('stampede.redis', 'redis://:other%40secret@[::1]:7000/1');
ob_start();
phpinfo(INFO_MODULES);
echo implode("\n", preg_grep('/^stampede\.redis/', explode("\n", ob_get_clean()))), "\n";
foreach (['unix:///run/redis.sock?db=3', 'unix:///run/redis.sock?password=secret', 'unix:///run/redis.sock?user=bob&password=a%26b&db=1',
    'redis://:a@b:c@host', 'unix:///tmp/password=x?db=1&password=secret', 'redis://host:1/2'] as $url) {
    var_dump(@ini_set('stampede.redis', $url) !== false);
    ob_start();
    (new ReflectionExtension('stampede'))->info();
    preg_match('/^stampede\.redis => (.*?) => /m', ob_get_clean(), $match);
    echo $match[1], "\n";
}

ini_set('zend.exception_ignore_args', '0');
try {
    new Stampede\Cache(['redis' => 'redis://:top-secret@cache', 'no' => 1]);
} catch (ValueError $error) {
    var_dump(str_contains(print_r($error->getTrace(), true), 'top-secret'));
}
?>
--EXPECTF--
stampede

stampede support => enabled
Version => %d.%d.%s
hiredis version => %d.%d.%d
gzip engine => %rlibdeflate|zlib%r %d.%s
Memcached => %s
TLS (rediss://) => %s

Directive => Local Value => Master Value
stampede.redis => redis://user:***@cache:6380/2 => redis://user:***@cache:6380/2
stampede.memcached => no value => no value
stampede.prefix => no value => no value
stampede.ttl => 45 => 45
stampede.stale_ttl => 600 => 600
stampede.jitter => 0.1 => 0.1
stampede.lock_ttl => 10 => 10
stampede.wait => 0.005 => 0.005
stampede.cold_wait => 0.2 => 0.2
stampede.request_wait => 1 => 1
stampede.max_waiters => 32 => 32
stampede.early => 0 => 0
stampede.defer => Off => Off
stampede.on_error => throw => throw
stampede.gzip_level => 6 => 6
stampede.classes => stdClass, DateTime, DateTimeImmutable, DateTimeZone, DateInterval => stdClass, DateTime, DateTimeImmutable, DateTimeZone, DateInterval
stampede.connect_timeout => 0.2 => 0.2
stampede.read_timeout => 0.5 => 0.5
stampede.retry_after => 1 => 1
stampede.fallback_builders => 4 => 4
stampede.max_value => 64M => 64M

Statistics of this host =>  
answers => hit 0, built 0, waited 0, stale 0, empty 0, fallback 0
fills => none 0, filled 0, late 0, rejected 0, superseded 0, failed 0
build_errors => 0
locks_lost => 0
waits_refused => 0
fallbacks_refused => 0
puts => 0
invalidations => 0
forgets => 0
connections => 0
sent_bytes => 0
received_bytes => 0
stampede.redis => redis://:***@[::1]:7000/1 => redis://user:***@cache:6380/2
bool(true)
unix:///run/redis.sock?db=3
bool(true)
unix:///run/redis.sock?password=***
bool(true)
unix:///run/redis.sock?user=bob&password=***&db=1
bool(true)
redis://:***@host
bool(true)
unix:///tmp/password=x?db=1&password=***
bool(true)
redis://host:1/2
bool(false)
