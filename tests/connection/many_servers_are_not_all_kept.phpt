--TEST--
A worker that talks to many servers keeps the connections of the last request, not of all
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_TLS')) {
    die('skip it makes URLs without TLS');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['databases 200']);
$worker = new PhpWorker(<<<'PHP'
    $database = substr($_SERVER['REQUEST_URI'], 1);
    $url = ini_get('stampede.redis') . "?db=$database";
    echo (new Stampede\Cache(['redis' => $url]))->remember('list', null, fn () => $database);
    PHP, ['stampede.redis' => redis_url($redis), 'stampede.read_timeout' => '30', 'stampede.connect_timeout' => '30']);

for ($i = 0; $i < 100; $i++) {
    if ($worker->get("/$i") !== (string) $i) {
        echo "not $i\n";
    }
}
$names = fn () => count(array_keys(array_column(clients($redis), 'name'), "stampede-{$worker->pid()}"));
wait_until(fn () => $names() < 10, 'few connections');
echo $worker->get('/99'), ' ', $worker->get('/3'), "\n";
?>
--EXPECT--
99 3
