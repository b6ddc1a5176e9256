--TEST--
A reply that flows and does not end is given up at the deadline, not when memory is full
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
$herd = new Herd();
$flowing = new FakeRedis($herd, function (array $command, int $connection, Actor $me, Closure $say): string {
    if ($command[0] === 'CLIENT') {
        return "+OK\r\n";
    }
    if ($command[0] === 'GET') {
        $say("*1\r\n$500000000\r\n");
        while ($say(str_repeat('x', 1 << 16))) {
        }
    }
    return '';
});
ini_set('stampede.redis', $flowing->url);
ini_set('stampede.read_timeout', '0.2');
$worker = $herd->start('worker', function () {
    $answer = ask('list', null, fn () => 'built');
    preg_match('/^VmHWM:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $match);
    return [$answer, (int) ($match[1] ?? 0)];
});
[$answer, $peak] = $worker->result();
echo $answer, "\n", preg_replace('/unix:\S+/', 'unix:', explode(' in /', trim($worker->output()))[0]), "\n";
echo $peak < 400_000 ? 'little memory' : "$peak kB", "\n";
?>
--EXPECT--
fallback "built"
Warning: stampede_fetch(): unix: HMGET: no answer within the deadline; check the server's load and stampede.read_timeout
little memory
