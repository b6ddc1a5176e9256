--TEST--
Floats keep all bits under serialize_precision=5 and precision=3, and the setting is left as it was
--EXTENSIONS--
stampede
--INI--
serialize_precision=5
precision=3
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

$floats = [0.1 + 0.2, 1 / 3, 10004.307044278, -0.0, 1e23, PHP_FLOAT_EPSILON, 4.9e-324, 2.0 ** 63, 123456789.123456789];
stampede_remember('list', null, fn () => $floats);
stampede_remember('object', null, fn () => (object) ['x' => 1 / 3]);
stampede_remember('one', null, fn () => 0.1 + 0.2);

foreach (stampede_peek('list')->value as $i => $float) {
    echo pack('E', $float) === pack('E', $floats[$i]) ? 'same' : 'different', "\n";
}
var_dump(stampede_peek('object')->value->x === 1 / 3, stampede_peek('one')->value === 0.1 + 0.2);
var_dump(ini_get('serialize_precision'), serialize(1 / 3));

// A value that cannot be stored does not leave the setting changed either.
echo thrown(fn () => stampede_remember('closure', null, fn () => [fn () => 1])), "\n";
var_dump(serialize(1 / 3));
?>
--EXPECT--
same
same
same
same
same
same
same
same
same
bool(true)
bool(true)
string(1) "5"
string(10) "d:0.33333;"
Stampede\Exception: The value (array) cannot be stored: Serialization of 'Closure' is not allowed
string(10) "d:0.33333;"
