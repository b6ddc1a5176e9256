--TEST--
A value that was built from a stale one is shown as stale, never as fresh, however deep it was
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
stampede_put('inner', null, 'old');
stampede_invalidate('inner');
// Somebody else is building the inner entry, and does not come to an end.
$redis->command('SET', 'inner:lock', bin2hex(random_bytes(16)), 'PX', '600000');

$inner = fn () => stampede_remember('inner', null, fn () => 'new', ['cold_wait' => 0]);
echo ask('outer', null, fn () => 'outer of ' . stampede_remember('middle', null, fn () => 'middle of ' . $inner())), "\n";
echo ask('bystander', null, fn () => 'not built from it'), "\n";
foreach (['outer', 'middle', 'bystander'] as $key) {
    $result = stampede_peek($key);
    echo "$key: {$result->status->value} {$result->value}\n";
}
$redis->command('DEL', 'inner:lock');
echo ask('outer', null, fn () => 'outer of ' . stampede_remember('middle', null, fn () => 'middle of ' . $inner())), "\n";
echo stampede_peek('outer')->status->value, "\n";
?>
--EXPECT--
built "outer of middle of old"
built "not built from it"
outer: stale outer of middle of old
middle: stale middle of old
bystander: hit not built from it
built "outer of middle of new"
hit
