--TEST--
A cluster that is down, and one that is not: both are named, builders run without it, no lock is left
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = new RedisServer(['cluster-enabled yes', 'cluster-port ' . free_port()], tcp: true);
ini_set('stampede.redis', "redis://127.0.0.1:{$redis->port}");
ini_set('stampede.connect_timeout', '30');
ini_set('stampede.read_timeout', '30');
ini_set('stampede.retry_after', '0');
$herd = new Herd();
$ask = function (string $state) use ($herd): void {
    $worker = $herd->start($state, fn () => ask('list', null, fn () => 'built') . ', '
        . strtok(thrown(fn () => stampede_invalidate('list')), ':'));
    echo "$state: ", $worker->result(), $worker->output(), "\n";
};

$ask('down');
$redis->command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
wait_until(fn () => str_contains($redis->command('CLUSTER', 'INFO'), 'cluster_state:ok'), 'the cluster is up');
$ask('up');
ini_set('stampede.redis', "redis://127.0.0.1:{$redis->port}/1");
$ask('another database');
echo 'left: ', $redis->command('DBSIZE'), "\n";
?>
--EXPECTF--
down: fallback "built", Stampede\ConnectionException
Warning: stampede_fetch(): redis://127.0.0.1:%d: HMGET: CLUSTERDOWN Hash slot not served [list:gen]; Redis Cluster is not supported in %s on line %d

up: fallback "built", nothing
Warning: stampede_fetch(): redis://127.0.0.1:%d: arbitrate: CROSSSLOT Keys in request don't hash to the same slot; Redis Cluster is not supported in %s on line %d

another database: fallback "built", Stampede\ConnectionException
Warning: stampede_fetch(): redis://127.0.0.1:%d/1: connect: ERR SELECT is not allowed in cluster mode%S in %s on line %d

left: 0
