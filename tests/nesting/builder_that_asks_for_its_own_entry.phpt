--TEST--
A builder that asks for the entry that it is building gets RecursionException, cold and warm; nothing is stuck
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$own = fn () => stampede_remember('list', 'ru', fn () => 'inner');
$other_locale = fn () => stampede_remember('list', 'en', fn () => 'english') . ' and more';

foreach (['cold', 'warm'] as $state) {
    if ($state === 'warm') {
        stampede_put('list', 'ru', 'old');
        stampede_invalidate('list', 'ru');
    }
    echo "$state: ", thrown(fn () => stampede_remember('list', 'ru', $own, ['lock_ttl' => 600])), "\n";
    echo 'lock: ', $redis->command('EXISTS', 'list:ru:lock'), ', live: ', $redis->command('EXISTS', 'list:ru'), "\n";
    $redis->command('DEL', 'list:ru');
}
echo 'on_error stale: ', @stampede_remember('list', 'ru', $own, ['on_error' => 'stale']), "\n";
echo 'caught: ', stampede_remember('list', 'ru', fn () => thrown($own)), "\n";
echo 'another locale: ', stampede_remember('list', 'de', $other_locale), "\n";
?>
--EXPECT--
cold: Stampede\RecursionException: The builder of list:ru asks for the entry that it is building
lock: 0, live: 0
warm: Stampede\RecursionException: The builder of list:ru asks for the entry that it is building
lock: 0, live: 1
on_error stale: old
caught: Stampede\RecursionException: The builder of list:ru asks for the entry that it is building
another locale: english and more
