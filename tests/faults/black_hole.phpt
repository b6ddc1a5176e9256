--TEST--
An address that swallows all packets: connect_timeout holds, once for many calls, and a full queue of a unix socket is the same
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

// Nobody accepts, and the queue of the listener is full: the kernel drops what else wants to connect.
$hole = function (string $address): array {
    $listener = stream_socket_server($address, $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
        stream_context_create(['socket' => ['backlog' => 1]]));
    $address = str_starts_with($address, 'tcp:') ? 'tcp://' . stream_socket_get_name($listener, false) : $address;
    $fillers = [];
    do {
        $filler = @stream_socket_client($address, $code, $message, 0.2);
        $fillers[] = $filler;
    } while ($filler && count($fillers) < 100);
    return [str_replace('tcp:', 'redis:', $address), $listener, $fillers];
};
ini_set('stampede.connect_timeout', '0.3');
ini_set('stampede.read_timeout', '600');
ini_set('stampede.retry_after', '600');
foreach (['port' => 'tcp://127.0.0.1:0', 'socket' => 'unix://' . Workspace::directory('hole') . '/redis.sock'] as $name => $address) {
    [$url, $listener, $fillers] = $hole($address);
    ini_set('stampede.redis', $url);
    $began = clock();
    $answers = [];
    for ($i = 0; $i < 20; $i++) {
        $answers[] = ask("list$i", null, fn () => 'built');
    }
    $took = clock() - $began;
    echo "$name: ", tally($answers), ', ', $took >= 0.29 && $took < 5 ? 'one time-out' : $took, "\n";
    echo strtok(thrown(fn () => stampede_invalidate('list')), ':'), "\n";
}
?>
--EXPECTF--
Warning: stampede_fetch(): redis://%s: connect: no connection within the deadline; check that Redis runs there and stampede.redis and stampede.connect_timeout in %s on line %d
port: fallback "built" 20, one time-out
Stampede\ConnectionException

Warning: stampede_fetch(): unix://%s: connect: Resource temporarily unavailable; check that Redis runs there and stampede.redis and stampede.connect_timeout in %s on line %d
socket: fallback "built" 20, one time-out
Stampede\ConnectionException
