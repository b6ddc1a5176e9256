--TEST--
Every bit of the reply to a hit is flipped: the right value or a build, never another value, and the next call is right
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/fault_proxy.php';

$redis = private_redis();
ini_set('stampede.retry_after', '0');
$herd = new Herd();
$proxy = new FaultProxy($herd, $redis);
ini_set('stampede.redis', $proxy->url);
$value = ['rows' => [1, 2.5, null], 'title' => "caf\u{e9}"];
$call = fn () => ask('list', 'ru', fn () => $value);
stampede_put('list', 'ru', $value);

$proxy->arm();
$call();
$length = $proxy->turns()[0][1];
$wrong = $statuses = [];
for ($bit = 0; $bit < 8 * $length; $bit++) {
    // The end of the connection behind it: a longer reply than there is shall not cost a time-out.
    $proxy->arm(Fault::garble(1, $bit >> 3, 1 << ($bit & 7)), Fault::cut(1, $length));
    foreach ([@$call(), $call()] as $which => $answer) {
        $statuses[$which][$answer->status] = true;
        if ($answer->value !== $value) {
            $wrong[] = "byte " . ($bit >> 3) . ', bit ' . ($bit & 7) . ": $answer";
        }
    }
}
echo 'struck: ', $proxy->strikes() === 16 * $length ? 'always' : 'not always', "\n";
echo 'wrong: ', implode(', ', $wrong), "\n";
foreach ($statuses as $which => $list) {
    ksort($list);
    echo $which ? 'next: ' : 'garbled: ', implode(' ', array_keys($list)), "\n";
}

// The type of a reply is wrong, and the connection is not cut: it must not be used again.
$record = strlen(relay($redis, ['HMGET', 'list:gen', 'i', 's', 'h', 's:ru', 'h:ru', 'f:ru']));
foreach ([4, $record] as $byte) {
    $call();
    $proxy->arm(Fault::garble(1, $byte, 0x01));
    echo "type at $byte: ", @$call()->status, ', next: ', $call()->status, "\n";
}
?>
--EXPECTF--
struck: always
wrong: 
garbled: built fallback hit
next: hit
type at 4: fallback, next: hit
type at %d: fallback, next: hit
