--TEST--
A server that reads its data again: builders run without it, it is named, and it is used again when it has
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['enable-debug-command yes', 'loading-process-events-interval-bytes 1024']);
ini_set('stampede.retry_after', '0.1');
$herd = new Herd();
stampede_put('list', null, 'value');
$redis->command('DEBUG', 'POPULATE', '20000');
$redis->command('CONFIG', 'SET', 'key-load-delay', '2000');
// On the connection of the worker itself it would be busy; here somebody else's waits.
$herd->start('operator', fn () => $redis->command('DEBUG', 'RELOAD'));
$watcher = stream_socket_client('unix://' . $redis->socket);
wait_until(function () use ($watcher) {
    fwrite($watcher, "GET list\r\n");
    return str_starts_with(fgets($watcher), '-LOADING') || !fgets($watcher);
}, 'the server loads');

echo ask('list', null, fn () => 'built'), ', ', @ask('other', null, fn () => 'built'), "\n";
echo strtok(@thrown(fn () => stampede_invalidate('list')), ':'), "\n";
fwrite($watcher, "CONFIG SET key-load-delay 0\r\n");
echo wait_until(function () {
    $answer = @ask('list', null, fn () => 'built');
    return $answer->status === 'hit' ? $answer : null;
}, 'a hit again'), "\n";
?>
--EXPECTF--
Warning: stampede_fetch(): %s: HMGET: LOADING Redis is loading the dataset in memory%S; it will be there when it has read its data in %s on line %d
fallback "built", fallback "built"
Stampede\ConnectionException
hit "value"
