--TEST--
Thousands of invalidations, each while another process builds: no value that was read before is ever live (STAMPEDE_TRIALS says how many)
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
require __DIR__ . '/../checker/truth.php';

private_redis();
$trials = (int) (getenv('STAMPEDE_TRIALS') ?: 1000);
$herd = new Herd(60 + $trials / 10);
$truth = new Truth(Workspace::directory('truth'));
$entries = [['a', 'ru'], ['a', 'en'], ['b', null], ['b', 'de']];

// A value is how far the truth had come when its builder read it. Who asks after an invalidation wants what is newer.
$isLate = function (int $i) use ($truth, $entries): bool {
    $ended = $truth->read("invalidated $i");
    $result = stampede_peek(...$entries[$i]);
    return $result?->status === Stampede\Status::Hit && $result->value < $ended;
};
$builders = $herd->startMany(4, 'builder', function (Actor $me, int $i) use ($trials, $truth, $entries, $isLate) {
    $fills = $late = 0;
    for ($trial = $i; $trial < $trials; $trial += 4) {
        $answer = ask(...$entries[$i], builder: function () use ($me, $truth, $i) {
            $read = $truth->read("changes $i");
            $me->pause('building');
            return $read;
        }, options: ['lock_ttl' => 600]);
        $late += $isLate($i);
        $fills += in_array($answer->fill, ['late', 'rejected'], true);
    }
    return [$fills, $late];
});
$readers = $herd->startMany(2, 'reader', function () use ($truth, $isLate) {
    for ($late = $i = 0; $truth->read('over') === 0; $i++) {
        $late += $isLate($i % 4);
        usleep(200);
    }
    return [0, $late];
});
for ($trial = 0; $trial < $trials; $trial++) {
    $i = $trial % 4;
    [$key, $locale] = $entries[$i];
    $builders[$i]->until('building');
    $truth->change("changes $i");
    match (intdiv($trial, 4) % 4) {
        0 => stampede_invalidate($key),
        1 => stampede_invalidate($key, $locale ?? [null]),
        2 => stampede_invalidate($key, [$locale, 'fr']),
        3 => stampede_forget($key, $locale ?? [null]),
    };
    $truth->change("invalidated $i");
    $builders[$i]->resume();
}
foreach ($builders as $builder) {
    $builder->end();
}
$truth->change('over');
$results = $herd->results([...$builders, ...$readers]);
echo 'builds that did not store a fresh value: ', array_sum(array_column($results, 0)) === $trials ? 'all' : 'not all', "\n";
echo 'late live values: ', array_sum(array_column($results, 1)), "\n";
?>
--EXPECT--
builds that did not store a fresh value: all
late live values: 0
