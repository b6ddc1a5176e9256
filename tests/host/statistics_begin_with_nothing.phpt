--TEST--
stampede_stats() and what each of its numbers counts, one after the other
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

/** All counts, by their paths. */
function counts(array $values, string $path = ''): array
{
    $counts = [];
    foreach ($values as $key => $value) {
        if (is_array($value) && $key !== 'buckets' && $key !== 'endpoints') {
            $counts += counts($value, "$path$key.");
        } elseif (is_int($value) && !str_contains($key, 'bytes')) {
            $counts["$path$key"] = $value;
        }
    }
    return $counts;
}

/** What has changed since the last time. */
function changes(): string
{
    static $last = null;
    $flat = counts(stampede_stats());
    $changes = [];
    foreach ($flat as $name => $value) {
        if ($value !== ($last[$name] ?? 0)) {
            $changes[] = "$name " . ($value - ($last[$name] ?? 0));
        }
    }
    $last = $flat;
    return implode(', ', $changes) ?: 'nothing';
}

echo 'before: ', changes(), "\n";
$since = stampede_stats()['since'];
var_dump(abs($since - microtime(true)) < 60, stampede_stats()['stale_age'], json_encode(stampede_stats()) !== false);

$redis = private_redis();
$steps = [
    'build' => fn () => stampede_remember('a', 'ru', fn () => 1),
    'hit' => fn () => stampede_remember('a', 'ru', fn () => 2),
    'peek' => fn () => stampede_peek('a', 'ru'),
    'put' => fn () => stampede_put('a', 'ru', 3),
    'invalidate' => fn () => stampede_invalidate('a'),
    'forget' => fn () => stampede_forget('a', ['ru', 'en']),
    'no locale' => fn () => stampede_forget('a', []),
    'throws' => fn () => stampede_remember('a', 'ru', fn () => throw new Exception('no')),
    'unstorable' => fn () => stampede_remember('a', 'ru', fn () => fn () => 1),
    'discard' => fn () => stampede_remember('a', 'ru', fn ($locale, $build) => $build->discard()),
    'late' => fn () => stampede_remember('a', 'ru', fn () => stampede_invalidate('a')),
    'stale' => fn () => stampede_remember('a', 'ru', fn () => throw new Exception('no'), ['on_error' => 'stale']),
    'rejected' => fn () => stampede_remember('a', 'ru', fn () => stampede_forget('a')),
    'superseded' => fn () => stampede_remember('b', 'ru', fn () => stampede_put('b', 'ru', 1)),
    'lost' => fn () => stampede_remember('c', 'ru', fn () => $redis->command('DEL', 'c:ru:lock')),
    'lost and throws' => fn () => stampede_remember('d', 'ru', fn () => [$redis->command('DEL', 'd:ru:lock'), throw new Exception('no')]),
    'empty' => function () use ($redis) {
        $redis->command('SET', 'e:ru:lock', 'somebody', 'PX', '60000');
        stampede_remember('e', 'ru', fn () => 1, ['cold_wait' => 0.001]);
    },
    'fallback' => function () {
        ini_set('stampede.redis', 'unix:///nonexistent');
        @stampede_remember('a', 'ru', fn () => 1);
    },
    'nothing' => fn () => thrown(fn () => stampede_invalidate('a')),
];
foreach ($steps as $name => $step) {
    thrown(fn () => @$step());
    echo "$name: ", changes(), "\n";
}
?>
--EXPECT--
before: nothing
bool(true)
float(0)
bool(true)
build: answers.built 1, fills.filled 1, connections 1, build_duration.count 1
hit: answers.hit 1
peek: nothing
put: puts 1
invalidate: invalidations 1
forget: forgets 1
no locale: nothing
throws: build_errors 1
unstorable: build_errors 1
discard: answers.built 1, fills.none 1, build_duration.count 1
late: answers.built 1, fills.late 1, invalidations 1, build_duration.count 1
stale: answers.stale 1, build_errors 1
rejected: answers.built 1, fills.rejected 1, forgets 1, build_duration.count 1
superseded: answers.built 1, fills.superseded 1, puts 1, build_duration.count 1
lost: answers.built 1, fills.filled 1, locks_lost 1, build_duration.count 1
lost and throws: build_errors 1, locks_lost 1
empty: answers.empty 1, wait_duration.count 1
fallback: answers.fallback 1, fills.none 1, build_duration.count 1
nothing: nothing
