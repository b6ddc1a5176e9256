--TEST--
Redis 5 and 6 put other words around what they refuse inside of scripts: it is understood all the same
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

// A server of today, in front of whose scripts redis.pcall is made to answer as it did then.
const THEN = <<<'LUA'
    local now = redis
    local redis = setmetatable({pcall = function(...)
      local reply = now.pcall(...)
      if type(reply) == 'table' and reply.err and reply.err:find('^%u+ ') and not reply.err:find('^WRONGTYPE') then
        return {err = '@user_script: 2: -' .. reply.err .. '\r\n'}
      end
      return reply
    end}, {__index = now})

    LUA;
$redis = private_redis(['maxmemory-policy noeviction']);
ini_set('stampede.retry_after', '600');
ini_set('stampede.lock_ttl', '600');
$herd = new Herd();
stampede_put('warm', null, 'value');
$old = new FakeRedis($herd, fn (array $command) => match ($command[0]) {
    'EVALSHA' => "-NOSCRIPT No matching script. Please use EVAL.\r\n",
    'EVAL' => relay($redis, ['EVAL', THEN . $command[1], ...array_slice($command, 2)]),
    default => relay($redis, $command),
}, ['connection']);
ini_set('stampede.redis', $old->url);
$hit = fn () => ask('warm', null, fn () => 'built');
echo 'ordinary: ', ask('list', null, fn () => 'value'), ', ', $hit(), "\n";
$old->process->until('connection');

// One write is refused, everything else goes on, on the same connection.
$answer = ask('full', null, function () use ($redis) {
    $redis->command('CONFIG', 'SET', 'maxmemory', '1');
    return 'value';
});
echo "no memory: $answer, $answer->fill, ", $hit(), ', another connection: ', $old->process->hasReached('connection') ? 'yes' : 'no', "\n";
$redis->command('CONFIG', 'SET', 'maxmemory', '0');
echo 'lock: ', $redis->command('EXISTS', 'full:lock'), "\n";

// A replica: asked once more on a new connection, which may lead elsewhere.
$redis->command('REPLICAOF', '127.0.0.1', '1');
echo 'a replica: ', ask('cold', null, fn () => 'built'), "\n";
$old->process->until('connection');
echo "another connection\n";
?>
--EXPECTF--
ordinary: built "value", hit "value"

Warning: stampede_fetch(): unix://%s: fill: %SOOM command not allowed %S; Redis does not write now: check maxmemory and its eviction policy in %s on line %d
no memory: built "value", failed, hit "value", another connection: no
lock: 0
a replica: 
Warning: stampede_fetch(): unix://%s: arbitrate: %SREADONLY %S; stampede.redis must name a primary in %s on line %d
fallback "built"
another connection
