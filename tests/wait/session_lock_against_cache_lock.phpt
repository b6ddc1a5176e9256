--TEST--
A builder waits for the session that a waiter holds: the waiter gives up, and both go on
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
ini_set('session.save_path', Workspace::directory('sessions'));
ini_set('session.use_cookies', '0');
ini_set('session.cache_limiter', '');
$open = function () {
    session_id('visitor');
    session_start();
};

$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me, $open) {
    $me->pause('building');
    $open();
    return 'value';
}, ['lock_ttl' => 60]));
$builder->until('building');
$waiter = $herd->start('waiter', function (Actor $me) use ($open) {
    $open();
    $me->pause('has the session');
    return ask('list', 'ru', fn () => 'built', ['cold_wait' => 1]);
});
$waiter->until('has the session');
$builder->resume();
$waiter->resume();
echo $waiter->result(), $waiter->output(), "\n";
echo $builder->result(), $builder->output(), "\n";
?>
--EXPECT--
empty null
built "value"
