--TEST--
Redis restarts from a snapshot in which few builds had been counted: a build from before does not replace a put that came after
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.lock_ttl', '600');
ini_set('stampede.retry_after', '0');
$herd = new Herd();
stampede_put('list', 'ru', 'old');
$redis->command('SAVE');
for ($i = 0; $i < 10; $i++) {
    stampede_put('list', 'ru', 'lost with the restart');
}
$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
    $me->pause('building');
    return 'read before';
}, ['refresh' => true]));
$builder->until('building');
$redis->kill9();
$redis->start();
stampede_put('list', 'ru', 'newer');
$builder->resume();
$answer = $builder->result();
echo "$answer, $answer->fill, then ", stampede_peek('list', 'ru')->value, "\n";
?>
--EXPECT--
built "read before", superseded, then newer
