--TEST--
No build that began before an invalidation ever becomes live after it (STAMPEDE_TRIALS says how many trials)
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip so many builds take too long under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
$trials = (int) (getenv('STAMPEDE_TRIALS') ?: 2000);
$version = 0;
$late = $wrong = 0;
for ($i = 0; $i < $trials; $i++) {
    $key = 'entry' . $i % 7;
    $locale = [null, 'ru'][$i % 2];
    ask($key, $locale, function () use ($key, $locale, &$version, $i) {
        $read = $version++;
        match ($i % 3) {
            0 => stampede_invalidate($key),
            1 => stampede_invalidate($key, $locale),
            2 => stampede_invalidate($key, [$locale, 'en']),
        };
        return $read;
    }, ['refresh' => true]);
    $late += stampede_peek($key, $locale)->status === Stampede\Status::Hit;
    $wrong += stampede_peek($key, $locale)->value !== $version - 1;
}
echo "late live values: $late\nwrong stale values: $wrong\n";
?>
--EXPECT--
late live values: 0
wrong stale values: 0
