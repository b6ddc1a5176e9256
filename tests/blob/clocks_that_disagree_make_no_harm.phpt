--TEST--
A copy built by a host whose clock is ahead, behind or mad is as fresh as Redis says, and its age is never negative
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/blob.php';
$redis = private_redis();

stampede_put('key', null, 'value');
$blob = $redis->command('GET', 'key');
$hour = 3600 * 1_000_000;
$now = (int) (microtime(true) * 1_000_000);
$clocks = ['an hour ahead' => $now + $hour, 'an hour behind' => $now - $hour, '1970' => 1, 'the end of time' => PHP_INT_MAX,
    'before all time' => PHP_INT_MIN, 'just before 1970' => -1];
foreach ($clocks as $what => $built_at) {
    // Behind the version and the serializer: when it was built, how long that took, its life.
    foreach ([0, 8, 16] as $field) {
        $forged = blob_with_header_checksum(substr_replace($blob, pack('P', $built_at), 18 + $field, 8));
        $redis->command('SET', 'key', $forged);
        foreach ([0, 0.5, 1] as $early) {
            $result = stampede_fetch('key', null, fn () => 'value', ['early' => $early]);
            if ($result->value !== 'value' || $result->age === null || $result->age < 0) {
                echo "$what, field $field: {$result->status->value} age {$result->age}\n";
            }
            if ($early === 0) {
                echo "$what: {$result->status->value}", $field === 0 && abs($built_at - $now) <= $hour ? ' ' . round($result->age / 3600) : '', "\n";
            }
        }
        stampede_put('key', null, 'value');
        $blob = $redis->command('GET', 'key');
    }
}
?>
--EXPECT--
an hour ahead: hit 0
an hour ahead: hit
an hour ahead: hit
an hour behind: hit 1
an hour behind: hit
an hour behind: hit
1970: hit
1970: hit
1970: hit
the end of time: hit
the end of time: hit
the end of time: hit
before all time: hit
before all time: hit
before all time: hit
just before 1970: hit
just before 1970: hit
just before 1970: hit
