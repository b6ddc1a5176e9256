--TEST--
The server has too many clients: it is named, builders run without it, and there is room again later
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = new RedisServer(['maxclients 1'], tcp: true);
ini_set('stampede.connect_timeout', '30');
ini_set('stampede.retry_after', '0');
foreach ([redis_url($redis), "redis://127.0.0.1:{$redis->port}"] as $url) {
    ini_set('stampede.redis', $url);
    $redis->command('CONFIG', 'SET', 'maxclients', '1');
    echo ask('list', null, fn () => 'built'), "\n";
    echo strtok(@thrown(fn () => stampede_invalidate('list')), ':'), "\n";
    $redis->command('CONFIG', 'SET', 'maxclients', '10');
    echo ask('list', null, fn () => 'value')->value, "\n";
}
?>
--EXPECTF--
Warning: stampede_fetch(): unix:%s: connect: ERR max number of clients reached; raise maxclients of Redis in %s on line %d
fallback "built"
Stampede\ConnectionException
value

Warning: stampede_fetch(): redis:%s: connect: ERR max number of clients reached; raise maxclients of Redis in %s on line %d
fallback "built"
Stampede\ConnectionException
value
