--TEST--
A hit has the type and all the bits of what was built: ints, floats, strings, bools, null
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

$values = [
    'int 1' => 1, 'string 1' => '1', 'float 1' => 1.0, 'true' => true, 'false' => false, 'null' => null,
    'int 0' => 0, 'string 0' => '0', 'empty string' => '', 'float 0' => 0.0, 'float -0' => -0.0,
    'string 007' => '007', 'string 1e3' => '1e3', 'string with space' => ' 1', 'string INF' => 'INF', 'string b:1;' => 'b:1;',
    'INF' => INF, '-INF' => -INF, 'NAN' => NAN,
    'PHP_INT_MIN' => PHP_INT_MIN, 'PHP_INT_MAX' => PHP_INT_MAX, '-1' => -1, '2^53+1' => 2 ** 53 + 1,
    'float 2^63' => 2.0 ** 63, '0.1+0.2' => 0.1 + 0.2, '10004.307044278' => 10004.307044278,
    'PHP_FLOAT_EPSILON' => PHP_FLOAT_EPSILON, 'PHP_FLOAT_MAX' => PHP_FLOAT_MAX, 'PHP_FLOAT_MIN' => PHP_FLOAT_MIN,
    'smallest float' => 4.9e-324, '1/3' => 1 / 3, '1e22' => 1e22, '1e23' => 1e23,
    'empty array' => [],
];

function check(string $what, Stampede\Result $result, string $status, mixed $value): void
{
    $same = gettype($result->value) === gettype($value) && anatomy($result->value) === anatomy($value)
        && (!is_float($value) || is_nan($value) || pack('E', $result->value) === pack('E', $value));
    if (!$same || $result->status->value !== $status) {
        echo "$what: {$result->status->value} ", anatomy($result->value), "\n";
    }
}

foreach ($values as $what => $value) {
    check("$what, cold", stampede_fetch("alone:$what", null, fn () => $value), 'built', $value);
    check("$what, warm", stampede_fetch("alone:$what", null, fn () => 'not this'), 'hit', $value);
    check("$what in an array, cold", stampede_fetch("array:$what", null, fn () => [$what => $value]), 'built', [$what => $value]);
    check("$what in an array, warm", stampede_fetch("array:$what", null, fn () => 'not this'), 'hit', [$what => $value]);
    check("$what in an object, cold", stampede_fetch("object:$what", null, fn () => (object) [$what => $value]), 'built', (object) [$what => $value]);
    check("$what in an object, warm", stampede_fetch("object:$what", null, fn () => 'not this'), 'hit', (object) [$what => $value]);
    stampede_put("put:$what", null, $value);
    check("$what, put", stampede_fetch("put:$what", null, fn () => 'not this'), 'hit', $value);
}
echo count($values), " values\n";
?>
--EXPECT--
34 values
