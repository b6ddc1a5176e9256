--TEST--
Bits are flipped in every byte of the requests of a hit and of a build: whatever Redis makes of it, no call shows another value
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/fault_proxy.php';

$redis = private_redis();
ini_set('stampede.retry_after', '0');
ini_set('stampede.lock_ttl', '0.02');
ini_set('stampede.cold_wait', '30');
ini_set('stampede.request_wait', '3600');
$herd = new Herd();
$proxy = new FaultProxy($herd, $redis);
ini_set('stampede.redis', $proxy->url);
stampede_remember('first', null, fn () => 'the scripts are known from here on');
$call = fn (string $key) => ask($key, null, fn () => "value of $key");
$call('other');

$proxy->arm();
$call('entry00000');
$turns = $proxy->turns();
$wrong = [];
$number = 0;
foreach (['lookup', 'arbitrate', 'fill'] as $i => $name) {
    for ($byte = 0; $byte < $turns[$i][0]; $byte += $i === 0 ? 1 : 7) {
        $key = sprintf('entry%05d', ++$number);
        ini_set('stampede.read_timeout', '30');
        $call('first');
        // A request that became longer than it is waits for the rest in vain.
        ini_set('stampede.read_timeout', '0.03');
        $proxy->arm(Fault::garble($i + 1, $byte, 1 << $number % 7, inRequest: true));
        $answers = [@$call($key)];
        ini_set('stampede.read_timeout', '30');
        $proxy->arm();
        $answers[] = @$call($key);
        $answers[] = $call($key);
        foreach ($answers as $which => $answer) {
            if ($answer->value !== "value of $key" || $which === 2 && $answer->status !== 'hit') {
                $wrong[] = "$name, byte $byte, call $which: $answer";
            }
        }
    }
}
// On a busy machine the deadline may have passed before.
echo $proxy->strikes() > $number / 2 ? 'struck' : 'not struck', "\n";
echo 'wrong: ', implode(', ', $wrong), "\n";
echo 'another entry: ', $call('other')->value, "\n";
?>
--EXPECT--
struck
wrong: 
another entry: value of other
