--TEST--
Strings come back byte for byte, also those that look like gzip, like serialised data or like a blob of our own
--EXTENSIONS--
stampede
zlib
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

stampede_put('other', 'de', ['some' => 'value']);
$all = implode('', array_map('chr', range(0, 255)));
$strings = [
    'all bytes' => $all,
    'NUL' => "\0",
    'NUL inside' => "a\0b",
    'line ends' => "\r\n\r\n",
    'broken UTF-8' => "\xc3\x28\xff\xfe",
    'gzip magic' => "\x1f\x8b",
    'gzip magic and more' => "\x1f\x8b\x08\x04" . $all,
    'gzip of all bytes' => gzencode($all),
    'zlib of all bytes' => gzcompress($all),
    'deflate of all bytes' => gzdeflate($all),
    'a live blob' => $redis->command('GET', 'other:de'),
    'a blob in a blob' => gzencode($redis->command('GET', 'other:de:stale')),
    'serialised int' => 'i:1;',
    'serialised null' => 'N;',
    'serialised false' => 'b:0;',
    'serialised object' => 'O:8:"stdClass":0:{}',
    'JSON' => '{"a":[1,2,3]}',
    'HTML' => str_repeat("<p>тест</p>\n", 1000),
];
foreach ($strings as $what => $string) {
    $cold = stampede_fetch($what, 'en', fn () => $string);
    $warm = stampede_fetch($what, 'en', fn () => 'not this');
    if ($cold->value !== $string || $warm->value !== $string || $warm->status !== Stampede\Status::Hit) {
        echo "$what: {$cold->status->value} ", bin2hex($cold->value), " {$warm->status->value} ", bin2hex($warm->value), "\n";
    }
}
echo count($strings), " strings\n";
?>
--EXPECT--
18 strings
