--TEST--
Many calls, many causes: each warning names endpoint, command, cause and remedy, and comes once in a window
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.retry_after', '600');
stampede_remember('scripts', null, fn () => 'are known');
$herd = new Herd();
$on = fn (string $name, string $reply) => fn (array $command) => $command[0] === $name ? $reply : relay($redis, $command);
$causes = [
    'closed' => fn (array $command) => $command[0] === 'CLIENT' ? "+OK\r\n" : null,
    'protocol' => $on('HMGET', "what?\r\n"),
    'form' => $on('EVALSHA', "*1\r\n:1\r\n"),
    'unknown error' => $on('EVALSHA', "-ERR something new\r\n"),
    'out of memory' => $on('EVALSHA', "-OOM command not allowed when used memory > 'maxmemory'.\r\n"),
    'no replicas' => $on('EVALSHA', "-NOREPLICAS Not enough good replicas to write.\r\n"),
    'moved' => $on('HMGET', "-MOVED 1 127.0.0.1:1\r\n"),
    'old' => $on('EVALSHA', "-ERR unknown command `EVALSHA`, with args beginning with: `x`\r\n"),
    'foreign' => $on('GET', "-WRONGTYPE Operation against a key holding the wrong kind of value\r\n"),
    'silent' => $on('HMGET', ''),
    'readonly' => $on('EVALSHA', "-READONLY You can't write against a read only replica.\r\n"),
];
foreach ($causes as $name => $answer) {
    $fake = new FakeRedis($herd, $answer);
    $worker = $herd->start($name, function () use ($fake) {
        ini_set('stampede.redis', $fake->url);
        ini_set('stampede.read_timeout', '0.5');
        ini_set('stampede.fallback_builders', '4');
        for ($i = 0; $i < 20; $i++) {
            stampede_remember("list$i", null, fn () => 'built');
        }
    });
    $worker->result();
    preg_match_all('/Warning: (.*) in \S+ on line/', $worker->output(), $warnings);
    foreach ($warnings[1] as $warning) {
        echo "$name: ", str_replace($fake->url, 'URL', $warning), "\n";
    }
}
?>
--EXPECTF--
closed: stampede_remember(): URL: HMGET: Server closed the connection; check the server's log, its maxclients, and what lies between
protocol: stampede_remember(): URL: HMGET: protocol error: %S; check that stampede.redis names a Redis server
form: stampede_remember(): URL: arbitrate: an answer of an unexpected form; check that stampede.redis names a Redis server
unknown error: stampede_remember(): URL: arbitrate: ERR something new%S
out of memory: stampede_remember(): URL: arbitrate: OOM command not allowed when used memory > 'maxmemory'.; Redis does not write now: check maxmemory and its eviction policy
no replicas: stampede_remember(): URL: arbitrate: NOREPLICAS Not enough good replicas to write.; Redis does not write now: check its replicas
moved: stampede_remember(): URL: HMGET: MOVED 1 127.0.0.1:1 [list0:gen]; Redis Cluster is not supported
old: stampede_remember(): URL: arbitrate: ERR unknown command `EVALSHA`, with args beginning with: `x`; Redis 5 or later is needed%S
foreign: stampede_remember(): URL: GET: WRONGTYPE Operation against a key holding the wrong kind of value [list0]; the name belongs to another program: choose another key or stampede.prefix
silent: stampede_remember(): URL: HMGET: no answer within the deadline; check the server's load and stampede.read_timeout
readonly: stampede_remember(): URL: arbitrate: READONLY You can't write against a read only replica.; stampede.redis must name a primary
