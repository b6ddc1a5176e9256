--TEST--
A time limit that is reached while waiting ends the request then and there
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
ini_set('stampede.request_wait', '40');
$redis->command('SET', 'list:ru:lock', bin2hex(random_bytes(16)), 'PX', '60000');
$herd = new Herd();

$waiter = $herd->start('waiter', function () {
    set_time_limit(100);
    return ask('list', 'ru', fn () => 'built', ['cold_wait' => 40]);
});
wait_for_waiters($redis, 1);
// What the system does when the limit is reached.
$waiter->signal(SIGPROF);
$began = clock();
echo $waiter->end(), "\n";
echo 'at once: ', clock() - $began < 20 ? 'yes' : 'no', "\n";
echo preg_match('/Fatal error: Maximum execution time of 100 seconds exceeded/', $waiter->output(), $match) ? $match[0] : $waiter->output(), "\n";
?>
--EXPECT--
exit 255
at once: yes
Fatal error: Maximum execution time of 100 seconds exceeded
