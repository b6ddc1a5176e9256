--TEST--
One megabyte of noise comes back and takes little more than one megabyte
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$noise = random_bytes(1_000_000);
foreach ([0, 1, 6, 9] as $level) {
    var_dump(stampede_remember("noise$level", null, fn () => $noise, ['gzip_level' => $level]) === $noise);
    var_dump(stampede_remember("noise$level", null, fn () => 'not this') === $noise);
    $length = $redis->command('STRLEN', "noise$level");
    if ($length < 1_000_000 || $length > 1_001_000) {
        echo "level $level: $length bytes\n";
    }
}
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
