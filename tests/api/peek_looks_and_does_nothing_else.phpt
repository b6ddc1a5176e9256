--TEST--
peek() shows the live copy, else the stale one, else nothing, and writes, locks and builds nothing
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

var_dump(stampede_peek('key', 'de'));
stampede_put('key', 'de', 'value');
stampede_peek('key', 'de'); // connected by now
$redis->command('CONFIG', 'RESETSTAT');
var_dump(stampede_peek('key', 'de')->status);
$redis->command('DEL', 'key:de');
var_dump(stampede_peek('key', 'de')->status);
$redis->command('DEL', 'key:de:stale');
var_dump(stampede_peek('key', 'de'), stampede_peek('key'));
preg_match_all('/cmdstat_(\w+):calls=(\d+)/', $redis->command('INFO', 'commandstats'), $matches);
$calls = array_diff_key(array_combine($matches[1], $matches[2]), ['del' => 1, 'config' => 1, 'info' => 1, 'config|resetstat' => 1]);
ksort($calls);
echo json_encode($calls), "\n";

// A live copy that is damaged does not hide the stale one.
stampede_put('key', 'de', 'value');
$redis->command('SET', 'key:de', 'damaged');
var_dump(stampede_peek('key', 'de')->status);
?>
--EXPECT--
NULL
enum(Stampede\Status::Hit)
enum(Stampede\Status::Stale)
NULL
NULL
{"get":"7","hmget":"7"}
enum(Stampede\Status::Stale)
