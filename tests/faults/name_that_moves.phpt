--TEST--
The name of the server leads to another address after a move: it is resolved again when the old one is gone or no primary any more
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (posix_geteuid() !== 0 || shell_exec('unshare -m mount --bind /etc/hosts /etc/hosts 2>&1; echo $?') !== "0\n") {
    die('skip needs root and a mount namespace, for a name of its own');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$port = free_port();
$servers = [];
foreach (['127.0.0.2', '127.0.0.3', '127.0.0.4'] as $address) {
    $servers[] = new RedisServer(["bind $address", "port $port"]);
}
$hosts = Workspace::directory('hosts') . '/hosts';
$point = fn (string $address) => file_put_contents($hosts, "$address cache.test\n");
$point('127.0.0.2');

// The worker sees a /etc/hosts of its own. It does one call for each line that it gets.
$code = <<<'PHP'
    ini_set('stampede.retry_after', '0');
    while ($call = trim(fgets(STDIN))) {
        try {
            echo json_encode(eval("return $call;")), "\n";
        } catch (Throwable $error) {
            echo get_class($error), "\n";
        }
    }
    PHP;
$command = 'mount --bind ' . escapeshellarg($hosts) . ' /etc/hosts && exec ' . escapeshellarg(PHP_BINARY) . ' '
    . getenv('TEST_PHP_EXTRA_ARGS') . " -d display_errors=0 -d stampede.connect_timeout=30 -d stampede.read_timeout=30"
    . " -d stampede.redis=redis://cache.test:$port -r " . escapeshellarg($code);
$worker = proc_open(['unshare', '-m', 'sh', '-c', $command], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
$do = function (string $call) use ($pipes): string {
    fwrite($pipes[0], "$call\n");
    return trim(fgets($pipes[1]));
};
$stored = function (string $key) use (&$servers): string {
    return implode(' ', array_keys(array_filter($servers, fn ($server) => $server->command('EXISTS', $key) === 1)));
};

echo $do('stampede_remember("a", null, fn () => "first")'), ', stored in ', $stored('a'), "\n";
$point('127.0.0.3');
$servers[0]->command('REPLICAOF', '127.0.0.3', (string) $port);
echo 'failover: ', $do('stampede_remember("b", null, fn () => "second")'), ', stored in ', $stored('b'), "\n";
$point('127.0.0.4');
$servers[1]->kill9();
unset($servers[1]);
echo 'move: ', $do('stampede_put("c", null, "third")'), ', stored in ', $stored('c'), "\n";
fclose($pipes[0]);
proc_close($worker);
?>
--EXPECT--
"first", stored in 0
failover: "second", stored in 1
move: null, stored in 2
