--TEST--
Every blob is exactly one gzip member whose content is the string itself, or the value serialised once
--EXTENSIONS--
stampede
zlib
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/blob.php';
$redis = private_redis();

$html = '<!doctype html>' . str_repeat('<li>entry</li>', 100);
$values = [
    'json' => json_encode(range(1, 1000)), 'html' => $html, 'empty' => '', 'one byte' => 'x', 'noise' => random_bytes(5000),
    'gzip' => gzencode($html), 'serialised' => serialize([1]),
    'null' => null, 'false' => false, 'int' => 7, 'float' => 0.1 + 0.2, 'list' => [1, 'two', [3.0]], 'object' => (object) ['a' => 1],
    'date' => new DateTimeImmutable('2024-01-01 UTC'),
];
foreach ($values as $what => $value) {
    $from = time();
    stampede_put($what, 'de', $value);
    $blob = $redis->command('GET', "$what:de");
    $header = unpack('vmagic/Cmethod/Cflags/Vtime/Cextra/Cos/vlength', $blob);
    $content = is_string($value) ? $value : serialize($value);

    $inflate = inflate_init(ZLIB_ENCODING_GZIP);
    $first = inflate_add($inflate, $blob, ZLIB_FINISH);
    $checks = [
        'same bytes live and stale' => $blob === $redis->command('GET', "$what:de:stale"),
        'header' => $header['magic'] === 0x8b1f && $header['method'] === 8 && $header['flags'] === 4,
        'time' => $header['time'] >= $from && $header['time'] <= time(),
        'one member' => $first === $content && inflate_get_status($inflate) === ZLIB_STREAM_END
            && inflate_get_read_len($inflate) === strlen($blob),
        'gzdecode' => gzdecode($blob) === $content,
        'trailer' => substr($blob, -8) === pack('VV', crc32($content), strlen($content)),
        'body' => gzinflate(substr($blob, blob_header_length($blob), -8)) === $content,
    ];
    echo $what, ': ', implode(', ', array_keys($checks, false)) ?: 'ok', "\n";
}
?>
--EXPECT--
json: ok
html: ok
empty: ok
one byte: ok
noise: ok
gzip: ok
serialised: ok
null: ok
false: ok
int: ok
float: ok
list: ok
object: ok
date: ok
