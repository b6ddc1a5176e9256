--TEST--
A wrong password, a user that is not there, a missing password: a warning that says so, and builders run without the cache
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = new RedisServer(['requirepass right'], tcp: true);
ini_set('stampede.connect_timeout', '30');
foreach ([':wrong@', 'nobody:wrong@', ''] as $credentials) {
    ini_set('stampede.redis', "redis://{$credentials}127.0.0.1:{$redis->port}");
    echo ask('list', null, fn () => 'built'), "\n";
    echo ask('list', null, fn () => 'built'), "\n";
}
ini_set('stampede.redis', "redis://:right@127.0.0.1:{$redis->port}");
echo ask('list', null, fn () => 'built'), "\n";
?>
--EXPECTF--
Warning: stampede_fetch(): redis://:***@127.0.0.1:%d: connect: WRONGPASS %s; check the user and password in stampede.redis in %s on line %d
fallback "built"
fallback "built"

Warning: stampede_fetch(): redis://nobody:***@127.0.0.1:%d: connect: WRONGPASS %s; check the user and password in stampede.redis in %s on line %d
fallback "built"
fallback "built"

Warning: stampede_fetch(): redis://127.0.0.1:%d: connect: NOAUTH %s; check the user and password in stampede.redis in %s on line %d
fallback "built"
fallback "built"
built "built"
