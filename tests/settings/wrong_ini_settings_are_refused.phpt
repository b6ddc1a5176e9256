--TEST--
ini_set() refuses a wrong setting with a warning that names it and what is allowed, and leaves it as it was
--EXTENSIONS--
stampede
--FILE--
<?php
set_error_handler(function (int $level, string $message): bool {
    // Where the value itself is repeated, it is of no interest here.
    echo '  ', preg_replace(['/^ini_set\(\): /', '/, given is ".*";/s'], ['', ', ...;'], $message), "\n";
    return true;
});

$settings = [
    'ttl' => ['abc', '', '0', '-1', '45s', '45 ', '0,5', '1e9', 'NAN', 'INF', '0x10', '315360001'],
    'stale_ttl' => ['abc', '-0.5', ''],
    'jitter' => ['2', '-0.1', '10%'],
    'lock_ttl' => ['0', '86401'],
    'wait' => ['-1', 'none'],
    'cold_wait' => ['3601'],
    'request_wait' => ['-1', '86401', 'x'],
    'early' => ['1.5'],
    'on_error' => ['ignore', '', 'Throw'],
    'gzip_level' => ['10', '-1', 'best', '6.5', ''],
    'connect_timeout' => ['0', '-1', '3601'],
    'read_timeout' => ['0', 'none'],
    'retry_after' => ['-1'],
    'max_value' => ['0', '1G', 'x', '64MB', ''],
    'prefix' => ["a\nb", "a\0b", "a\r"],
    'redis' => ['', 'localhost', '127.0.0.1:6379', 'http://localhost', 'redis://', 'redis://host/name', 'redis://host/-1',
        'redis://host:99999', 'redis://host:0', 'redis://host:x', 'redis://user@host', 'unix://', 'unix:///path?db=x', 'unix:///path?database=1',
        'redis://host?db=1', "redis://host\0", 'redis://:secret@host/nodb', 'redis://[]', 'redis:6379', 'unix:///run/redis.sock%00x', 'unix:///run/redis.sock?password=sec&ret'],
];
foreach ($settings as $name => $values) {
    $before = ini_get("stampede.$name");
    foreach ($values as $value) {
        echo "$name = ", json_encode($value), "\n";
        if (ini_set("stampede.$name", $value) !== false || ini_get("stampede.$name") !== $before) {
            echo "  taken\n";
        }
    }
}
?>
--EXPECT--
ttl = "abc"
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = ""
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = "0"
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = "-1"
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = "45s"
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = "45 "
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = "0,5"
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = "1e9"
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = "NAN"
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = "INF"
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = "0x10"
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
ttl = "315360001"
  stampede.ttl must be a number of seconds from 0.001 to 315360000, ...; the setting stays as it was
stale_ttl = "abc"
  stampede.stale_ttl must be a number of seconds from 0 to 315360000, ...; the setting stays as it was
stale_ttl = "-0.5"
  stampede.stale_ttl must be a number of seconds from 0 to 315360000, ...; the setting stays as it was
stale_ttl = ""
  stampede.stale_ttl must be a number of seconds from 0 to 315360000, ...; the setting stays as it was
jitter = "2"
  stampede.jitter must be a number from 0 to 1, ...; the setting stays as it was
jitter = "-0.1"
  stampede.jitter must be a number from 0 to 1, ...; the setting stays as it was
jitter = "10%"
  stampede.jitter must be a number from 0 to 1, ...; the setting stays as it was
lock_ttl = "0"
  stampede.lock_ttl must be a number of seconds from 0.001 to 86400, ...; the setting stays as it was
lock_ttl = "86401"
  stampede.lock_ttl must be a number of seconds from 0.001 to 86400, ...; the setting stays as it was
wait = "-1"
  stampede.wait must be a number of seconds from 0 to 3600, ...; the setting stays as it was
wait = "none"
  stampede.wait must be a number of seconds from 0 to 3600, ...; the setting stays as it was
cold_wait = "3601"
  stampede.cold_wait must be a number of seconds from 0 to 3600, ...; the setting stays as it was
request_wait = "-1"
  stampede.request_wait must be a number of seconds from 0 to 86400, ...; the setting stays as it was
request_wait = "86401"
  stampede.request_wait must be a number of seconds from 0 to 86400, ...; the setting stays as it was
request_wait = "x"
  stampede.request_wait must be a number of seconds from 0 to 86400, ...; the setting stays as it was
early = "1.5"
  stampede.early must be a number from 0 to 1, ...; the setting stays as it was
on_error = "ignore"
  stampede.on_error must be "throw" or "stale", ...; the setting stays as it was
on_error = ""
  stampede.on_error must be "throw" or "stale", ...; the setting stays as it was
