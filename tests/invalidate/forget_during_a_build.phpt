--TEST--
Forgotten while it was being built, a value is not stored at all, and nobody sees the older one again
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$ways = [
    'one locale' => fn () => stampede_forget('list', 'ru'),
    'a list' => fn () => stampede_forget('list', ['en', 'ru']),
    'every locale' => fn () => stampede_forget('list'),
];
foreach ($ways as $name => $forget) {
    stampede_put('list', 'ru', 'old');
    stampede_invalidate('list', 'ru');
    $answer = ask('list', 'ru', function () use ($forget) {
        $forget();
        return 'built before';
    });
    echo "$name: $answer, $answer->fill, then ", stampede_peek('list', 'ru')?->value ?? 'nothing', ', lock: ', $redis->command('EXISTS', 'list:ru:lock');
    echo ', then ', ask('list', 'ru', fn () => 'built after'), ', then ', stampede_peek('list', 'ru')->value, "\n";
}
stampede_forget('list', 'ru');
echo 'failing after a forget: ', ask('list', 'ru', fn () => throw new LogicException('no'), ['on_error' => 'stale']), "\n";
?>
--EXPECT--
one locale: built "built before", rejected, then nothing, lock: 0, then built "built after", then built after
a list: built "built before", rejected, then nothing, lock: 0, then built "built after", then built after
every locale: built "built before", rejected, then nothing, lock: 0, then built "built after", then built after
failing after a forget: LogicException: no null
