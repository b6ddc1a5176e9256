--TEST--
An arbitrate that comes when its caller is long gone may take the lock: nobody waits longer than the lease, then somebody builds
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
$relay = new FakeRedis($herd, function (array $command, int $connection, Actor $me) use ($redis): ?string {
    static $lost = false;
    if ($lost || script_of($command) !== 'arbitrate') {
        return relay($redis, $command);
    }
    $lost = true;
    $me->reach('lost', $command);
    return null;
});
// Somebody builds, so that the repeat is told "busy" and its caller goes away without a value.
$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
    $me->pause('building');
    throw new LogicException('no');
}));
$builder->until('building');
$caller = $herd->start('caller', function () use ($relay) {
    ini_set('stampede.redis', $relay->url);
    return ask('list', 'ru', fn () => 'value', ['cold_wait' => 0, 'lock_ttl' => 1]);
});
$arbitrate = $relay->process->until('lost');
echo $caller->result(), "\n";
$builder->resume();
echo $builder->result(), "\n";
echo 'late: ', $redis->command(...$arbitrate)[0], "\n";
echo ask('list', 'ru', fn () => 'value', ['cold_wait' => 0]), "\n";
ini_set('stampede.request_wait', '40');
echo ask('list', 'ru', fn () => 'value', ['cold_wait' => 40]), "\n";
?>
--EXPECT--
empty null
LogicException: no null
late: won
empty null
built "value"
