--TEST--
put() replaces what is there, makes an invalidated entry fresh again, and goes before builds that began earlier
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

stampede_put('key', 'de', 'first');
echo stampede_peek('key', 'de')->value, "\n";
stampede_put('key', 'de', 'second');
echo stampede_peek('key', 'de')->value, "\n";
stampede_invalidate('key');
stampede_put('key', 'de', 'after invalidate');
echo stampede_peek('key', 'de')->status->value, ' ', stampede_peek('key', 'de')->value, "\n";
stampede_forget('key');
stampede_put('key', 'de', 'after forget');
echo stampede_peek('key', 'de')->status->value, ' ', stampede_peek('key', 'de')->value, "\n";

// It takes no lock, wakes nobody and leaves the builder's lock alone.
$redis->command('SET', 'key:de:lock', str_repeat('a', 32), 'PX', '600000');
stampede_put('key', 'de', 'beside a builder');
echo stampede_peek('key', 'de')->value, ' ', $redis->command('GET', 'key:de:lock'), "\n";
echo implode(' ', preg_grep('/:done:/', names($redis))), "\n";
$redis->command('DEL', 'key:de:lock');

// Builds that began before it are not stored; those that begin after it are.
$result = stampede_fetch('key', 'de', function () {
    stampede_put('key', 'de', 'put while building');
    return 'built before';
}, ['refresh' => true]);
echo $result->value, ', but stored is ', stampede_peek('key', 'de')->value, "\n";
stampede_remember('key', 'de', fn () => 'built after', ['refresh' => true]);
echo stampede_peek('key', 'de')->value, "\n";

// References in a value are cut, and the value stays as it was.
$inner = 1;
$value = ['inner' => &$inner];
stampede_put('key', 'de', $value);
$inner = 2;
echo json_encode(stampede_peek('key', 'de')->value), json_encode($value), "\n";
?>
--EXPECT--
first
second
hit after invalidate
hit after forget
beside a builder aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

built before, but stored is put while building
built after
{"inner":1}{"inner":2}
