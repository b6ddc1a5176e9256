--TEST--
A budget of less than a millisecond is one millisecond to Redis, not 0, which would block for ever
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$redis->command('SET', 'list:lock', bin2hex(random_bytes(16)), 'PX', '600000');
// Not long: what blocks for ever is to be seen.
ini_set('stampede.read_timeout', '5');
$monitor = monitor($redis);
foreach ([0.0009, 0.0004, 0.0001] as $budget) {
    echo ask('list', null, fn () => 'value', ['cold_wait' => $budget]), "\n";
}
preg_match_all('/"BLOCK" "(\d+)"/', implode(monitored($redis, $monitor)), $match);
echo 'blocked at most: ', implode(', ', array_unique($match[1])) ?: 'never', "\n";
?>
--EXPECTF--
empty null
empty null
empty null
blocked at most: %r(1|never)%r
