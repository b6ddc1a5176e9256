--TEST--
A hit is cut at every byte of its reply and of its request: on a kept connection nobody notices, on a new one it is a build
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
stampede_put('list', 'ru', 'value');
$proxy = new FaultProxy($herd, $redis);
ini_set('stampede.redis', $proxy->url);
$hit = fn () => ask('list', 'ru', fn () => 'built');

echo $hit(), "\n";
[$greeting, $lookup] = $proxy->turns();
foreach (['request' => [$lookup[0], true], 'reply' => [$lookup[1], false]] as $name => [$length, $inRequest]) {
    $answers = ['kept' => [], 'next' => []];
    for ($byte = 0; $byte < $length; $byte++) {
        $proxy->arm(Fault::cut(1, $byte, $inRequest));
        $answers['kept'][] = $hit();
        $answers['next'][] = $hit();
    }
    foreach ($answers as $which => $list) {
        echo "$name, $which: ", count($list) === $length ? 'at every byte: ' : '', implode(', ', array_unique(array_map(strval(...), $list))), "\n";
    }
    echo 'not struck: ', $length - $proxy->strikes(), "\n";
}

// A new connection for each: turn 1 is the handshake.
foreach (['greeting' => [1, $greeting[1]], 'reply' => [2, $lookup[1]]] as $name => [$turn, $length]) {
    $answers = [];
    for ($byte = 0; $byte < $length; $byte++) {
        $redis->command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
        $proxy->arm(Fault::cut($turn, $byte));
        $answers[] = (string) @$hit();
        $answers[] = (string) $hit();
    }
    sort($answers); // The proxy may notice only after the next call that its server has closed.
    echo "new connection, $name: ", implode(', ', array_unique($answers)), "\n";
}
?>
--EXPECT--
hit "value"
request, kept: at every byte: hit "value"
request, next: at every byte: hit "value"
not struck: 0
reply, kept: at every byte: hit "value"
reply, next: at every byte: hit "value"
not struck: 0
new connection, greeting: fallback "built", hit "value"
new connection, reply: fallback "built", hit "value"
