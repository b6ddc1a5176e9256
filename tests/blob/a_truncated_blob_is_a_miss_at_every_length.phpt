--TEST--
A blob cut off at any length is a miss that is rebuilt and overwritten, live or stale
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$value = ['answer' => 42];
stampede_put('live', null, $value);
for ($length = 0; $length < strlen($redis->command('GET', 'live')); $length++) {
    $blob = $redis->command('GET', 'live');
    $redis->command('SET', 'live', substr($blob, 0, $length));
    $result = stampede_fetch('live', null, fn () => $value);
    $again = stampede_fetch('live', null, fn () => 'not this');
    if ([$result->status->value, $result->value, $again->status->value, $again->value] !== ['built', $value, 'hit', $value]) {
        echo "live copy of $length bytes: {$result->status->value}, then {$again->status->value}\n";
    }
}
var_dump($length > 100);

// The stale copy alone, while somebody else is building.
stampede_put('stale', null, $value);
$blob = $redis->command('GET', 'stale:stale');
$redis->command('DEL', 'stale');
$redis->command('SET', 'stale:lock', str_repeat('a', 32), 'PX', '600000');
$options = ['wait' => 0, 'cold_wait' => 0, 'empty' => 'empty'];
for ($length = 0; $length < strlen($blob); $length++) {
    $redis->command('SET', 'stale:stale', substr($blob, 0, $length));
    $result = stampede_fetch('stale', null, fn () => 'not this', $options);
    if ($result->status !== Stampede\Status::Empty || $result->value !== 'empty' || stampede_peek('stale') !== null) {
        echo "stale copy of $length bytes: {$result->status->value}\n";
    }
}
$redis->command('SET', 'stale:stale', $blob);
var_dump(stampede_fetch('stale', null, fn () => 'not this', $options)->value);
?>
--EXPECT--
bool(true)
array(1) {
  ["answer"]=>
  int(42)
}
