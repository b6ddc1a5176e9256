--TEST--
Redis has no memory left for a lock: builders run unprotected and nothing is stored, hits are served
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['maxmemory-policy noeviction']);
stampede_put('warm', null, 'value');
stampede_put('cold', null, 'value');
stampede_forget('cold');
$redis->command('CONFIG', 'SET', 'maxmemory', '1');
echo @ask('cold', null, fn () => 'built'), "\n";
echo ask('cold', null, fn () => 'built'), "\n";
echo ask('warm', null, fn () => 'built'), "\n";
$redis->command('CONFIG', 'SET', 'maxmemory', '0');
echo ask('cold', null, fn () => 'built'), "\n";
?>
--EXPECT--
fallback "built"
fallback "built"
hit "value"
built "built"
