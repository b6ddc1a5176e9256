--TEST--
An arbitrate that is repeated wins again while its build runs, and is refused when it comes after the end
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.lock_ttl', '600');
$herd = new Herd();
ask('warm up', null, fn () => 'the scripts are known from here on');

$recorder = new FakeRedis($herd, fn (array $command) => relay($redis, $command), ['EVALSHA']);
ini_set('stampede.redis', $recorder->url);
echo ask('list', 'ru', function () use ($redis, $recorder, &$arbitrate) {
    $arbitrate = $recorder->process->until('EVALSHA');
    $token = $redis->command('GET', 'list:ru:lock');
    $reply = $redis->command(...$arbitrate);
    echo 'meanwhile: ', $reply[0], ', the same lock: ', $redis->command('GET', 'list:ru:lock') === $token ? 'yes' : 'no', "\n";
    return 'value';
}), "\n";
echo 'afterwards: ', thrown(fn () => $redis->command(...$arbitrate)), "\n";
echo 'lock: ', $redis->command('EXISTS', 'list:ru:lock'), "\n";
echo ask('list', 'ru', fn () => 'another value'), "\n";
?>
--EXPECT--
meanwhile: won, the same lock: yes
built "value"
afterwards: RuntimeException: STAMPEDE this build is over: a repeated arbitrate came late
lock: 0
hit "value"
