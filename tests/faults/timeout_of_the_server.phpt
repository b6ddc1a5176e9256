--TEST--
A server that drops connections after a second of silence: no call notices, and a builder slower than that stores
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
stampede_put('list', null, 'value');
$redis->command('CONFIG', 'SET', 'timeout', '1');
$dropped = function () use ($redis): void {
    wait_until(fn () => !array_filter(clients($redis), fn (array $client) => $client['name'] !== ''), 'the connection is dropped');
};
echo $answer = ask('slow', null, function () use ($dropped) {
    $dropped();
    return 'built';
}), ', ', $answer->fill, ', then ', ask('slow', null, fn () => 'no'), "\n";
$dropped();
echo ask('list', null, fn () => 'built'), "\n";
$dropped();
stampede_invalidate('list');
echo stampede_peek('list')->status->value, "\n";

// A wait is longer than that; the server does not take it for silence. The test's own connection is dropped meanwhile.
ini_set('stampede.request_wait', '60');
$redis->command('SET', 'busy:lock', bin2hex(random_bytes(16)), 'PX', '60000');
$connection = fn () => implode(' ', array_column(array_filter(clients($redis), fn (array $client) => $client['name'] !== ''), 'id'));
$before = $connection();
$answer = ask('busy', null, fn () => 'no', ['cold_wait' => 2.5]);
@thrown(fn () => $redis->command('PING'));
echo $answer, ', ', $connection() === $before ? 'the same connection' : 'another connection', "\n";
?>
--EXPECT--
built "built", filled, then hit "built"
hit "value"
stale
empty null, the same connection
