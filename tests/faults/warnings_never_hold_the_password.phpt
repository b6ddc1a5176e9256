--TEST--
Whatever a server answers to AUTH, the password is in no warning, no exception, no statistics and not in phpinfo()
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

ini_set('stampede.connect_timeout', '30');
ini_set('stampede.read_timeout', '30');
ini_set('stampede.retry_after', '0');
$herd = new Herd();
// One that looks different in a URL.
$password = 'top secret/%@';
$encoded = rawurlencode($password);
$servers = [
    'another password' => new RedisServer(['requirepass right'], tcp: true),
    'no password' => new RedisServer([], tcp: true),
    'AUTH renamed' => new RedisServer(['rename-command AUTH ""'], tcp: true),
];
$urls = [];
foreach ($servers as $name => $server) {
    $urls[$name] = "redis://:$encoded@127.0.0.1:{$server->port}/3";
    $urls["$name, user"] = "redis://shop:$encoded@127.0.0.1:{$server->port}";
    $urls["$name, socket"] = redis_url($server) . "?user=shop&password=$encoded";
}
$urls['port of nobody'] = "redis://:$encoded@127.0.0.1:" . free_port();
$urls['no socket'] = "unix:///nonexistent/redis.sock?password=$encoded";
$urls['unknown host'] = "redis://:$encoded@host.invalid";
// Servers that repeat what they were told, in their own ways.
foreach (['+%s', '-ERR wrong password %s', "-ERR unknown command 'AUTH', with args beginning with: 'shop' '%s'", '-%s', "$9\r\n%s", '%s'] as $i => $reply) {
    $fake = new FakeRedis($herd, fn (array $command) => $command[0] === 'AUTH' ? sprintf($reply, end($command)) . "\r\n" : "+OK\r\n");
    $urls["parrot $i"] = "$fake->url?password=$encoded";
}

foreach ($urls as $name => $url) {
    $worker = $herd->start($name, function () use ($url) {
        ini_set('stampede.redis', $url);
        $said = [ask('list', null, fn () => 'built')->status, thrown(fn () => stampede_invalidate('list')),
            thrown(fn () => stampede_put('list', null, 'value')), print_r(stampede_stats(), true), stampede_metrics()];
        phpinfo(INFO_MODULES);
        return implode("\n", $said);
    });
    $said = $worker->result() . $worker->output();
    if (!str_contains($said, 'ConnectionException') || !str_contains($said, 'Warning')) {
        echo "$name: works?\n$said";
    }
    foreach ([$password, $encoded, 'secret'] as $part) {
        if (($at = strpos($said, $part)) !== false) {
            echo "$name: ", substr($said, max(0, $at - 200), 300), "\n";
            break;
        }
    }
}
echo count($urls), " looked at\n";
?>
--EXPECT--
18 looked at
