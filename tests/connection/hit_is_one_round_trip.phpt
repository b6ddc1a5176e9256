--TEST--
A thousand hits: HMGET and GET, one round trip each, nothing else, nothing written
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
stampede_put('list', 'ru', 'value');
$redis->command('CONFIG', 'RESETSTAT');
for ($i = 0; $i < 1000; $i++) {
    stampede_remember('list', 'ru', fn () => 'built');
}
$stats = $redis->command('INFO', 'everything');
preg_match_all('/^cmdstat_([^:]+):calls=(\d+)/m', $stats, $match, PREG_SET_ORDER);
foreach ($match as [, $command, $calls]) {
    if ($command !== 'config|resetstat') {
        $lines[] = "$command $calls";
    }
}
sort($lines);
echo implode("\n", $lines), "\n";
preg_match('/^total_reads_processed:(\d+)/m', $stats, $reads);
// One of them is the INFO that asks, one more the RESETSTAT, which counts itself after it has set all to 0.
echo 'reads of the server: ', $reads[1] - 1 <= 1001 ? 'one each' : $reads[1], "\n";
?>
--EXPECT--
get 1000
hmget 1000
reads of the server: one each
