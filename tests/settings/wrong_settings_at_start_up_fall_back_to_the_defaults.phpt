--TEST--
A wrong setting in php.ini is warned of at start-up, and the default counts
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';

echo other_php('foreach (["ttl", "jitter", "gzip_level", "redis", "max_value"] as $name) var_dump(ini_get("stampede.$name"));', [
    'stampede.ttl' => 'abc',
    'stampede.jitter' => '2',
    'stampede.gzip_level' => '11',
    'stampede.redis' => 'http://:secret@localhost',
    'stampede.max_value' => '4G',
]);
// Right ones are taken from there.
echo other_php('foreach (["ttl", "jitter", "gzip_level", "redis", "max_value"] as $name) var_dump(ini_get("stampede.$name"));', [
    'stampede.ttl' => '0.5',
    'stampede.jitter' => '0',
    'stampede.gzip_level' => '1',
    'stampede.redis' => 'unix:///run/redis.sock?db=1',
    'stampede.max_value' => '1M',
]);
?>
--EXPECT--
Warning: PHP Startup: stampede.redis must be a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it must begin with redis://, rediss:// or unix://; the setting stays as it was in Unknown on line 0

Warning: PHP Startup: stampede.ttl must be a number of seconds from 0.001 to 315360000, given is "abc"; the setting stays as it was in Unknown on line 0

Warning: PHP Startup: stampede.jitter must be a number from 0 to 1, given is "2"; the setting stays as it was in Unknown on line 0

Warning: PHP Startup: stampede.gzip_level must be an integer from 0 to 9, given is "11"; the setting stays as it was in Unknown on line 0

Warning: PHP Startup: stampede.max_value must be an integer from 1 to 536870912, given is "4G"; the setting stays as it was in Unknown on line 0
string(2) "45"
string(3) "0.1"
string(1) "6"
string(24) "redis://127.0.0.1:6379/0"
string(3) "64M"
string(3) "0.5"
string(1) "0"
string(1) "1"
string(27) "unix:///run/redis.sock?db=1"
string(2) "1M"
