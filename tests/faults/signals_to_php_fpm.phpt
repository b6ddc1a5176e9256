--TEST--
SIGQUIT and other signals to a worker of php-fpm that waits: it waits on, on the same connection, and its answer comes
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip php-fpm is not under valgrind');
}
require __DIR__ . '/../inc/servers.php';
try {
    PhpFpm::binary();
} catch (RuntimeException $error) {
    die('skip ' . $error->getMessage());
}
if (!shell_exec('command -v nginx')) {
    die('skip needs nginx');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
preg_match('#/\S+/stampede\.so$#m', file_get_contents('/proc/self/maps'), $extension);
$script = Workspace::directory('script') . '/index.php';
file_put_contents($script, <<<'PHP'
    <?php
    if ($_SERVER['REQUEST_URI'] === '/pid') {
        stampede_peek('list');
        exit((string) getmypid());
    }
    $result = stampede_fetch('list', null, fn () => 'a second build', ['cold_wait' => 60]);
    echo $result->status->value, ' ', $result->value;
    PHP);
$fpm = new PhpFpm(1, $extension[0] ?? null, ['stampede.redis' => redis_url($redis), 'stampede.read_timeout' => '30',
    'stampede.connect_timeout' => '30', 'stampede.request_wait' => '600', 'display_errors' => '1']);
$nginx = new Nginx($fpm, $script);
$worker = (int) http_herd(['/pid'], $nginx->address)[0]['body'];

// SIGQUIT is what the master sends to its workers when it is reloaded or ends; SIGUSR1 makes them reopen their log.
echo ask('list', null, function () use ($redis, $nginx, $worker, &$request) {
    $request = stream_socket_client($nginx->address);
    fwrite($request, "GET / HTTP/1.0\r\nHost: localhost\r\n\r\n");
    wait_for_waiters($redis, 1);
    for ($i = 0; $i < 30; $i++) {
        foreach ([SIGQUIT, SIGCHLD, SIGWINCH, SIGCONT] as $signal) {
            posix_kill($worker, $signal);
        }
        usleep(3000);
    }
    // It still waits, and has not come again.
    wait_for_waiters($redis, 1);
    return 'value';
}), "\n";
echo parse_http_answer(stream_get_contents($request), 0)['body'], "\n";
echo 'connections: ', $redis->info('total_connections_received') <= 3 ? 'the same' : $redis->info('total_connections_received'), "\n";
?>
--EXPECT--
built "value"
waited value
connections: the same
