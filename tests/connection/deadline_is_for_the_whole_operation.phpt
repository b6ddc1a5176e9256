--TEST--
A server that sends a byte now and then does not lengthen the deadline
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
ini_set('stampede.read_timeout', '0.3');
$herd = new Herd();
$dribbling = new FakeRedis($herd, function (array $command, int $connection, Actor $me, Closure $say): string {
    if ($command[0] === 'CLIENT') {
        return "+OK\r\n";
    }
    for ($say('$100000' . "\r\n"); $say('x'); ) {
        usleep(20_000);
    }
    return '';
});
ini_set('stampede.redis', $dribbling->url);
$answer = @ask('list', null, fn () => 'built');
echo $answer, ', in time: ', $answer->seconds < 20 ? 'yes' : $answer->seconds, "\n";
?>
--EXPECT--
fallback "built", in time: yes
