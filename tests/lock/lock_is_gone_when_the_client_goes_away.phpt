--TEST--
The client goes away while a builder prints: its request ends, its lock is gone, and the next request builds
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip the end of a server says nothing under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$worker = new PhpWorker(<<<'PHP'
    echo stampede_remember('list', 'ru', function () {
        if ($_SERVER['REQUEST_URI'] === '/slow') {
            for (;;) {
                echo str_repeat('.', 10000);
                flush();
            }
        }
        return 'value';
    }, ['lock_ttl' => 600]);
    PHP, ['stampede.redis' => redis_url($redis), 'stampede.read_timeout' => '30', 'max_execution_time' => '60']);

$client = stream_socket_client($worker->address);
fwrite($client, "GET /slow HTTP/1.0\r\n\r\n");
fread($client, 100);
echo 'while it prints, lock: ', $redis->command('EXISTS', 'list:ru:lock'), "\n";
fclose($client);
wait_until(fn () => $redis->command('EXISTS', 'list:ru:lock') === 0, 'the end of the lock');
echo 'then: ', $worker->get(), "\n";
?>
--EXPECT--
while it prints, lock: 1
then: value
