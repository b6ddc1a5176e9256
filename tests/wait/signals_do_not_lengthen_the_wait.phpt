--TEST--
A process that gets a signal every 10 ms still gives up when its budget is gone
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$redis->command('SET', 'list:ru:lock', bin2hex(random_bytes(16)), 'PX', '60000');
$herd = new Herd();

$waiter = $herd->start('waiter', function (Actor $me) {
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn () => null);
    $me->pause('ready');
    $answer = ask('list', 'ru', fn () => 'built', ['cold_wait' => 0.5]);
    $me->pause('done');
    return $answer;
});
$waiter->until('ready');
$drummer = $herd->drum($waiter, SIGALRM, 0.01);
$waiter->resume();
$waiter->until('done');
$drummer->kill();
$waiter->resume();
$answer = $waiter->result();
echo $answer, $waiter->output(), "\n";
echo 'waited: ', $answer->waited >= 0.499 && $answer->waited < 10 ? 'the budget' : $answer->waited, "\n";
?>
--EXPECT--
empty null
waited: the budget
