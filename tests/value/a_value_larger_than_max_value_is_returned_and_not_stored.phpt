--TEST--
A value larger than max_value goes to its caller with one warning and is not stored; put throws; a smaller limit when reading makes a miss
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

// The limit is one of the bytes to be compressed: the string, or the serialised value.
$options = ['max_value' => 100];
var_dump(stampede_remember('fits', null, fn () => str_repeat('x', 100), $options) === str_repeat('x', 100));
var_dump(stampede_fetch('fits', null, fn () => 'not this', $options)->status);

stampede_put('large', null, 'small', $options);
$before = $redis->command('GET', 'large');
$result = stampede_fetch('large', null, fn () => str_repeat('x', 101), $options + ['refresh' => true]);
var_dump($result->status, strlen($result->value), $redis->command('GET', 'large') === $before);
var_dump(strlen(stampede_remember('serialised', null, fn () => [str_repeat('x', 90)], $options)[0]));
echo thrown(fn () => stampede_put('large', null, str_repeat('x', 101), $options)), "\n";
var_dump($redis->command('GET', 'large') === $before, preg_grep('/lock|^serialised$/', names($redis)));

// What others stored is not unpacked when it is more than this caller wants.
stampede_put('others', null, str_repeat('x', 1_000_000));
var_dump(stampede_fetch('others', null, fn () => 'mine', $options)->value);
?>
--EXPECTF--
bool(true)
enum(Stampede\Status::Hit)

Warning: stampede_fetch(): The value of large has 101 bytes, more than max_value (100), and is not stored in %s on line %d
enum(Stampede\Status::Built)
int(101)
bool(true)

Warning: stampede_remember(): The value of serialised has 108 bytes, more than max_value (100), and is not stored in %s on line %d
int(90)
Stampede\Exception: The value cannot be stored: it has 101 bytes, more than max_value (100)
bool(true)
array(0) {
}
string(4) "mine"
