--TEST--
A value stored between the lookup and the lock is taken: one miss in common does not mean two builds
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
ask('warm up', null, fn () => 'the scripts are known from here on');
$relay = new FakeRedis($herd, function (array $command, int $connection, Actor $me) use ($redis): string {
    if ($command[0] === 'EVALSHA') {
        $me->pause('arbitrate');
    }
    return relay($redis, $command);
});

$story = function (string $key, Closure $meanwhile) use ($herd, $relay): Answer {
    $late = $herd->start('late', function () use ($key, $relay) {
        ini_set('stampede.redis', $relay->url);
        return ask($key, null, fn () => 'built');
    });
    $relay->process->until('arbitrate');
    $meanwhile();
    for (; $late->isRunning(); $herd->attend(fn () => !$late->isRunning() || $relay->process->hasReached('arbitrate'), 'the answer')) {
        $relay->process->resume();
    }
    return $late->result();
};
echo 'built by another: ', $story('cold', fn () => stampede_remember('cold', null, fn () => 'value')), "\n";
echo 'put by another: ', $story('put', fn () => stampede_put('put', null, 'value')), "\n";
?>
--EXPECT--
built by another: hit "value"
put by another: hit "value"
