--TEST--
A thousand locales are invalidated with one command, as a whole or as a list
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$locales = array_map(fn (int $i) => "l$i", range(1, 1000));
$count = function (Closure $verb) use ($redis, $locales): string {
    $before = calls($redis, 'evalsha');
    $verb();
    $commands = calls($redis, 'evalsha') - $before;
    $status = array_map(fn (string $locale) => stampede_peek('list', $locale)?->status->value ?? 'nothing', $locales);
    return "$commands command, then " . json_encode(array_count_values($status));
};
foreach ($locales as $locale) {
    stampede_put('list', $locale, 'value');
}
stampede_invalidate('other');
echo 'all: ', $count(fn () => stampede_invalidate('list')), "\n";
echo 'a list: ', $count(fn () => stampede_forget('list', $locales)), "\n";
?>
--EXPECT--
all: 1 command, then {"stale":1000}
a list: 1 command, then {"nothing":1000}
