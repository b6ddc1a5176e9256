--TEST--
The server has dropped the idle connection: one silent reconnect, whatever the next call is
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.lock_ttl', '600');
stampede_put('list', 'ru', 'value');
$calls = [
    'remember' => fn () => stampede_remember('list', 'ru', fn () => 'built'),
    'peek' => fn () => stampede_peek('list', 'ru')->value,
    'cold' => fn () => ask('new', null, fn () => 'built'),
    'put' => fn () => stampede_put('list', 'ru', 'put'),
    'invalidate' => fn () => stampede_invalidate('list'),
    'stale' => fn () => stampede_peek('list', 'ru')->value,
    'forget' => fn () => stampede_forget('list'),
];
foreach ($calls as $name => $call) {
    $redis->command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    $before = $redis->info('total_connections_received');
    echo "$name: ", $call(), ', connections: ', $redis->info('total_connections_received') - $before, "\n";
}
echo 'while building: ', ask('slow', null, function () use ($redis) {
    $redis->command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    return 'built';
}), ', then ', stampede_peek('slow')->value, ', lock: ', $redis->command('EXISTS', 'slow:lock'), "\n";
echo 'while failing: ', ask('failing', null, function () use ($redis) {
    $redis->command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    throw new LogicException('no');
}), ', lock: ', $redis->command('EXISTS', 'failing:lock'), "\n";
?>
--EXPECT--
remember: value, connections: 1
peek: value, connections: 1
cold: built "built", connections: 1
put: , connections: 1
invalidate: , connections: 1
stale: put, connections: 1
forget: , connections: 1
while building: built "built", then built, lock: 0
while failing: LogicException: no null, lock: 0
