--TEST--
The connection is lost at each step of a cold call, before or after the server did it: one build, stored, no lock
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
$builds = new Builds();
stampede_remember('warm up', null, fn () => 'the scripts are known from here on');
stampede_put('warm', null, 'value');

// A server that forwards, and loses the connection at one command, or several: before it is done or in place of the answer.
$losing = fn (array $steps, bool $done) => new FakeRedis($herd, function (array $command) use ($redis, $steps, $done): ?string {
    static $step = -2; // Two commands are those of the first hit.
    $reply = null;
    $lost = $command[0] !== 'CLIENT' && in_array(++$step, $steps, true);
    if (!$lost || $done) {
        $reply = relay($redis, $command);
    }
    return $lost ? null : $reply;
});
foreach (['HMGET' => [1], 'GET' => [2], 'arbitrate' => [3], 'fill' => [4]] as $name => $steps) {
    foreach (['before' => false, 'after' => true] as $when => $done) {
        ini_set('stampede.redis', $losing($steps, $done)->url);
        echo "$when $name: ", ask('warm', null, fn () => 'built');
        echo ', ', ask("$when $name", null, $builds->builder('value')), ', ', ask("$when $name", null, fn () => 'no');
        echo ', lock: ', $redis->command('EXISTS', "$when $name:lock"), "\n";
    }
}
echo 'builds: ', $builds->count(), "\n";

// Nobody knows who has the lock then; at the latest it is gone when the request is.
$fake = $losing([3, 4, 5], true);
$worker = $herd->start('worker', function () use ($fake) {
    ini_set('stampede.retry_after', '0');
    ini_set('stampede.redis', $fake->url);
    return [ask('warm', null, fn () => 'built'), @ask('unknown', null, fn () => 'value')];
});
echo 'no answer to arbitrate at all: ', implode(', ', $worker->result()), ', lock: ', $redis->command('EXISTS', 'unknown:lock'), "\n";
?>
--EXPECT--
before HMGET: hit "value", built "value", hit "value", lock: 0
after HMGET: hit "value", built "value", hit "value", lock: 0
before GET: hit "value", built "value", hit "value", lock: 0
after GET: hit "value", built "value", hit "value", lock: 0
before arbitrate: hit "value", built "value", hit "value", lock: 0
after arbitrate: hit "value", built "value", hit "value", lock: 0
before fill: hit "value", built "value", hit "value", lock: 0
after fill: hit "value", built "value", hit "value", lock: 0
builds: 8
no answer to arbitrate at all: hit "value", fallback "value", lock: 0
