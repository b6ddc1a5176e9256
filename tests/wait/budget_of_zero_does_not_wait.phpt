--TEST--
With a budget of 0 nobody waits: no blocking command, the answer is stale or empty
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$redis->command('SET', 'cold:lock', bin2hex(random_bytes(16)), 'PX', '60000');
stampede_put('warm', null, 'old');
stampede_invalidate('warm');
$redis->command('SET', 'warm:lock', bin2hex(random_bytes(16)), 'PX', '60000');

echo ask('cold', null, fn () => 'built', ['cold_wait' => 0]), "\n";
echo ask('warm', null, fn () => 'built', ['wait' => 0]), "\n";
ini_set('stampede.request_wait', '0');
echo ask('cold', null, fn () => 'built'), "\n";
echo ask('warm', null, fn () => 'built'), "\n";
echo 'blocking reads: ', calls($redis, 'xread'), "\n";
?>
--EXPECT--
empty null
stale "old"
empty null
stale "old"
blocking reads: 0
