--TEST--
Replies of RESP3 types, pushes among them, and of no known type: never a value that was not stored, never a hang
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.retry_after', '0');
ini_set('stampede.read_timeout', '0.1');
$herd = new Herd();
stampede_put('list', null, 'value');
stampede_put('other', null, 'value of another entry');
$lookup = fn (string $key): string => relay($redis, ['HMGET', "$key:gen", 'i', 's', 'h', 's:', 'h:', 'f:']) . relay($redis, ['GET', $key]);
[$own, $other] = [$lookup('list'), $lookup('other')];
$values = ['null' => "_\r\n", 'true' => "#t\r\n", 'double' => ",3.25\r\n", 'infinity' => ",inf\r\n", 'big number' => "(3492890328409238509324850943850943825024385\r\n",
    'verbatim' => "=15\r\ntxt:Some string\r\n", 'map' => "%1\r\n+a\r\n:1\r\n", 'set' => "~2\r\n:1\r\n:2\r\n", 'blob error' => "!5\r\nWHAT \r\n",
    'attribute' => "|1\r\n+ttl\r\n:3600\r\n", 'push' => ">2\r\n+invalidate\r\n*1\r\n+list\r\n", 'streamed string' => "\$?\r\n;4\r\nabcd\r\n;0\r\n",
    'streamed array' => "*?\r\n:1\r\n.\r\n", 'unknown' => "@what\r\n", 'an empty line' => "\r\n", 'nothing' => ''];
foreach ($values as $name => $bytes) {
    // In place of the copy, of the record, in front of the right reply, and of that of another entry.
    foreach ([wire(array_fill(0, 6, null)) . $bytes, $bytes . wire('x'), $bytes . $own, $bytes . $other] as $which => $reply) {
        $fake = new FakeRedis($herd, fn (array $command) => match ($command[0]) {
            'CLIENT' => "+OK\r\n",
            'GET' => $reply,
            'HMGET' => '',
            default => "-ERR no scripts here\r\n",
        });
        ini_set('stampede.redis', $fake->url);
        $began = clock();
        $answer = @ask('list', null, fn () => 'built');
        if (!in_array((string) $answer, ['fallback "built"', 'hit "value"'], true) || clock() - $began > 20) {
            echo "$name, $which: $answer\n";
        }
        // What came in place of the answer to arbitrate, or of the fill.
        $fake = new FakeRedis($herd, fn (array $command) => in_array($command[0], ['EVALSHA', 'EVAL'], true) ? $bytes : relay($redis, $command));
        ini_set('stampede.redis', $fake->url);
        if ($which === 0 && (string) ($answer = @ask("cold $name", null, fn () => 'built')) !== 'fallback "built"') {
            echo "$name for arbitrate: $answer\n";
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
