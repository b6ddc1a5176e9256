--TEST--
A needs B while, in another process, B needs A: both end within their waits, with whole values
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$herd = new Herd();
$options = ['cold_wait' => 1, 'lock_ttl' => 600];

$start = fn (string $mine, string $other) => $herd->start($mine, fn (Actor $me) => ask($mine, null, function () use ($me, $mine, $other, $options) {
    $me->pause('building');
    return "$mine with " . stampede_remember($other, null, fn () => "its own $other", $options);
}, $options));
$a = $start('a', 'b');
$b = $start('b', 'a');
$herd->release([$a, $b], 'building');
$answers = $herd->results([$a, $b]);
// Who gives up first may be done before the other has given up as well.
$possible = [
    ['a with its own b', 'b with its own a'],
    ['a with its own b', 'b with a with its own b'],
    ['a with b with its own a', 'b with its own a'],
];
$values = array_column($answers, 'value');
echo in_array($values, $possible, true) ? 'whole values' : implode(', ', $values), "\n";
echo 'in time: ', longest($answers, 'seconds') < 20 ? 'yes' : 'no', "\n";
echo 'locks: ', count($redis->command('KEYS', '*:lock')), "\n";
echo 'stored: ', [stampede_peek('a')->value, stampede_peek('b')->value] === $values ? 'both' : 'not both', "\n";
?>
--EXPECT--
whole values
in time: yes
locks: 0
stored: both
