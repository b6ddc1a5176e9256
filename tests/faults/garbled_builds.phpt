--TEST--
Bits are flipped in every byte of the replies to arbitrate and fill: the caller gets what was built, the next one the same
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/fault_proxy.php';

$redis = private_redis();
ini_set('stampede.retry_after', '0');
// A lock that is left behind is another test's matter.
ini_set('stampede.lock_ttl', '0.02');
ini_set('stampede.cold_wait', '30');
ini_set('stampede.request_wait', '3600');
$herd = new Herd();
$proxy = new FaultProxy($herd, $redis);
ini_set('stampede.redis', $proxy->url);
stampede_remember('first', null, fn () => 'the scripts are known from here on');

$call = fn (string $key) => ask($key, null, fn () => "value of $key");
$proxy->arm();
$call('entry00000');
[, $arbitrate, $fill] = $proxy->turns();
$wrong = $statuses = [];
$number = 0;
foreach (['arbitrate' => [2, $arbitrate[1]], 'fill' => [3, $fill[1]]] as $name => [$turn, $length]) {
    for ($byte = 0; $byte < $length; $byte++) {
        foreach ([1 << $byte % 8, 1 << ($byte + 3) % 8, 0xff] as $mask) {
            $key = sprintf('entry%05d', ++$number);
            $proxy->arm(Fault::garble($turn, $byte, $mask), Fault::cut($turn, $length));
            foreach ([@$call($key), @$call($key), $call($key)] as $which => $answer) {
                $statuses[$which][$answer->status] = true;
                if ($answer->value !== "value of $key") {
                    $wrong[] = "$name, byte $byte, mask $mask: $answer";
                }
            }
        }
    }
}
echo 'struck: ', $proxy->strikes() === 2 * $number ? 'always' : 'not always', "\n";
echo 'wrong: ', implode(', ', $wrong), "\n";
echo 'in the end: ', implode(' ', array_keys($statuses[2])), "\n";
?>
--EXPECT--
struck: always
wrong: 
in the end: hit
