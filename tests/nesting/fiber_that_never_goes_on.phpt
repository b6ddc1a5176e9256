--TEST--
A fiber that is suspended in a builder and given up: its lock is gone, at once or when the request ends
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

$fiber = new Fiber(fn () => stampede_remember('destroyed', null, fn () => Fiber::suspend(), ['lock_ttl' => 600]));
$fiber->start();
echo 'lock: ', $redis->command('EXISTS', 'destroyed:lock'), "\n";
unset($fiber);
gc_collect_cycles();
echo 'fiber destroyed, lock: ', $redis->command('EXISTS', 'destroyed:lock'), "\n";

$process = $herd->start('worker', function () {
    $GLOBALS['fiber'] = new Fiber(fn () => stampede_remember('left', null, fn () => Fiber::suspend(), ['lock_ttl' => 600]));
    $GLOBALS['fiber']->start();
});
echo $process->end(), $process->output(), ', lock: ', $redis->command('EXISTS', 'left:lock'), "\n";
$process = $herd->start('worker', function () {
    $GLOBALS['fiber'] = new Fiber(fn () => stampede_remember('failed', null, fn () => Fiber::suspend(), ['lock_ttl' => 600]));
    $GLOBALS['fiber']->start();
    trigger_error('fatal', E_USER_ERROR);
});
echo $process->end(), ', lock: ', $redis->command('EXISTS', 'failed:lock'), "\n";
?>
--EXPECT--
lock: 1
fiber destroyed, lock: 0
exit 0, lock: 0
exit 255, lock: 0
