--TEST--
Replies that nobody asked for are not taken for answers to the next call
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
stampede_put('a', null, 'value of a');
stampede_put('b', null, 'old value of b');
$old = relay($redis, ['HMGET', 'b:gen', 'i', 's', 'h', 's:', 'h:', 'f:']) . relay($redis, ['GET', 'b']);
stampede_put('b', null, 'new value of b');
$chatty = new FakeRedis($herd, fn (array $command) => relay($redis, $command) . ($command[1] === 'a' ? $old : ''));
ini_set('stampede.redis', $chatty->url);
echo ask('a', null, fn () => 'built'), "\n";
echo ask('b', null, fn () => 'built'), "\n";
?>
--EXPECT--
hit "value of a"
hit "new value of b"
