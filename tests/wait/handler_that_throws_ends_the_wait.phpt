--TEST--
An exception of a signal handler ends the wait, and the connection with it
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$redis->command('SET', 'list:ru:lock', bin2hex(random_bytes(16)), 'PX', '60000');
stampede_put('other', null, 'value of the other');
$herd = new Herd();

$waiter = $herd->start('waiter', function () {
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn () => throw new LogicException('enough'));
    return [
        ask('list', 'ru', fn () => 'built', ['cold_wait' => 40]),
        ask('other', null, fn () => 'built'),
        ask('list', 'ru', fn () => 'built', ['cold_wait' => 0.01]),
    ];
});
wait_for_waiters($redis, 1);
$connection = clients($redis)[1]['id'];
$waiter->signal(SIGUSR1);
echo implode("\n", $waiter->result()), $waiter->output(), "\n";
?>
--EXPECT--
LogicException: enough null
hit "value of the other"
empty null
