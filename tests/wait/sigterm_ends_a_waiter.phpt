--TEST--
SIGTERM ends a waiter at once
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip valgrind sees leaks in a process that a signal ends');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$redis->command('SET', 'list:ru:lock', bin2hex(random_bytes(16)), 'PX', '60000');
$herd = new Herd();
$life = fn () => ask('list', 'ru', fn () => 'built', ['cold_wait' => 40]);

$plain = $herd->start('no handler', $life);
$polite = $herd->start('a handler that exits', function () use ($life) {
    pcntl_async_signals(true);
    pcntl_signal(SIGTERM, fn () => exit(3));
    return $life();
});
wait_for_waiters($redis, 2);
$began = clock();
$plain->signal(SIGTERM);
$polite->signal(SIGTERM);
echo $plain->end(), "\n", $polite->end(), $polite->output(), "\n";
echo 'at once: ', clock() - $began < 20 ? 'yes' : 'no', "\n";
?>
--EXPECT--
signal 15
exit 3
at once: yes
