--TEST--
Invalidated while it was being built, a value is stored as stale alone, and the next call builds
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
$ways = [
    'one locale' => fn () => stampede_invalidate('list', 'ru'),
    'a list' => fn () => stampede_invalidate('list', ['en', 'ru']),
    'every locale' => fn () => stampede_invalidate('list'),
];
foreach ($ways as $name => $invalidate) {
    $answer = ask('list', 'ru', function () use ($invalidate) {
        $read = 'before';
        $invalidate();
        return $read;
    });
    echo "$name: $answer, $answer->fill, then ", stampede_peek('list', 'ru')->status->value;
    echo ', then ', ask('list', 'ru', fn () => 'after'), ', then ', stampede_peek('list', 'ru')->status->value, "\n";
    stampede_forget('list');
}
echo 'another locale: ', ask('list', 'ru', function () {
    stampede_invalidate('list', 'en');
    stampede_invalidate('list', ['de', null]);
    return 'value';
}), ', then ', stampede_peek('list', 'ru')->status->value, "\n";
?>
--EXPECT--
one locale: built "before", late, then stale, then built "after", then hit
a list: built "before", late, then stale, then built "after", then hit
every locale: built "before", late, then stale, then built "after", then hit
another locale: built "value", then hit
