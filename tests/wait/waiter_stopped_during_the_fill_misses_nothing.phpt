--TEST--
A waiter is stopped while the value is stored: it has the value when it goes on
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
$waiter = $herd->start('waiter', fn () => ask('list', 'ru', fn () => 'another value', $options));
wait_for_waiters($redis, 1);
$waiter->freeze();
$builder->resume();
echo $builder->result(), "\n";
$waiter->thaw();
echo $waiter->result(), $waiter->output(), "\n";
?>
--EXPECT--
built "value"
waited "value"
