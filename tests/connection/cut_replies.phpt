--TEST--
The reply of a hit is cut at every byte, or comes byte by byte: the value or a build, never half a value
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
stampede_put('list', null, 'value');
$reply = relay($redis, ['HMGET', 'list:gen', 'i', 's', 'h', 's:', 'h:', 'f:']) . relay($redis, ['GET', 'list']);

// The first connection is cut after no byte, the next after one, and so on.
$cutting = new FakeRedis($herd, function (array $command, int $connection, Actor $me, Closure $say) use ($reply): ?string {
    if ($command[0] === 'CLIENT') {
        return "+OK\r\n";
    }
    if ($command[0] === 'GET') {
        $say(substr($reply, 0, $connection - 1));
        return null;
    }
    return '';
});
ini_set('stampede.redis', $cutting->url);
for ($i = 0; $i < strlen($reply); $i++) {
    $answers[] = @ask('list', null, fn () => 'built');
}
echo 'cut: ', count($answers) === strlen($reply) ? 'at every byte, ' : '', tally([$answers[0], $answers[$i - 1]]), "\n";
echo 'all alike: ', count(array_unique(array_map(strval(...), $answers))) === 1 ? 'yes' : 'no', "\n";

$dribbling = new FakeRedis($herd, function (array $command, int $connection, Actor $me, Closure $say) use ($redis): string {
    foreach (str_split(relay($redis, $command)) as $byte) {
        $say($byte);
        usleep(500);
    }
    return '';
});
ini_set('stampede.redis', $dribbling->url);
echo 'byte by byte: ', ask('list', null, fn () => 'built'), "\n";
?>
--EXPECT--
cut: at every byte, fallback "built" 2
all alike: yes
byte by byte: hit "value"
