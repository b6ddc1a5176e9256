--TEST--
CLIENT KILL at each step of a call: while idle, building, waiting, and with half a request at the server
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/fault_proxy.php';

$redis = private_redis();
ini_set('stampede.lock_ttl', '600');
ini_set('stampede.request_wait', '3600');
$herd = new Herd();
$proxy = new FaultProxy($herd, $redis);
stampede_put('warm', null, 'value');
stampede_remember('scripts', null, fn () => 'are known from here on');
stampede_invalidate('scripts');
$kill = fn () => $redis->command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');

$fail = fn () => throw new LogicException('no');
$steps = [
    'lookup' => [1, fn () => ask('warm', null, fn () => 'built')],
    'arbitrate' => [2, fn (int $number) => ask("cold$number", null, fn () => 'built')],
    'fill' => [3, fn (int $number) => ask("cold$number", null, fn () => 'built')],
    'abandon' => [3, fn (int $number) => ask("cold$number", null, $fail)],
    'peek' => [1, fn () => stampede_peek('warm')->value],
    'begin' => [1, fn () => thrown(fn () => stampede_put('put', null, 'put'))],
    'fill of a put' => [2, fn () => thrown(fn () => stampede_put('put', null, 'put'))],
    'invalidate' => [1, fn () => thrown(fn () => stampede_invalidate('put'))],
];
$worker = $herd->start('worker', function (Actor $me) use ($proxy, $steps) {
    ini_set('stampede.redis', $proxy->url);
    for ($answer = null; [$name, $number] = $me->pause('ready', $answer); ) {
        stampede_peek('warm');
        $me->pause('connected');
        $answer = (string) $steps[$name][1]($number);
    }
});
$number = 0;
foreach ($steps as $name => [$turn]) {
    $answers = [];
    // The request has not begun to come, has come by half, is about to be whole; the answer has not, or by half.
    foreach ([[0, true], [20, true], [0, false], [3, false]] as [$byte, $inRequest]) {
        $worker->until('ready');
        $worker->resume([$name, ++$number]);
        $worker->until('connected');
        $proxy->arm(Fault::freeze($turn, $byte, $inRequest));
        $worker->resume();
        $proxy->untilStruck();
        $kill();
        $proxy->thaw();
        $answers[] = $worker->until('ready');
        $worker->resume(['peek', $number]);
        $worker->until('connected');
        $worker->resume();
    }
    echo "$name: ", implode(', ', array_unique($answers)), "\n";
}
echo 'locks: ', count(array_filter(names($redis), fn (string $key) => str_ends_with($key, ':lock'))), "\n";
echo $worker->output();

// A wait that blocks in the server.
$waiter = $herd->start('waiter', function (Actor $me) {
    $me->pause('go');
    return ask('slow', null, fn () => 'second', ['cold_wait' => 40]);
});
echo ask('slow', null, function () use ($redis, $waiter, $kill) {
    $waiter->until('go');
    $waiter->resume();
    wait_for_waiters($redis, 1);
    $kill();
    wait_for_waiters($redis, 1);
    return 'first';
}), ', ', $waiter->result(), $waiter->output(), "\n";
?>
--EXPECT--
lookup: hit "value"
arbitrate: built "built"
fill: built "built"
abandon: LogicException: no null
peek: value
begin: nothing
fill of a put: nothing
invalidate: nothing
locks: 0
built "first", waited "first"
