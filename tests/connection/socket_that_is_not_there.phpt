--TEST--
The path of the socket is wrong: a warning that names it and says why, and no connection elsewhere
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

ini_set('stampede.redis', 'unix:///nonexistent/redis.sock');
echo ask('list', null, fn () => 'built'), "\n";
var_dump(stampede_peek('list'));
echo thrown(fn () => stampede_invalidate('list')), "\n";
?>
--EXPECTF--
Warning: stampede_fetch(): unix:///nonexistent/redis.sock: connect: No such file or directory; check that Redis runs there and stampede.redis and stampede.connect_timeout in %s on line %d
fallback "built"
NULL
Stampede\ConnectionException: The invalidation did not reach the store: unix:///nonexistent/redis.sock: connect: No such file or directory; check that Redis runs there and stampede.redis and stampede.connect_timeout
