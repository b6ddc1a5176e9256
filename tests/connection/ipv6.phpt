--TEST--
An IPv6 address in brackets
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (!@stream_socket_server('tcp://[::1]:0')) {
    die('skip no IPv6 on this machine');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = new RedisServer(['bind ::1'], tcp: true);
ini_set('stampede.redis', "redis://[::1]:{$redis->port}/1");
ini_set('stampede.connect_timeout', '30');
echo ask('list', null, fn () => 'value'), ', ', ask('list', null, fn () => 'no'), "\n";
$redis->command('SELECT', '1');
echo implode(' ', preg_grep('/done/', names($redis), PREG_GREP_INVERT)), "\n";
?>
--EXPECT--
built "value", hit "value"
list list:gen list:stale
