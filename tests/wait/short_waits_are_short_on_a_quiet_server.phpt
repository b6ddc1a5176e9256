--TEST--
A wait of milliseconds ends in milliseconds, also on a server that has nothing else to do
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['hz 1', 'dynamic-hz no']);
ini_set('stampede.request_wait', '30');
stampede_put('list', 'ru', 'old');
$redis->command('DEL', 'list:ru');
$redis->command('SET', 'list:ru:lock', 'somebody', 'PX', '600000');
$answers = [];
for ($i = 0; $i < 40; $i++) {
    $answers[] = ask('list', 'ru', fn () => 'built', ['wait' => 0.005]);
}
echo tally($answers), "\n";
// A server that wakes up once a second would end each of them after half a second. Half of the waits may meet a busy machine.
$waits = array_map(fn (Answer $answer) => $answer->waited, $answers);
sort($waits);
echo 'waited: ', $waits[20] >= 0.005 && $waits[20] < 0.2 ? 'milliseconds' : $waits[20], "\n";
// What the wait leaves behind on the connection is read: the next call is right.
stampede_put('other', 'ru', 'value');
echo ask('other', 'ru', fn () => 'built'), "\n";
echo 'connections: ', stampede_stats()['connections'], "\n";
?>
--EXPECT--
stale "old" 40
waited: milliseconds
hit "value"
connections: 1
