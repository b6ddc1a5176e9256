--TEST--
A replica that has lost its primary and shows nothing: MASTERDOWN is named, builders run without it, an invalidation throws
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['replica-serve-stale-data no']);
ini_set('stampede.retry_after', '0');
stampede_put('list', null, 'value');
echo ask('list', null, fn () => 'built'), "\n";
$redis->command('REPLICAOF', '127.0.0.1', '1');
echo ask('list', null, fn () => 'built'), "\n";
echo preg_replace('/unix:\S+/', 'unix:', @thrown(fn () => stampede_invalidate('list'))), "\n";
$redis->command('REPLICAOF', 'NO', 'ONE');
echo ask('list', null, fn () => 'built'), "\n";
?>
--EXPECTF--
hit "value"

Warning: stampede_fetch(): %s: HMGET: MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. [list:gen]; stampede.redis must name a primary in %s on line %d
fallback "built"
Stampede\ConnectionException: The invalidation did not reach the store: %s: invalidate: MASTERDOWN %s; stampede.redis must name a primary
hit "value"
