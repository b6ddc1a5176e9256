--TEST--
The server dies while a builder runs: its value is returned, once, with one warning; afterwards all is well again
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.retry_after', '0');
$builds = new Builds();
echo ask('list', 'ru', fn () => $builds->run(function () use ($redis) {
    $redis->kill9();
    return 'value';
})), "\n";
echo 'builds: ', $builds->count(), "\n";
$redis->start();
echo ask('list', 'ru', fn () => 'new'), ', ', ask('list', 'ru', fn () => 'no'), "\n";
?>
--EXPECTF--
Warning: stampede_fetch(): %s: connect: Connection refused; check that Redis runs there and stampede.redis and stampede.connect_timeout in %s on line %d
built "value"
builds: 1
built "new", hit "new"
