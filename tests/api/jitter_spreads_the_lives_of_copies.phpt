--TEST--
Jitter lengthens each live copy by a share of its own, up to its fraction, and stale is never shorter than live
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

/** Lives of live copies in seconds, of the many that were stored at once. */
function lives(float $jitter, float $stale_ttl): array
{
    global $redis;
    $redis->command('FLUSHALL');
    $lives = [];
    for ($i = 0; $i < 200; $i++) {
        stampede_put("key$i", null, 1, ['ttl' => 100_000, 'stale_ttl' => $stale_ttl, 'jitter' => $jitter]);
        $live = $redis->command('PTTL', "key$i");
        $stale = $redis->command('PTTL', "key$i:stale");
        if ($stale + 60_000 < $live) {
            echo "stale $stale is shorter than live $live\n";
        }
        $lives[] = $live / 1000;
    }
    return $lives;
}

foreach (['0.1' => 110_000, '0.5' => 150_000, '1' => 200_000] as $jitter => $most) {
    $lives = lives((float) $jitter, 1);
    $spread = $most - 100_000;
    // By chance alone one of these fails once in many years of running it.
    var_dump(min($lives) > 99_900 && max($lives) <= $most, max($lives) - min($lives) > $spread / 2,
        count(array_unique(array_map(intval(...), $lives))) > 150);
}
$lives = lives(0, 1_000_000);
var_dump(min($lives) > 99_900 && max($lives) <= 100_000);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
