--TEST--
A reply that comes after the deadline is never taken for the answer to the next call
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.retry_after', '0');
$herd = new Herd();
stampede_put('a', null, 'value of a');
stampede_put('b', null, 'value of b');
$slow = new FakeRedis($herd, function (array $command, int $connection, Actor $me) use ($redis): string {
    if ($command[0] === 'GET' && $command[1] === 'a') {
        $me->pause('late');
    }
    return relay($redis, $command);
});
ini_set('stampede.redis', $slow->url);
echo ask('b', null, fn () => 'built'), "\n";
ini_set('stampede.read_timeout', '0.2');
echo @ask('a', null, fn () => 'built while late'), "\n";
$slow->process->until('late');
$slow->process->resume();
ini_set('stampede.read_timeout', '30');
echo ask('b', null, fn () => 'built'), "\n";
echo ask('b', null, fn () => 'built'), "\n";
?>
--EXPECT--
hit "value of b"
fallback "built while late"
hit "value of b"
hit "value of b"
