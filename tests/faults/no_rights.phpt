--TEST--
Rights are missing: the command and the remedy are named, values are built, hits go on where they can, and no lock is left
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (!file_exists(__DIR__ . '/../../README.md')) {
    die('skip the README is not installed beside the tests');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = new RedisServer([], tcp: true);
preg_match('/^ACL SETUSER shop on >secret (~\S+) (.*)$/m', file_get_contents(__DIR__ . '/../../README.md'), $match);
ini_set('stampede.connect_timeout', '30');
ini_set('stampede.read_timeout', '30');
ini_set('stampede.prefix', 'shop:');
ini_set('stampede.retry_after', '0');
$herd = new Herd();
$redis->command('SELECT', '2');
$cases = [
    'all rights' => [],
    'no EVAL' => ['-eval', '-evalsha'],
    'no EVAL, but EVALSHA' => ['-eval'],
    'no XREAD' => ['-xread'],
    'no HSET' => ['-hset'],
    'no SET' => ['-set'],
    'no HMGET' => ['-hmget'],
    'no SELECT' => ['-select'],
    'no CLIENT' => ['-client|setname'],
    'keys of others' => ['resetkeys', '~other:*'],
    'switched off' => ['off'],
];
foreach ($cases as $name => $rights) {
    $redis->command('FLUSHALL');
    $redis->command('SCRIPT', 'FLUSH');
    $redis->command('ACL', 'SETUSER', 'shop', 'reset', 'on', '>secret', $match[1], ...explode(' ', $match[2]));
    ini_set('stampede.redis', "redis://shop:secret@127.0.0.1:{$redis->port}/2");
    stampede_put('warm', null, 'value');
    $redis->command('ACL', 'SETUSER', 'shop', ...$rights);
    $redis->command('SCRIPT', 'FLUSH');
    $redis->command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    // A process of its own has the first warning of each kind again.
    $worker = $herd->start($name, fn () => implode(', ', [
        ask('warm', null, fn () => 'built'),
        ask('cold', null, fn () => 'built'),
        strtok(thrown(fn () => stampede_invalidate('warm')), ':'),
    ]));
    echo "$name: ", $worker->result(), "\n";
    preg_match_all('/redis:\S+ (.*) in \S+ on line/', $worker->output(), $warnings);
    foreach ($warnings[1] as $warning) {
        echo '    ', $warning, "\n";
    }
    if (array_filter(names($redis), fn (string $key) => str_ends_with($key, ':lock'))) {
        echo "    a lock is left\n";
    }
}
?>
--EXPECTF--
all rights: hit "value", built "built", nothing
no EVAL: hit "value", fallback "built", Stampede\ConnectionException
    arbitrate: NOPERM %Sevalsha%S; the README lists the commands and keys that the user needs
no EVAL, but EVALSHA: hit "value", fallback "built", Stampede\ConnectionException
    arbitrate: NOPERM %Seval%S; the README lists the commands and keys that the user needs
no XREAD: hit "value", built "built", nothing
no HSET: hit "value", fallback "built", nothing
    arbitrate: %S [HSET shop:cold:gen]; the README lists the commands and keys that the user needs
no SET: hit "value", fallback "built", nothing
    arbitrate: %S [SET shop:cold:lock]; the README lists the commands and keys that the user needs
no HMGET: fallback "built", fallback "built", nothing
    HMGET: NOPERM %Shmget%S; the README lists the commands and keys that the user needs
no SELECT: fallback "built", fallback "built", Stampede\ConnectionException
    connect: NOPERM %Sselect%S; the README lists the commands and keys that the user needs
no CLIENT: hit "value", built "built", nothing
keys of others: fallback "built", fallback "built", Stampede\ConnectionException
    HMGET: NOPERM %S [shop:warm:gen]; the README lists the commands and keys that the user needs
switched off: fallback "built", fallback "built", Stampede\ConnectionException
    connect: WRONGPASS %S; check the user and password in stampede.redis
