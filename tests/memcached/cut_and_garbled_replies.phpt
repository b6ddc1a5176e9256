--TEST--
Replies of Memcached are cut at every byte, or garbled bit by bit: the value or a build, never another value, and the next call is right
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/has_memcached.php';
?>
--FILE--
<?php
require __DIR__ . '/../herd/fault_proxy.php';

$redis = private_redis();
$memcached = private_memcached();
ini_set('stampede.retry_after', '0');
ini_set('stampede.read_timeout', '0.3');
$herd = new Herd();
$proxy = new FaultProxy($herd, $memcached);
ini_set('stampede.memcached', $proxy->address);
$put = fn () => stampede_put('list', 'ru', 'value');
$hit = fn () => @ask('list', 'ru', fn () => 'value');
$put();
$proxy->arm();
echo $hit(), "\n";
[[$request, $reply]] = $proxy->turns();

foreach (['request' => [$request, true], 'reply' => [$reply, false]] as $name => [$length, $inRequest]) {
    $answers = [];
    for ($byte = 0; $byte < $length; $byte++) {
        $proxy->arm(Fault::cut(1, $byte, $inRequest));
        $answers[] = (string) $hit();
        $answers[] = (string) $hit();
    }
    sort($answers);
    echo "cut $name: ", implode(', ', array_unique($answers)), '; not struck: ', $length - $proxy->strikes(), "\n";
}

$answers = $next = [];
foreach (range(0, $reply - 1) as $byte) {
    // The length in the first line may be any number for an item, and the deadline passes: not all bits of all bytes.
    $proxy->arm(Fault::garble(1, $byte, 1 << ($byte % 8)));
    $answers[] = (string) $hit();
    $next[] = (string) $hit();
}
sort($answers);
sort($next);
echo 'garbled: ', implode(', ', array_unique($answers)), '; not struck: ', $reply - $proxy->strikes(), "\n";
echo 'next: ', implode(', ', array_unique($next)), "\n";

// A fill: what the first set is answered is cut, on a kept connection and twice.
$outcomes = [];
foreach (range(0, strlen("STORED\r\n") - 1) as $byte) {
    $proxy->arm(Fault::cut(2, $byte)); // turn 1 is the second look of the winner
    $answer = @ask('list', 'ru', fn () => 'value', ['refresh' => true]);
    $outcomes[] = "$answer, then " . $hit() . ', lock: ' . $redis->command('EXISTS', 'list:ru:lock');
    $put();
}
echo 'set: ', implode(' | ', array_unique($outcomes)), "\n";
?>
--EXPECT--
hit "value"
cut request: hit "value"; not struck: 0
cut reply: hit "value"; not struck: 0
garbled: built "value", hit "value"; not struck: 0
next: hit "value"
set: built "value", then hit "value", lock: 0
