--TEST--
Two workers find a copy due early before either has the lock: the second is told that somebody has stored, and builds nothing
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
make_scripts_known();
$herd = new Herd();
$builds = new Builds();
$options = ['ttl' => 600, 'jitter' => 0, 'early' => 1];
stampede_put('list', 'ru', 'old', ['ttl' => 600, 'jitter' => 0]);
$relay = new FakeRedis($herd, function (array $command, int $connection, Actor $me) use ($redis): string {
    if (script_of($command) === 'arbitrate') {
        $me->pause('arbitrate');
    }
    return relay($redis, $command);
});
$second = $herd->start('second', function () use ($relay, $builds, $options) {
    ini_set('stampede.redis', $relay->url);
    return ask('list', 'ru', $builds->builder('second'), $options);
});
$relay->process->until('arbitrate');
echo ask('list', 'ru', $builds->builder('first'), $options), "\n";
$relay->process->resume();
echo $second->result(), ', builds: ', $builds->count(), "\n";
?>
--EXPECT--
built "first"
hit "old", builds: 1
