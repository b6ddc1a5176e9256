--TEST--
A blob with anything behind its end, or with anything between its parts, is a miss
--EXTENSIONS--
stampede
zlib
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/blob.php';
$redis = private_redis();

$value = 'some value, some value, some value';
stampede_put('key', null, $value);
for ($try = 0;; $try++) {
    $blob = $redis->command('GET', 'key');
    $body = substr($blob, 0, -8);
    $trailer = substr($blob, -8);
    $damaged = [
        'a NUL behind' => "$blob\0",
        'a line end behind' => "$blob\n",
        'eight bytes behind' => "{$blob}12345678",
        'twice' => "$blob$blob",
        'a foreign member behind' => $blob . gzencode(''),
        'a foreign member in front' => gzencode('') . $blob,
        'the trailer twice' => $blob . $trailer,
        'a byte before the trailer' => "$body\0$trailer",
        'an empty deflate block before the trailer' => $body . "\x03\x00" . $trailer,
        'a byte before the body' => substr_replace($blob, "\0", blob_header_length($blob), 0),
    ];
    if ($try === count($damaged)) {
        break;
    }
    $what = array_keys($damaged)[$try];
    $redis->command('SET', 'key', $damaged[$what]);
    $result = stampede_fetch('key', null, fn () => $value);
    echo "$what: {$result->status->value}\n";
    var_dump($result->value === $value);
}
?>
--EXPECT--
a NUL behind: built
bool(true)
a line end behind: built
bool(true)
eight bytes behind: built
bool(true)
twice: built
bool(true)
a foreign member behind: built
bool(true)
a foreign member in front: built
bool(true)
the trailer twice: built
bool(true)
a byte before the trailer: built
bool(true)
an empty deflate block before the trailer: built
bool(true)
a byte before the body: built
bool(true)
