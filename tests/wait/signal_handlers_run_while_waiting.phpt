--TEST--
Signal handlers run while a process waits, and the wait goes on to its end
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
    $count = 0;
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () use ($me, &$count) {
        if (++$count === 20) {
            $me->reach('twenty signals');
        }
    });
    $answer = ask('list', 'ru', fn () => 'another value', $options);
    $me->pause('done');
    return $answer;
});
wait_for_waiters($redis, 1);
$drummer = $herd->drum($waiter, SIGALRM, 0.01);
$waiter->until('twenty signals');
$builder->resume();
echo $builder->result(), "\n";
$waiter->until('done');
$drummer->kill();
$waiter->resume();
echo $waiter->result(), $waiter->output(), "\n";
echo 'blocking reads: ', calls($redis, 'xread'), "\n";
?>
--EXPECT--
built "value"
waited "value"
blocking reads: 1
