--TEST--
A blob with any one bit flipped is a miss
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/blob.php';
$redis = private_redis();

foreach (['array' => ['answer' => 42], 'string' => 'a:0:{}', 'number' => 7] as $key => $value) {
    stampede_put($key, null, $value);
    $blob = $redis->command('GET', $key);
    $redis->command('DEL', "$key:stale");
    $unnoticed = [];
    for ($bit = 0; $bit < 8 * strlen($blob); $bit++) {
        $damaged = $blob;
        $damaged[$bit >> 3] = chr(ord($damaged[$bit >> 3]) ^ 1 << ($bit & 7));
        $redis->command('SET', $key, $damaged);
        $peek = stampede_peek($key);
        if ($peek !== null) {
            $unnoticed[$bit >> 3] = 'byte ' . ($bit >> 3);
            if ($peek->value !== $value) {
                echo "bit $bit makes ", var_export($peek->value, true), "\n";
            }
        }
    }
    // deflate does not use all bits of its last byte, nor all of the first one when it does not compress.
    unset($unnoticed[blob_header_length($blob)], $unnoticed[strlen($blob) - 9]);
    echo "$key: ", implode(', ', $unnoticed), "\n";
    // Whatever is wrong with it, the next call for the entry puts it right.
    $redis->command('SET', $key, $damaged);
    echo stampede_fetch($key, null, fn () => $value)->status->value, ', ', stampede_fetch($key, null, fn () => 0)->status->value, "\n";
}
?>
--EXPECT--
array: 
built, hit
string: 
built, hit
number: 
built, hit
