--TEST--
A reply that announces millions of elements, or of bytes, is dropped before memory is spent on it
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
ini_set('stampede.retry_after', '0');
ini_set('stampede.read_timeout', '0.5');
$herd = new Herd();

/** The most memory that this process ever used, in megabytes. */
function peak(): int
{
    preg_match('/^VmHWM:\s+(\d+)/m', file_get_contents('/proc/self/status'), $match);
    return intdiv((int) $match[1], 1024);
}

$cases = [
    'elements' => "*60000000\r\n",
    'elements within elements' => "*6\r\n*60000000\r\n",
    'bytes' => "\$500000000\r\n",
];
foreach ($cases as $name => $bytes) {
    $fake = new FakeRedis($herd, fn (array $command) => $command[0] === 'CLIENT' ? "+OK\r\n" : $bytes);
    ini_set('stampede.redis', $fake->url);
    $before = peak();
    $answer = @ask('list', null, fn () => 'built');
    echo "$name: $answer, ", peak() - $before < 100 ? 'no memory' : peak() - $before . ' MB', "\n";
}
?>
--EXPECT--
elements: fallback "built", no memory
elements within elements: fallback "built", no memory
bytes: fallback "built", no memory
