--TEST--
Every option of a call checks its type and its range, before any builder runs, and says what is allowed
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

$wrong = [
    'ttl' => [0, -1, -920.5, NAN, INF, -INF, 315360001, '45', null, true, [], new stdClass()],
    'stale_ttl' => [-0.001, NAN, 315360000.1, '600', null],
    'jitter' => [-0.1, 1.1, NAN, '0.1', false],
    'lock_ttl' => [0, 0.0001, -1, NAN, 86401, '10'],
    'wait' => [-1, NAN, 3601, '0'],
    'cold_wait' => [-1, NAN, 3601, null],
    'refresh' => [0, 1, '1', null],
    'early' => [-0.1, 1.01, NAN, '0'],
    'defer' => [1, 'on', null],
    'on_error' => ['', 'THROW', 'ignore', null, false, 1],
    'gzip_level' => [-1, 10, 6.0, '6', null, PHP_INT_MAX],
    'classes' => [null, 1, 'stdClass', [1], [null], [''], ['stdClass', []]],
    'max_value' => [0, -1, 536870913, 1.5, '64M', null],
];
foreach ($wrong as $option => $values) {
    foreach ($values as $value) {
        echo thrown(fn () => stampede_fetch('key', null, fn () => print("built\n"), [$option => $value])), "\n";
    }
}
var_dump(stampede_peek('key'));
?>
--EXPECT--
ValueError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, 0 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, -1 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, -920.5 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, NAN given
ValueError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, INF given
ValueError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, -INF given
ValueError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, 315360001 given
TypeError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, string given
TypeError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, null given
TypeError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, bool given
TypeError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, array given
TypeError: stampede_fetch(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, stdClass given
ValueError: stampede_fetch(): Argument #4 ($options) must have "stale_ttl" set to a number of seconds from 0 to 315360000, -0.001 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "stale_ttl" set to a number of seconds from 0 to 315360000, NAN given
ValueError: stampede_fetch(): Argument #4 ($options) must have "stale_ttl" set to a number of seconds from 0 to 315360000, 315360000.1 given
TypeError: stampede_fetch(): Argument #4 ($options) must have "stale_ttl" set to a number of seconds from 0 to 315360000, string given
TypeError: stampede_fetch(): Argument #4 ($options) must have "stale_ttl" set to a number of seconds from 0 to 315360000, null given
ValueError: stampede_fetch(): Argument #4 ($options) must have "jitter" set to a number from 0 to 1, -0.1 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "jitter" set to a number from 0 to 1, 1.1 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "jitter" set to a number from 0 to 1, NAN given
TypeError: stampede_fetch(): Argument #4 ($options) must have "jitter" set to a number from 0 to 1, string given
TypeError: stampede_fetch(): Argument #4 ($options) must have "jitter" set to a number from 0 to 1, bool given
ValueError: stampede_fetch(): Argument #4 ($options) must have "lock_ttl" set to a number of seconds from 0.001 to 86400, 0 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "lock_ttl" set to a number of seconds from 0.001 to 86400, 0.0001 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "lock_ttl" set to a number of seconds from 0.001 to 86400, -1 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "lock_ttl" set to a number of seconds from 0.001 to 86400, NAN given
ValueError: stampede_fetch(): Argument #4 ($options) must have "lock_ttl" set to a number of seconds from 0.001 to 86400, 86401 given
TypeError: stampede_fetch(): Argument #4 ($options) must have "lock_ttl" set to a number of seconds from 0.001 to 86400, string given
ValueError: stampede_fetch(): Argument #4 ($options) must have "wait" set to a number of seconds from 0 to 3600, -1 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "wait" set to a number of seconds from 0 to 3600, NAN given
ValueError: stampede_fetch(): Argument #4 ($options) must have "wait" set to a number of seconds from 0 to 3600, 3601 given
TypeError: stampede_fetch(): Argument #4 ($options) must have "wait" set to a number of seconds from 0 to 3600, string given
ValueError: stampede_fetch(): Argument #4 ($options) must have "cold_wait" set to a number of seconds from 0 to 3600, -1 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "cold_wait" set to a number of seconds from 0 to 3600, NAN given
ValueError: stampede_fetch(): Argument #4 ($options) must have "cold_wait" set to a number of seconds from 0 to 3600, 3601 given
TypeError: stampede_fetch(): Argument #4 ($options) must have "cold_wait" set to a number of seconds from 0 to 3600, null given
TypeError: stampede_fetch(): Argument #4 ($options) must have "refresh" set to true or false, int given
TypeError: stampede_fetch(): Argument #4 ($options) must have "refresh" set to true or false, int given
TypeError: stampede_fetch(): Argument #4 ($options) must have "refresh" set to true or false, string given
TypeError: stampede_fetch(): Argument #4 ($options) must have "refresh" set to true or false, null given
ValueError: stampede_fetch(): Argument #4 ($options) must have "early" set to a number from 0 to 1, -0.1 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "early" set to a number from 0 to 1, 1.01 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "early" set to a number from 0 to 1, NAN given
TypeError: stampede_fetch(): Argument #4 ($options) must have "early" set to a number from 0 to 1, string given
TypeError: stampede_fetch(): Argument #4 ($options) must have "defer" set to true or false, int given
TypeError: stampede_fetch(): Argument #4 ($options) must have "defer" set to true or false, string given
TypeError: stampede_fetch(): Argument #4 ($options) must have "defer" set to true or false, null given
ValueError: stampede_fetch(): Argument #4 ($options) must have "on_error" set to "throw" or "stale", "" given
ValueError: stampede_fetch(): Argument #4 ($options) must have "on_error" set to "throw" or "stale", "THROW" given
ValueError: stampede_fetch(): Argument #4 ($options) must have "on_error" set to "throw" or "stale", "ignore" given
TypeError: stampede_fetch(): Argument #4 ($options) must have "on_error" set to "throw" or "stale", null given
TypeError: stampede_fetch(): Argument #4 ($options) must have "on_error" set to "throw" or "stale", bool given
TypeError: stampede_fetch(): Argument #4 ($options) must have "on_error" set to "throw" or "stale", int given
ValueError: stampede_fetch(): Argument #4 ($options) must have "gzip_level" set to an integer from 0 to 9, -1 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "gzip_level" set to an integer from 0 to 9, 10 given
TypeError: stampede_fetch(): Argument #4 ($options) must have "gzip_level" set to an integer from 0 to 9, float given
TypeError: stampede_fetch(): Argument #4 ($options) must have "gzip_level" set to an integer from 0 to 9, string given
TypeError: stampede_fetch(): Argument #4 ($options) must have "gzip_level" set to an integer from 0 to 9, null given
ValueError: stampede_fetch(): Argument #4 ($options) must have "gzip_level" set to an integer from 0 to 9, 9223372036854775807 given
TypeError: stampede_fetch(): Argument #4 ($options) must have "classes" set to true, false or a list of class names, null given
TypeError: stampede_fetch(): Argument #4 ($options) must have "classes" set to true, false or a list of class names, int given
TypeError: stampede_fetch(): Argument #4 ($options) must have "classes" set to true, false or a list of class names, string given
ValueError: stampede_fetch(): Argument #4 ($options) must have "classes" set to true, false or a list of class names, array given
ValueError: stampede_fetch(): Argument #4 ($options) must have "classes" set to true, false or a list of class names, array given
ValueError: stampede_fetch(): Argument #4 ($options) must have "classes" set to true, false or a list of class names, array given
ValueError: stampede_fetch(): Argument #4 ($options) must have "classes" set to true, false or a list of class names, array given
ValueError: stampede_fetch(): Argument #4 ($options) must have "max_value" set to an integer from 1 to 536870912, 0 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "max_value" set to an integer from 1 to 536870912, -1 given
ValueError: stampede_fetch(): Argument #4 ($options) must have "max_value" set to an integer from 1 to 536870912, 536870913 given
TypeError: stampede_fetch(): Argument #4 ($options) must have "max_value" set to an integer from 1 to 536870912, float given
TypeError: stampede_fetch(): Argument #4 ($options) must have "max_value" set to an integer from 1 to 536870912, string given
TypeError: stampede_fetch(): Argument #4 ($options) must have "max_value" set to an integer from 1 to 536870912, null given
NULL
