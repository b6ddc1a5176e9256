--TEST--
An extend that is repeated when the build is over takes no lock, and leaves that of the next builder alone
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
$recorder = new FakeRedis($herd, fn (array $command) => relay($redis, $command), ['EVALSHA']);
$builder = $herd->start('builder', function () use ($recorder) {
    ini_set('stampede.redis', $recorder->url);
    return ask('list', 'ru', function (?string $locale, Stampede\Build $build) {
        $build->extend(600);
        return 'value';
    });
});
$builder->result();
do {
    $extend = $recorder->process->until('EVALSHA');
} while (script_of($extend) !== 'extend');
echo 'after the end: ', $redis->command(...$extend), ', locks: ', $redis->command('EXISTS', 'list:ru:lock'), "\n";
stampede_invalidate('list');
ask('list', 'ru', function () use ($redis, $extend) {
    $token = $redis->command('GET', 'list:ru:lock');
    echo 'during the next build: ', $redis->command(...$extend);
    echo ', its lock: ', $redis->command('GET', 'list:ru:lock') === $token ? 'the same' : 'another', "\n";
});
?>
--EXPECT--
after the end: 0, locks: 0
during the next build: 0, its lock: the same
