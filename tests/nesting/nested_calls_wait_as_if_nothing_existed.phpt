--TEST--
Inside a builder a call waits for cold_wait although a stale copy exists, and gets the fresh value
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$herd = new Herd();
$options = ['wait' => 0, 'cold_wait' => 40, 'lock_ttl' => 600];
stampede_put('inner', null, 'old');
stampede_invalidate('inner');

$builder = $herd->start('builder', fn (Actor $me) => ask('inner', null, function () use ($me) {
    $me->pause('building');
    return 'new';
}, $options));
$builder->until('building');
echo 'outside: ', ask('inner', null, fn () => 'another', $options), "\n";
$outer = $herd->start('outer', fn () => ask('outer', null, fn () =>
    'outer of ' . stampede_remember('inner', null, fn () => 'another', $options), $options));
wait_for_waiters($redis, 1);
$builder->resume();
echo 'inside: ', $outer->result(), "\n";
echo stampede_peek('outer')->status->value, "\n";
?>
--EXPECT--
outside: stale "old"
inside: built "outer of new"
hit
