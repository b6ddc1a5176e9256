--TEST--
The option empty is answered as it is given, whatever it is, and never stored
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$redis->command('SET', 'key:lock', str_repeat('a', 32), 'PX', '600000');
$object = new ArrayObject();
$closure = fn () => 'a closure';
foreach ([null, false, '', 0, [], 'text', $object, $closure] as $empty) {
    $options = ['empty' => $empty, 'cold_wait' => 0];
    var_dump(stampede_remember('key', null, fn () => 'not this', $options) === $empty);
    var_dump(stampede_fetch('key', null, fn () => 'not this', $options)->value === $empty);
}
var_dump(stampede_remember('key', null, fn () => 'not this', ['cold_wait' => 0]));
echo implode(' ', names($redis)), "\n";

// A hit, a build and a stale copy do not care about it.
$redis->command('DEL', 'key:lock');
var_dump(stampede_remember('key', null, fn () => null, ['empty' => 'empty']));
var_dump(stampede_remember('key', null, fn () => 'not this', ['empty' => 'empty']));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
NULL
key:lock
NULL
NULL
