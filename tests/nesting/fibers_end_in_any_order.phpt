--TEST--
Builders in three fibers end in another order than they began: each has its value and its lock is gone
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$fibers = [];
foreach (['a', 'b', 'c'] as $key) {
    $fibers[$key] = new Fiber(fn () => ask($key, null, fn () => $key . Fiber::suspend(), ['lock_ttl' => 600]));
    $fibers[$key]->start();
}
foreach (['b', 'a', 'c'] as $key) {
    $fibers[$key]->resume(' done');
    echo $fibers[$key]->getReturn(), ', locks left: ', count($redis->command('KEYS', '*:lock')), "\n";
}
$recursive = new Fiber(fn () => thrown(fn () => stampede_remember('d', null, function () {
    $inner = new Fiber(fn () => stampede_remember('d', null, fn () => 'inner'));
    return $inner->start();
})));
$recursive->start();
echo $recursive->getReturn(), "\n";
?>
--EXPECT--
built "b done", locks left: 2
built "a done", locks left: 1
built "c done", locks left: 0
Stampede\RecursionException: The builder of d asks for the entry that it is building
