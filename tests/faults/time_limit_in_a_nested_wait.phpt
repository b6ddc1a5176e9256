--TEST--
A time limit, and a signal that ends the request, in a wait inside of a builder: its own lock is gone, that of the other stays
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip PHP itself leaves memory behind after a fatal error');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
ini_set('stampede.lock_ttl', '600');
$redis->command('SET', 'inner:lock', bin2hex(random_bytes(16)), 'PX', '600000');
$herd = new Herd();
$life = fn () => stampede_remember('outer', null, fn () => stampede_remember('inner', null, fn () => 'no', ['cold_wait' => 40]));

$ends = [
    'time limit' => [SIGPROF, fn () => set_time_limit(100)],
    'exit in a handler' => [SIGTERM, fn () => pcntl_async_signals(true) . pcntl_signal(SIGTERM, fn () => exit(3))],
    'exception in a handler' => [SIGALRM, fn () => pcntl_async_signals(true) . pcntl_signal(SIGALRM, fn () => throw new LogicException('no'))],
];
foreach ($ends as $name => [$signal, $prepare]) {
    $worker = $herd->start($name, function () use ($prepare, $life) {
        $prepare();
        return $life();
    });
    wait_for_waiters($redis, 1);
    $worker->signal($signal);
    echo "$name: ", $worker->end(), ', outer lock: ', $redis->command('EXISTS', 'outer:lock'),
        ', inner lock: ', $redis->command('EXISTS', 'inner:lock'), "\n";
}
?>
--EXPECT--
time limit: exit 255, outer lock: 0, inner lock: 1
exit in a handler: exit 3, outer lock: 0, inner lock: 1
exception in a handler: exit 0, outer lock: 0, inner lock: 1
