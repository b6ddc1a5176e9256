--TEST--
A blob that declares a wrong length or unpacks to more than it says is a miss, and nobody allocates what it claims
--EXTENSIONS--
stampede
zlib
--INI--
memory_limit=64M
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/blob.php';
$redis = private_redis();

/** Bytes that the next call for the key takes at its peak; the copies are as given. */
function peak(string $what, string $blob, array $options = []): int
{
    global $redis;
    $redis->command('SET', 'key', $blob);
    $redis->command('SET', 'key:stale', $blob);
    unset($blob);
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $result = stampede_fetch('key', null, fn () => 'value', $options + ['ttl' => 3600]);
    $peak = memory_get_peak_usage() - $before;
    echo "$what: {$result->status->value} $result->value\n";
    return $peak;
}

stampede_put('key', null, 'value', ['ttl' => 3600]);
foreach ([0, 1, 4, 6, 1000, 10_000_000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff] as $length) {
    $blob = $redis->command('GET', 'key');
    $peak = peak("length $length", blob_with_trailer($blob, crc32('value'), $length));
    if ($peak > 1_000_000) {
        echo "took $peak bytes\n";
    }
}

// A bomb: 5 MB of zeros in 5 KB. It says so, says less, says that it is empty.
$bomb = gzdeflate(str_repeat("\0", 5_000_000), 9);
foreach ([5_000_000, 1000, 0] as $length) {
    $blob = $redis->command('GET', 'key');
    $blob = substr($blob, 0, blob_header_length($blob)) . $bomb . pack('VV', 0, $length);
    $peak = peak("bomb that declares $length", $blob, ['max_value' => 1_000_000]);
    if ($peak > 1_000_000) {
        echo "took $peak bytes\n";
    }
}

// Within max_value, but more than this many bytes can hold: deflate does no better than 1 to 1032.
$blob = $redis->command('GET', 'key');
$peak = peak('a claim that deflate cannot fulfil', blob_with_trailer($blob, crc32('value'), 50_000_000));
var_dump($peak < 1_000_000);
?>
--EXPECT--
length 0: built value
length 1: built value
length 4: built value
length 6: built value
length 1000: built value
length 10000000: built value
length 2147483647: built value
length 2147483648: built value
length 4294967294: built value
length 4294967295: built value
bomb that declares 5000000: built value
bomb that declares 1000: built value
bomb that declares 0: built value
a claim that deflate cannot fulfil: built value
bool(true)
