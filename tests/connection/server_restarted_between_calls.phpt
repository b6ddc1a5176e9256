--TEST--
The server is restarted between two calls: a rebuild, no warning, and the same with a server that kept its data
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
echo ask('list', 'ru', fn () => 'value'), "\n";
$redis->kill9();
$redis->start();
echo ask('list', 'ru', fn () => 'new'), ', ', ask('list', 'ru', fn () => 'no'), "\n";
$redis->command('SAVE');
$redis->restart();
echo ask('list', 'ru', fn () => 'newer'), "\n";
?>
--EXPECT--
built "value"
built "new", hit "new"
hit "new"
