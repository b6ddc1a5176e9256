--TEST--
Garbage, wrong types, impossible lengths and errors in place of a reply: never a value, never a hang
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.retry_after', '0');
ini_set('stampede.read_timeout', '0.3');
$herd = new Herd();
stampede_put('list', null, 'value');
$record = wire(array_fill(0, 6, null));

$cases = [
    'nothing but text' => 'HTTP/1.1 400 Bad Request' . "\r\n\r\n",
    'zeros' => str_repeat("\0", 100),
    'random' => "\x8f\x01\xfe\r\n\xff",
    'a huge string announced' => "\$536870912\r\nabc",
    'a longer one' => "\$99999999999999999999\r\nabc",
    'a negative one' => "\$-7\r\n",
    'many arrays' => str_repeat("*1\r\n", 20),
    'an endless line' => '+' . str_repeat('x', 1 << 20),
    'a number for the record' => ":1\r\n" . wire('x'),
    'a short record' => wire(['1', '2']) . wire('x'),
    'a record of numbers' => wire([1, 2, 3, 4, 5, 6]) . wire('x'),
    'a record of records' => wire(array_fill(0, 6, ['x'])) . wire('x'),
    'a copy that is a list' => $record . wire(['x', 'y']),
    'a copy that is a number' => $record . wire(7),
    'an error without a word' => "-\r\n-\r\n",
    'an unknown error' => "-WHAT is this\r\n" . $record,
    'too few replies' => $record,
    'too many replies' => $record . $record . $record . wire('x'),
];
foreach ($cases as $name => $bytes) {
    $fake = new FakeRedis($herd, fn (array $command) => match ($command[0]) {
        'CLIENT' => "+OK\r\n",
        'HMGET' => $bytes,
        'GET' => '',
        default => "-ERR no scripts here\r\n",
    });
    ini_set('stampede.redis', $fake->url);
    $began = clock();
    $answer = @ask('list', null, fn () => 'built');
    echo "$name: $answer", clock() - $began < 20 ? '' : ', too late', "\n";
    ini_set('stampede.redis', redis_url($redis));
    ini_set('stampede.read_timeout', '30');
    if (stampede_peek('list')->value !== 'value') {
        echo "the real server is disturbed\n";
    }
    ini_set('stampede.read_timeout', '0.3');
}
?>
--EXPECT--
nothing but text: fallback "built"
zeros: fallback "built"
random: fallback "built"
a huge string announced: fallback "built"
a longer one: fallback "built"
a negative one: fallback "built"
many arrays: fallback "built"
an endless line: fallback "built"
a number for the record: fallback "built"
a short record: fallback "built"
a record of numbers: fallback "built"
a record of records: fallback "built"
a copy that is a list: fallback "built"
a copy that is a number: fallback "built"
an error without a word: fallback "built"
an unknown error: fallback "built"
too few replies: fallback "built"
too many replies: fallback "built"
