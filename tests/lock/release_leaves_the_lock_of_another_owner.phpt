--TEST--
The end of a build never removes a lock that is no longer its own
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$endings = [
    'returns' => fn () => 'value',
    'throws' => fn () => throw new LogicException('no'),
    'discards' => function (?string $locale, Stampede\Build $build) {
        $build->discard();
        return 'value';
    },
    'returns a closure' => fn () => fn () => 1,
];
foreach ($endings as $name => $ending) {
    ask($name, null, function (?string $locale, Stampede\Build $build) use ($redis, $name, $ending) {
        $redis->command('SET', "$name:lock", 'somebody else', 'PX', '60000');
        return $ending($locale, $build);
    });
    echo "$name: ", $redis->command('GET', "$name:lock"), "\n";
}
$herd = new Herd();
$process = $herd->start('exits', fn () => ask('exits', null, function () use ($redis) {
    $redis->command('SET', 'exits:lock', 'somebody else', 'PX', '60000');
    exit;
}));
echo $process->end(), ': ', $redis->command('GET', 'exits:lock'), "\n";
?>
--EXPECT--
returns: somebody else
throws: somebody else
discards: somebody else
returns a closure: somebody else
exit 0: somebody else
