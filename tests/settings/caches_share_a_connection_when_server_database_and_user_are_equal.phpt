--TEST--
Caches share a connection when endpoint, database and credentials are equal, and only then
--EXTENSIONS--
stampede
--SKIPIF--
<?php
if (getenv('STAMPEDE_TLS')) {
    die('skip it makes URLs without TLS');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis(['user alice on >secret ~* +@all', 'user bob on >secret ~* +@all']);
$url = redis_url($redis);

function clients(): int
{
    global $redis;
    return substr_count($redis->command('CLIENT', 'LIST'), 'name=stampede-' . getmypid() . ' ');
}

stampede_put('key', null, 1);
echo 'functions: ', clients(), "\n";
for ($i = 0; $i < 20; $i++) {
    $caches[] = $cache = new Stampede\Cache(['redis' => $url, 'prefix' => "p$i:", 'ttl' => $i + 1, 'read_timeout' => 20 + $i]);
    $cache->remember('key', 'de', fn () => stampede_remember('key', 'de', fn () => 1));
    stampede_peek('key');
}
echo 'twenty caches of the same server: ', clients(), "\n";
(new Stampede\Cache(['redis' => redis_url($redis, 1)]))->put('key', null, 1);
echo 'another database: ', clients(), "\n";
(new Stampede\Cache(['redis' => redis_url($redis, 1)]))->put('key', null, 1);
(new Stampede\Cache(['redis' => $url . '?db=0']))->put('key', null, 1);
echo 'the same database again, and database 0 written out: ', clients(), "\n";
unset($caches, $cache);
gc_collect_cycles();
stampede_peek('key');
echo 'caches gone: ', clients(), "\n";
?>
--EXPECT--
functions: 1
twenty caches of the same server: 1
another database: 2
the same database again, and database 0 written out: 2
caches gone: 2