on_error = "Throw"
  stampede.on_error must be "throw" or "stale", ...; the setting stays as it was
gzip_level = "10"
  stampede.gzip_level must be an integer from 0 to 9, ...; the setting stays as it was
gzip_level = "-1"
  stampede.gzip_level must be an integer from 0 to 9, ...; the setting stays as it was
gzip_level = "best"
  stampede.gzip_level must be an integer from 0 to 9, ...; the setting stays as it was
gzip_level = "6.5"
  stampede.gzip_level must be an integer from 0 to 9, ...; the setting stays as it was
gzip_level = ""
  stampede.gzip_level must be an integer from 0 to 9, ...; the setting stays as it was
connect_timeout = "0"
  stampede.connect_timeout must be a number of seconds from 0.001 to 3600, ...; the setting stays as it was
connect_timeout = "-1"
  stampede.connect_timeout must be a number of seconds from 0.001 to 3600, ...; the setting stays as it was
connect_timeout = "3601"
  stampede.connect_timeout must be a number of seconds from 0.001 to 3600, ...; the setting stays as it was
read_timeout = "0"
  stampede.read_timeout must be a number of seconds from 0.001 to 3600, ...; the setting stays as it was
read_timeout = "none"
  stampede.read_timeout must be a number of seconds from 0.001 to 3600, ...; the setting stays as it was
retry_after = "-1"
  stampede.retry_after must be a number of seconds from 0 to 3600, ...; the setting stays as it was
max_value = "0"
  stampede.max_value must be an integer from 1 to 536870912, ...; the setting stays as it was
max_value = "1G"
  stampede.max_value must be an integer from 1 to 536870912, ...; the setting stays as it was
max_value = "x"
  stampede.max_value must be an integer from 1 to 536870912, ...; the setting stays as it was
max_value = "64MB"
  stampede.max_value must be an integer from 1 to 536870912, ...; the setting stays as it was
max_value = ""
  stampede.max_value must be an integer from 1 to 536870912, ...; the setting stays as it was
prefix = "a\nb"
  stampede.prefix must be a string without NUL, CR and LF, ...; the setting stays as it was
prefix = "a\u0000b"
  stampede.prefix must be a string without NUL, CR and LF, ...; the setting stays as it was
prefix = "a\r"
  stampede.prefix must be a string without NUL, CR and LF, ...; the setting stays as it was
redis = ""
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it must begin with redis://, rediss:// or unix://; the setting stays as it was
redis = "localhost"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it must begin with redis://, rediss:// or unix://; the setting stays as it was
redis = "127.0.0.1:6379"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it must begin with redis://, rediss:// or unix://; the setting stays as it was
redis = "http:\/\/localhost"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it must begin with redis://, rediss:// or unix://; the setting stays as it was
redis = "redis:\/\/"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it is not a URL; the setting stays as it was
redis = "redis:\/\/host\/name"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: the path must be a database number; the setting stays as it was
redis = "redis:\/\/host\/-1"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: the path must be a database number; the setting stays as it was
redis = "redis:\/\/host:99999"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it is not a URL; the setting stays as it was
redis = "redis:\/\/host:0"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: the port must be from 1 to 65535; the setting stays as it was
redis = "redis:\/\/host:x"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it is not a URL; the setting stays as it was
redis = "redis:\/\/user@host"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: a user needs a password; the setting stays as it was
redis = "unix:\/\/"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: the path of a socket must be absolute: unix:///path; the setting stays as it was
redis = "unix:\/\/\/path?db=x"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: db must be a database number; the setting stays as it was
redis = "unix:\/\/\/path?database=1"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it has an unknown parameter (known are: db, user and password for unix:, ca, cert, key and name for rediss:; a "&" in a value is written %26); the setting stays as it was
redis = "redis:\/\/host?db=1"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it has an unknown parameter (known are: db, user and password for unix:, ca, cert, key and name for rediss:; a "&" in a value is written %26); the setting stays as it was
redis = "redis:\/\/host\u0000"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it holds a NUL byte; the setting stays as it was
redis = "redis:\/\/:secret@host\/nodb"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: the path must be a database number; the setting stays as it was
redis = "redis:\/\/[]"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: the host is missing; the setting stays as it was
redis = "redis:6379"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it must begin with redis://, rediss:// or unix://; the setting stays as it was
redis = "unix:\/\/\/run\/redis.sock%00x"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it holds a NUL byte; the setting stays as it was
redis = "unix:\/\/\/run\/redis.sock?password=sec&ret"
  stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it has an unknown parameter (known are: db, user and password for unix:, ca, cert, key and name for rediss:; a "&" in a value is written %26); the setting stays as it was
