--TEST--
A Cache checks its config like a call its options, knows all INI names, and shows no password in what it says
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';

$wrong = [
    'redis' => [null, 1, '', 'localhost', 'redis://:secret@host/nodb', ['redis://localhost'], "redis://a\0"],
    'prefix' => [null, 1, "a\nb"],
    'request_wait' => [-1, NAN, 86401, '1'],
    'max_waiters' => [-1, 1025, 1.0, '1'],
    'fallback_builders' => [-1, 1025, null],
    'connect_timeout' => [0, -1, NAN, 3601, '1', null],
    'read_timeout' => [0, 3600.5, 'x'],
    'retry_after' => [-0.001, 3601, false],
    'ttl' => [0, '45'],
    'classes' => ['stdClass'],
    'gzip_level' => [10],
    'max_value' => ['64M'],
];
foreach ($wrong as $name => $values) {
    foreach ($values as $value) {
        echo thrown(fn () => new Stampede\Cache([$name => $value])), "\n";
    }
}

// Every INI setting is one of a Cache's.
$config = [];
foreach (ini_get_all('stampede', false) as $name => $value) {
    $config[substr($name, strlen('stampede.'))] = match (true) {
        is_numeric($value) => +$value,
        $name === 'stampede.max_value' => 1 << 26,
        $name === 'stampede.classes' => explode(', ', $value),
        default => $value,
    };
}
$config['defer'] = (bool) $config['defer'];
echo thrown(fn () => new Stampede\Cache($config)), "\n";
?>
--EXPECT--
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "redis" set to a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n], null given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "redis" set to a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n], int given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "redis" set to a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it must begin with redis://, rediss:// or unix://
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "redis" set to a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it must begin with redis://, rediss:// or unix://
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "redis" set to a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: the path must be a database number
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "redis" set to a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n], array given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "redis" set to a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]: it holds a NUL byte
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "prefix" set to a string without NUL, CR and LF, null given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "prefix" set to a string without NUL, CR and LF, int given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "prefix" set to a string without NUL, CR and LF, "a\nb" given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "request_wait" set to a number of seconds from 0 to 86400, -1 given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "request_wait" set to a number of seconds from 0 to 86400, NAN given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "request_wait" set to a number of seconds from 0 to 86400, 86401 given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "request_wait" set to a number of seconds from 0 to 86400, string given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "max_waiters" set to an integer from 0 to 1024, -1 given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "max_waiters" set to an integer from 0 to 1024, 1025 given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "max_waiters" set to an integer from 0 to 1024, float given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "max_waiters" set to an integer from 0 to 1024, string given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "fallback_builders" set to an integer from 0 to 1024, -1 given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "fallback_builders" set to an integer from 0 to 1024, 1025 given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "fallback_builders" set to an integer from 0 to 1024, null given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "connect_timeout" set to a number of seconds from 0.001 to 3600, 0 given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "connect_timeout" set to a number of seconds from 0.001 to 3600, -1 given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "connect_timeout" set to a number of seconds from 0.001 to 3600, NAN given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "connect_timeout" set to a number of seconds from 0.001 to 3600, 3601 given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "connect_timeout" set to a number of seconds from 0.001 to 3600, string given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "connect_timeout" set to a number of seconds from 0.001 to 3600, null given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "read_timeout" set to a number of seconds from 0.001 to 3600, 0 given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "read_timeout" set to a number of seconds from 0.001 to 3600, 3600.5 given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "read_timeout" set to a number of seconds from 0.001 to 3600, string given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "retry_after" set to a number of seconds from 0 to 3600, -0.001 given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "retry_after" set to a number of seconds from 0 to 3600, 3601 given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "retry_after" set to a number of seconds from 0 to 3600, bool given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "ttl" set to a number of seconds from 0.001 to 315360000, 0 given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "ttl" set to a number of seconds from 0.001 to 315360000, string given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "classes" set to true, false or a list of class names, string given
ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must have "gzip_level" set to an integer from 0 to 9, 10 given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "max_value" set to an integer from 1 to 536870912, string given
nothing
