--TEST--
A signal handler forks while its process waits: the child waits on a connection of its own, both have the value
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

$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
    $me->pause('building');
    return 'value';
}, $options));
$builder->until('building');
$waiter = $herd->start('waiter', function (Actor $me) use ($options) {
    $parent = getmypid();
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn () => pcntl_fork());
    $answer = ask('list', 'ru', fn () => 'another value', $options);
    if (getmypid() !== $parent) {
        $me->reach('child', $answer);
        exit;
    }
    pcntl_wait($status);
    return $answer;
});
wait_for_waiters($redis, 1);
$waiter->signal(SIGUSR1);
wait_for_waiters($redis, 2);
$builder->resume();
echo 'child: ', $waiter->until('child'), "\n";
echo 'parent: ', $waiter->result(), $waiter->output(), "\n";
?>
--EXPECT--
child: waited "value"
parent: waited "value"
