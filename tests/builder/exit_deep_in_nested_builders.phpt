--TEST--
exit(), a fatal error or an exception three builders deep drops all three locks
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip PHP itself leaves memory behind after a fatal error');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
$endings = [
    'exits' => fn () => exit(0),
    'fails' => fn () => trigger_error('fatal', E_USER_ERROR),
    'throws' => fn () => throw new LogicException('no'),
];
foreach ($endings as $name => $ending) {
    $process = $herd->start($name, fn () => stampede_remember('a', null, fn () =>
        stampede_remember('b', null, fn () =>
            stampede_remember('c', null, function () use ($ending, $redis) {
                echo count($redis->command('KEYS', '*:lock')), " locks\n";
                $ending();
            }, ['lock_ttl' => 600]), ['lock_ttl' => 600]), ['lock_ttl' => 600]));
    $process->end();
    echo "$name: ", strtok($process->output(), "\n"), ', then ', count($redis->command('KEYS', '*:lock')), "\n";
}
?>
--EXPECT--
exits: 3 locks, then 0
fails: 3 locks, then 0
throws: 3 locks, then 0
