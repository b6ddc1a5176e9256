--TEST--
gzip_level 0 to 9: what one level wrote every other reads; 0 does not compress, 9 compresses no worse than 1
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$value = array_map(fn ($i) => ['id' => $i, 'title' => "Entry number $i", 'text' => str_repeat("word$i ", 20)], range(1, 200));
$raw = strlen(serialize($value));
$sizes = [];
for ($level = 0; $level <= 9; $level++) {
    stampede_remember("list$level", null, fn () => $value, ['gzip_level' => $level]);
    $result = stampede_fetch("list$level", null, fn () => 'not this', ['gzip_level' => 9 - $level]);
    if ($result->status !== Stampede\Status::Hit || $result->value !== $value) {
        echo "level $level cannot be read\n";
    }
    $sizes[$level] = $redis->command('STRLEN', "list$level");
}
// Bodies of a few bytes, too, for which there is no room in a guess.
$noise = random_bytes(70_000);
for ($level = 0; $level <= 9; $level++) {
    foreach ([...range(0, 20), 255, 256, 4096, 32767, 32768, 65535, 65536, 70_000] as $length) {
        stampede_put('body', null, substr($noise, 0, $length), ['gzip_level' => $level]);
        $peek = stampede_peek('body');
        if ($peek?->status !== Stampede\Status::Hit || $peek->value !== substr($noise, 0, $length)) {
            echo "$length bytes at level $level cannot be read\n";
        }
    }
}

var_dump($sizes[0] > $raw && $sizes[0] < $raw + 300);
var_dump($sizes[1] < $raw / 4, $sizes[6] <= $sizes[1], $sizes[9] <= $sizes[1]);

// The INI is what counts without an option.
ini_set('stampede.gzip_level', '0');
stampede_remember('by INI', null, fn () => $value);
var_dump($redis->command('STRLEN', 'by INI') === $sizes[0]);
(new Stampede\Cache(['gzip_level' => 1]))->put('by config', null, $value);
var_dump($redis->command('STRLEN', 'by config') === $sizes[1]);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
