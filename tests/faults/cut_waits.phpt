--TEST--
A wait is cut at every byte of its reply: the waiter waits on, and gets the value of the one build
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/fault_proxy.php';

$redis = private_redis();
ini_set('stampede.request_wait', '3600');
ini_set('stampede.retry_after', '0');
$herd = new Herd();
$proxy = new FaultProxy($herd, $redis);
stampede_remember('first', null, fn () => 'the scripts are known from here on');

$waiter = $herd->start('waiter', function (Actor $me) use ($proxy) {
    ini_set('stampede.redis', $proxy->url);
    stampede_peek('first');
    for ($answer = null; $key = $me->pause('ready', $answer); ) {
        $answer = ask($key, null, fn () => 'a second build', ['cold_wait' => 40]);
    }
});
/** This process builds while the other one waits, in turn 3 of its call. */
$story = function (Fault ...$faults) use ($redis, $proxy, $waiter): string {
    static $number = 0;
    $key = sprintf('entry%05d', ++$number);
    $waiter->until('ready');
    $proxy->arm(...$faults);
    stampede_remember($key, null, function () use ($redis, $waiter, $key, $faults) {
        $waiter->resume($key);
        wait_for_waiters($redis, 1);
        return 'value';
    });
    return $key;
};
$answer_of_last = function () use ($waiter) {
    $answer = $waiter->until('ready');
    $waiter->resume('first');
    return (string) $answer;
};

$story();
$answers = [$answer_of_last()];
[, , $await] = $proxy->turns();
for ($byte = 0; $byte < $await[1]; $byte++) {
    $story(Fault::cut(3, $byte));
    $answers[] = $answer_of_last();
}
echo implode(', ', array_unique($answers)), "\n";
echo 'not struck: ', $await[1] - $proxy->strikes(), "\n";
// Cut twice nobody knows how the build goes; there is no second one.
$answers = [];
for ($byte = 0; $byte < $await[1]; $byte += 15) {
    $story(Fault::cut(3, $byte), Fault::cut(5, 0));
    $answers[] = $answer_of_last();
}
echo 'twice: ', implode(', ', array_unique($answers)), "\n";
echo 'warnings: ', substr_count($waiter->output(), 'Warning'), "\n";
$waiter->until('ready');
$waiter->resume(null);
$waiter->end();
?>
--EXPECTF--
waited "value"
not struck: 0
twice: stale "value"
warnings: %r[1-9]%r
