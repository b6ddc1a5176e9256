--TEST--
Whatever else lies under the names of the copies is a miss that is rebuilt and overwritten, without a word
--EXTENSIONS--
stampede
zlib
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/blob.php';
$redis = private_redis();

stampede_put('key', 'de', 'value');
$blob = $redis->command('GET', 'key:de');
$header = blob_header_length($blob);
$things = [
    'nothing' => '',
    'one byte' => "\x1f",
    'one NUL' => "\0",
    'only magic' => "\x1f\x8b",
    'text' => 'hello',
    'JSON' => '{"a":1}',
    'serialised' => serialize(['a' => 1]),
    'a number' => '12345678901234567890',
    'NULs' => str_repeat("\0", 200),
    'all ones' => str_repeat("\xff", 200),
    'foreign gzip' => gzencode('foreign'),
    'foreign gzip of much' => gzencode(str_repeat('foreign', 10000)),
    'foreign gzip with an extra field' => "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0AB\x02\0xy" . gzdeflate('x') . pack('VV', crc32('x'), 1),
    'zlib' => gzcompress('foreign'),
    'only a header' => substr($blob, 0, $header),
    'a header and a trailer' => substr($blob, 0, $header) . substr($blob, -8),
    'another version' => blob_with_header_checksum(substr_replace($blob, "\x02", 16, 1)),
    'an unknown serializer' => blob_with_header_checksum(substr_replace($blob, "\x7f", 17, 1)),
    'one byte in front' => "\0" . $blob,
];
foreach ($things as $what => $thing) {
    foreach (['key:de', 'key:de:stale'] as $name) {
        $redis->command('DEL', 'key:de');
        $redis->command('SET', $name, $thing);
        if ($name === 'key:de:stale' && stampede_peek('key', 'de') !== null) {
            echo "$what: shown as stale\n";
        }
        $statuses = [];
        for ($call = 0; $call < 2; $call++) {
            $result = stampede_fetch('key', 'de', fn () => 'rebuilt');
            $statuses[] = "{$result->status->value} $result->value";
        }
        if ($statuses !== ['built rebuilt', 'hit rebuilt'] || gzdecode($redis->command('GET', $name)) !== 'rebuilt') {
            echo "$what as $name: ", implode(', ', $statuses), "\n";
        }
    }
}
echo count($things), " things\n";
?>
--EXPECT--
19 things
