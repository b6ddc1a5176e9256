--TEST--
A cold call is cut at every byte of the replies to arbitrate and fill: one build, stored, no lock; cut twice it is still the value
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
stampede_remember('first', null, fn () => 'the scripts are known from here on');

$builds = 0;
$build = function () use (&$builds) {
    $builds++;
    return 'value';
};
/** What a cold call and the next one answer, and what is left of the lock; always with names of the same length. */
$story = function (string $name, Fault ...$faults) use ($proxy, $redis, $build): string {
    static $number = 0;
    $key = sprintf('entry%05d', ++$number);
    $proxy->arm(...$faults);
    $cold = @ask($key, null, $build);
    $lock = $redis->command('EXISTS', "$key:lock");
    $proxy->arm();
    $next = ask($key, null, $build);
    if ($proxy->strikes() !== count($faults)) {
        echo "$name: not struck\n";
    }
    return "$cold, then $next, lock: $lock";
};

$proxy->arm();
stampede_remember('entry00000', null, $build);
[, $arbitrate, $fill] = $proxy->turns();
foreach (['arbitrate' => [2, $arbitrate], 'fill' => [3, $fill]] as $name => [$turn, [$request, $reply]]) {
    $builds = 0;
    $stories = [];
    for ($byte = 0; $byte < $reply; $byte++) {
        $stories[] = $story("reply to $name", Fault::cut($turn, $byte));
    }
    for ($byte = 0; $byte <= $request; $byte += 7) {
        $stories[] = $story("request of $name", Fault::cut($turn, $byte, inRequest: true));
    }
    echo "$name: ", implode(' | ', array_unique($stories)), '; builds too many: ', $builds - count($stories), "\n";
    // The second try comes after a handshake. A worker that hears late of the end of its old connection counts one turn
    // more, so that the cuts come a step earlier.
    $stories = [];
    $possible = ['built "value", then hit "value", lock: 0', 'fallback "value", then built "value", lock: 0'];
    for ($byte = 0; $byte < $reply; $byte += 5) {
        $stories[] = $story("reply to $name, twice", Fault::cut($turn, $byte), Fault::cut($turn + 2, $byte));
    }
    echo "$name, twice: ", implode(' | ', array_diff(array_unique($stories), $possible)) ?: 'the value, no lock', "\n";
}
?>
--EXPECT--
arbitrate: built "value", then hit "value", lock: 0; builds too many: 0
arbitrate, twice: the value, no lock
fill: built "value", then hit "value", lock: 0; builds too many: 0
fill, twice: the value, no lock
