--TEST--
LOADING, READONLY, MISCONF and their like: one try on a new connection, then as if the store were down; hits go on where they can
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
stampede_put('warm', null, 'value');
stampede_remember('warm up', null, fn () => 'the scripts are known from here on');

$answering = fn (Closure $wrong) => new FakeRedis($herd, fn (array $command, int $connection) =>
    $wrong($command[0], $connection) ?? relay($redis, $command));
$cases = [
    'loading' => fn (string $command) => "-LOADING Redis is loading the dataset in memory\r\n",
    'loading at first' => fn (string $command, int $connection) => $connection === 1 && $command !== 'CLIENT' ? "-LOADING Redis\r\n" : null,
    'a replica' => fn (string $command) => $command === 'EVALSHA' ? "-READONLY You can't write against a read only replica.\r\n" : null,
    'a replica at first' => fn (string $command, int $connection) => $command === 'EVALSHA' && $connection === 1 ? "-READONLY\r\n" : null,
    'a broken disk' => fn (string $command) => $command === 'EVALSHA' ? "-MISCONF Redis is configured to save RDB snapshots\r\n" : null,
    'a replica without a master' => fn (string $command) => $command === 'CLIENT' ? null : "-MASTERDOWN Link with MASTER is down\r\n",
    'a cluster' => fn (string $command) => $command === 'CLIENT' ? null : "-MOVED 3999 127.0.0.1:6381\r\n",
    'a busy script' => fn (string $command) => $command === 'EVALSHA' ? "-BUSY Redis is busy running a script.\r\n" : null,
];
foreach ($cases as $name => $wrong) {
    ini_set('stampede.redis', $answering($wrong)->url);
    echo "$name: ", @ask('warm', null, fn () => 'built'), ', ', @ask($name, null, fn () => 'built');
    $invalidated = @thrown(fn () => stampede_invalidate('other'));
    echo ', invalidate: ', strtok($invalidated, ':'), ', lock: ', $redis->command('EXISTS', "$name:lock"), "\n";
}
ini_set('stampede.redis', redis_url($redis));
echo 'the real one: ', ask('warm', null, fn () => 'built'), "\n";
?>
--EXPECT--
loading: fallback "built", fallback "built", invalidate: Stampede\ConnectionException, lock: 0
loading at first: hit "value", built "built", invalidate: nothing, lock: 0
a replica: hit "value", fallback "built", invalidate: Stampede\ConnectionException, lock: 0
a replica at first: hit "value", built "built", invalidate: nothing, lock: 0
a broken disk: hit "value", fallback "built", invalidate: Stampede\ConnectionException, lock: 0
a replica without a master: fallback "built", fallback "built", invalidate: Stampede\ConnectionException, lock: 0
a cluster: fallback "built", fallback "built", invalidate: Stampede\ConnectionException, lock: 0
a busy script: hit "value", fallback "built", invalidate: Stampede\ConnectionException, lock: 0
the real one: hit "value"
