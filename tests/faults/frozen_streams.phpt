--TEST--
The connection goes silent in the middle of a request or a reply: the call ends within its deadline, and what comes late is nobody's reply
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
foreach (['list', 'other'] as $key) {
    stampede_put($key, null, "value of $key");
}
stampede_invalidate('scripts are known from here on');
$number = 0;
$cold = function () use (&$number) {
    return ask("entry$number", null, fn () => 'value')->value === 'value';
};
$calls = [
    'hit' => [1, fn () => ask('list', null, fn () => 'value of list')->value === 'value of list'],
    'arbitrate' => [2, $cold],
    'fill' => [3, $cold],
    'invalidate' => [1, fn () => in_array(strtok(thrown(fn () => stampede_invalidate('other')), ':'), ['nothing', 'Stampede\ConnectionException'])],
    'put' => [2, fn () => in_array(strtok(thrown(fn () => stampede_put('other', null, 'value of other')), ':'), ['nothing', 'Stampede\ConnectionException'])],
];
foreach ($calls as $name => [$turn, $call]) {
    stampede_peek('list');
    $number++;
    $proxy->arm();
    $call();
    $lengths = $proxy->turns()[$turn - 1];
    $right = 0;
    $points = 0;
    foreach ([true, false] as $inRequest) {
        $length = $lengths[$inRequest ? 0 : 1];
        foreach (array_unique([0, 1, intdiv($length, 3), intdiv($length, 2), $length - 1]) as $byte) {
            ini_set('stampede.read_timeout', '30');
            stampede_peek('list');
            $points++;
            $number++;
            $proxy->arm(Fault::freeze($turn, $byte, $inRequest));
            ini_set('stampede.read_timeout', '0.05');
            $began = clock();
            $right += @$call() && clock() - $began < 20 ? 1 : 0;
            // Now the rest comes, and must not be taken for the answer to the next call.
            $proxy->thaw();
            ini_set('stampede.read_timeout', '30');
            $next = [ask('list', null, fn () => 'value of list'), ask('other', null, fn () => 'value of other')];
            if ($next[0]->value !== 'value of list' || $next[1]->value !== 'value of other') {
                echo "$name, byte $byte: then ", implode(', ', $next), "\n";
            }
        }
    }
    $struck = $proxy->strikes();
    echo "$name: ", $right === $points ? 'always right' : "$right of $points", $struck === $points ? '' : ", struck $struck of $points", "\n";
}
?>
--EXPECT--
hit: always right
arbitrate: always right
fill: always right
invalidate: always right
put: always right
