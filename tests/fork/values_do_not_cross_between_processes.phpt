--TEST--
Parent and children read at the same time: nobody ever gets what another asked for
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
$herd = new Herd();
for ($i = 0; $i < 50; $i++) {
    stampede_put("entry$i", null, "value of entry$i");
}
$read = function (int $offset): array {
    $wrong = [];
    for ($i = 0; $i < (getenv('STAMPEDE_VALGRIND') ? 100 : 1000); $i++) {
        $key = 'entry' . ($i * 7 + $offset) % 50;
        $value = stampede_remember($key, null, fn () => 'built');
        if ($value !== "value of $key") {
            $wrong[] = "$key: $value";
        }
    }
    return $wrong;
};
$children = $herd->startMany(4, 'child', fn (Actor $me, int $number) => $read($number));
$wrong = array_merge($read(9), ...$herd->results($children));
echo 'wrong: ', implode(', ', $wrong), "\n";
?>
--EXPECT--
wrong: 
