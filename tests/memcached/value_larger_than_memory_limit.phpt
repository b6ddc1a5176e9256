--TEST--
An item that memory_limit does not let in ends the request; the next one of the worker gets its own values
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/has_memcached.php';
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip there is no memory_limit under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$memcached = private_memcached(['-I', '8m']);
$worker = new PhpWorker(<<<'PHP'
    if ($_SERVER['REQUEST_URI'] === '/put') {
        stampede_put('large', null, str_repeat('x', 4000000), ['gzip_level' => 0]);
        stampede_put('small', null, 'small');
    } elseif ($_SERVER['REQUEST_URI'] === '/large') {
        ini_set('memory_limit', '3M');
        echo strlen(stampede_peek('large')->value);
    } else {
        echo stampede_peek('small')->value;
    }
    PHP, ['stampede.redis' => redis_url($redis), 'stampede.memcached' => $memcached->address, 'display_errors' => '0',
        'stampede.read_timeout' => '30', 'memory_limit' => '128M', 'opcache.enable' => '0']);
$worker->get('/put');
echo 'too large for the memory: ', $worker->get('/large') === '' ? 'fails' : 'works', ', then ', $worker->get('/small'), ', ', $worker->get('/small'), "\n";
?>
--EXPECT--
too large for the memory: fails, then small, small
