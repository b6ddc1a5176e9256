--TEST--
A worker has one connection, and keeps it from request to request, whatever way they end
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$worker = new PhpWorker(<<<'PHP'
    $builders = [
        fn () => 'value',
        fn () => exit('exit'),
        fn () => throw new LogicException('no'),
        fn () => no_such_function(),
    ];
    $number = (int) substr($_SERVER['REQUEST_URI'], 1);
    echo stampede_remember('list' . $number % 7, 'ru', $builders[$number % 4], ['ttl' => 0.05]);
    PHP, ['stampede.redis' => redis_url($redis), 'stampede.read_timeout' => '30', 'display_errors' => '0']);

for ($i = 0; $i < 200; $i++) {
    $worker->get("/$i");
}
$names = array_filter(array_column(clients($redis), 'name'));
echo implode(' ', $names) === "stampede-{$worker->pid()}" ? 'one connection' : implode(' ', $names), "\n";
// One is that of this test.
echo 'connections in all: ', $redis->info('total_connections_received') - 1, "\n";
echo 'locks: ', count($redis->command('KEYS', '*:lock')), "\n";
?>
--EXPECT--
one connection
connections in all: 1
locks: 0
