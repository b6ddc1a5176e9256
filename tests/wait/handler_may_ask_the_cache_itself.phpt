--TEST--
A signal handler asks the cache while its process waits: both calls get their own value
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$herd = new Herd();
$options = ['cold_wait' => 40, 'lock_ttl' => 60];
stampede_put('other', null, 'value of the other');

$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
    $me->pause('building');
    return 'value';
}, $options));
$builder->until('building');
$waiter = $herd->start('waiter', function (Actor $me) use ($options) {
    $seen = [];
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () use ($me, &$seen) {
        $seen[] = ask('other', null, fn () => 'built');
        $seen[] = ask('new', null, fn () => 'new value');
        $me->reach('handled');
    });
    $seen[] = ask('list', 'ru', fn () => 'another value', $options);
    $seen[] = ask('other', null, fn () => 'built');
    $me->pause('done');
    return $seen;
});
wait_for_waiters($redis, 1);
$waiter->signal(SIGUSR1);
$waiter->until('handled');
$builder->resume();
$waiter->until('done');
$name = "stampede-{$waiter->pid}";
echo 'connections: ', count(array_keys(array_column(clients($redis), 'name'), $name)), "\n";
$waiter->resume();
echo implode("\n", $waiter->result()), $waiter->output(), "\n";
?>
--EXPECT--
connections: 1
hit "value of the other"
built "new value"
waited "value"
hit "value of the other"
