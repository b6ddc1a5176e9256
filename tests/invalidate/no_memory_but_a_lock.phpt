--TEST--
Redis has no memory left: there is a lock all the same, one process builds and nothing is stored; hits are served
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['maxmemory-policy noeviction']);
ini_set('stampede.lock_ttl', '600');
$herd = new Herd();
stampede_put('warm', null, 'value');
stampede_put('known', null, 'value');
stampede_forget('known');
$redis->command('CONFIG', 'SET', 'maxmemory', '1');

foreach (['known', 'never heard of'] as $key) {
    $builder = $herd->start('builder', fn (Actor $me) => @ask($key, null, function () use ($me) {
        $me->pause('building');
        return 'built';
    }));
    $builder->until('building');
    echo "$key: ", ask($key, null, fn () => 'another', ['cold_wait' => 0.05]), ', ';
    $builder->resume();
    echo $builder->result(), ', then ', @ask($key, null, fn () => 'next'), "\n";
}
echo 'warm: ', ask('warm', null, fn () => 'built'), "\n";
$redis->command('CONFIG', 'SET', 'maxmemory', '0');
echo 'with memory again: ', ask('known', null, fn () => 'built'), ', ', ask('known', null, fn () => 'no'), "\n";
?>
--EXPECT--
known: empty null, built "built", then built "next"
never heard of: empty null, built "built", then built "next"
warm: hit "value"
with memory again: built "built", hit "built"
