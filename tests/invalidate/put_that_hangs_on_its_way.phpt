--TEST--
A put whose value arrives after an invalidation is not fresh, and after a forget it is not stored
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
$relay = new FakeRedis($herd, function (array $command, int $connection, Actor $me) use ($redis): string {
    if (script_of($command) === 'fill') {
        $me->pause('on its way');
    }
    return relay($redis, $command);
});
foreach (['invalidate' => stampede_invalidate(...), 'forget' => stampede_forget(...)] as $name => $verb) {
    $put = $herd->start('put', function () use ($relay, $name) {
        ini_set('stampede.redis', $relay->url);
        stampede_put($name, 'ru', 'read before');
    });
    $relay->process->until('on its way');
    $verb($name, 'ru');
    $relay->process->resume();
    $put->result();
    $result = stampede_peek($name, 'ru');
    echo "$name: ", $result === null ? 'nothing' : "{$result->status->value} $result->value";
    echo ', live: ', $redis->command('EXISTS', "$name:ru"), ', stale: ', $redis->command('EXISTS', "$name:ru:stale"), "\n";
}
?>
--EXPECT--
invalidate: stale read before, live: 0, stale: 1
forget: nothing, live: 0, stale: 0
