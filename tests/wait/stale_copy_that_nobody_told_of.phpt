--TEST--
Nothing was there when the wait began, and a stale copy when it ended: it is answered, not empty
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
$redis->command('SET', 'list:lock', bin2hex(random_bytes(16)), 'PX', '600000');
$waiter = $herd->start('waiter', fn () => ask('list', null, fn () => 'value', ['cold_wait' => getenv('STAMPEDE_VALGRIND') ? 20 : 2]));
wait_for_waiters($redis, 1);
stampede_put('list', null, 'old');
stampede_invalidate('list');
echo $waiter->result(), "\n";
?>
--EXPECT--
stale "old"
