--TEST--
Lives below a second work, are rounded up to whole milliseconds, and end
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

// Nothing that lives becomes 0, which would mean something else to Redis.
foreach ([0.001, 0.0011, 0.5, 1.5] as $ttl) {
    stampede_put('key', null, 'value', ['ttl' => $ttl, 'stale_ttl' => 0.001, 'jitter' => 0]);
    $left = $redis->command('PTTL', 'key');
    var_dump($left <= ceil($ttl * 1000) && $left !== -1);
}
stampede_put('key', null, 'value', ['ttl' => 0.25, 'stale_ttl' => 3600, 'jitter' => 0]);
while (stampede_peek('key')?->status === Stampede\Status::Hit) {
    usleep(10_000);
}
$peek = stampede_peek('key');
var_dump($peek->status, $peek->age >= 0.25);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
enum(Stampede\Status::Stale)
bool(true)
