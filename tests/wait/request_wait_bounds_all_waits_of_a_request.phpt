--TEST--
Two hundred cold entries that others are building: all waits of the request together are bounded
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '0.2');
for ($i = 0; $i < 200; $i++) {
    $redis->command('SET', "entry$i:lock", bin2hex(random_bytes(16)), 'PX', '60000');
}

$answers = [];
for ($i = 0; $i < 200; $i++) {
    $answers[] = ask("entry$i", null, fn () => 'built', ['cold_wait' => 0.05]);
}

echo tally($answers), "\n";
$waits = array_filter(array_column($answers, 'waited'));
echo 'entries waited for: ', count($waits) <= 4 ? 'four at most' : count($waits), "\n";
echo 'together: ', array_sum($waits) < 5 ? 'the budget' : 'too long', "\n";
?>
--EXPECT--
empty null 200
entries waited for: four at most
together: the budget
