--TEST--
Inside a builder nobody answers empty: the nested call builds by itself and stores nothing
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();

$builder = $herd->start('builder', fn (Actor $me) => ask('inner', null, function () use ($me) {
    $me->pause('building');
    return 'inner of the builder';
}, ['lock_ttl' => 600]));
$builder->until('building');
echo ask('outer', null, function () use ($redis) {
    $inner = ask('inner', null, fn () => 'inner built by itself', ['cold_wait' => 0.05, 'empty' => 'empty']);
    echo $inner, ', stored: ', $redis->command('EXISTS', 'inner', 'inner:stale'), "\n";
    return "outer with $inner->value";
}), "\n";
$builder->resume();
echo $builder->result(), "\n";
echo stampede_peek('outer')->status->value, ' ', stampede_peek('outer')->value, "\n";
echo stampede_peek('inner')->status->value, ' ', stampede_peek('inner')->value, "\n";
?>
--EXPECT--
built "inner built by itself", stored: 0
built "outer with inner built by itself"
built "inner of the builder"
hit outer with inner built by itself
hit inner of the builder
