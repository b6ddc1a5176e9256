--TEST--
Copies put back by hand: an older one is a miss, one from before an invalidation is stale at most, one from before a forget nothing
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

function put_back(string $when, string $blob): void
{
    global $redis;
    $redis->command('SET', 'key:de', $blob);
    $redis->command('SET', 'key:de:stale', $blob);
    $peek = stampede_peek('key', 'de');
    echo "$when: ", $peek ? "{$peek->status->value} $peek->value" : 'nothing', "\n";
}

stampede_put('key', 'de', 'first');
$first = $redis->command('GET', 'key:de');
put_back('at once', $first);
stampede_put('key', 'de', 'second');
$second = $redis->command('GET', 'key:de');
put_back('after another put', $first);
stampede_remember('key', 'de', fn () => 'third', ['refresh' => true]);
put_back('after a build', $second);

foreach (['one locale' => 'de', 'a list' => ['en', 'de'], 'all locales' => null] as $what => $locale) {
    stampede_put('key', 'de', 'newest');
    $blob = $redis->command('GET', 'key:de');
    stampede_invalidate('key', $locale);
    put_back("after invalidating $what", $blob);
    stampede_put('key', 'de', 'newest');
    $blob = $redis->command('GET', 'key:de');
    stampede_forget('key', $locale);
    put_back("after forgetting $what", $blob);
}
stampede_put('key', 'de', 'newest');
$blob = $redis->command('GET', 'key:de');
stampede_invalidate('key', 'en');
stampede_forget('key', [null, 'fr']);
put_back('after others were invalidated', $blob);
$redis->command('FLUSHALL');
put_back('after FLUSHALL', $blob);
stampede_put('key', 'en', 'a new record');
put_back('with a new record', $blob);
?>
--EXPECT--
at once: hit first
after another put: nothing
after a build: nothing
after invalidating one locale: stale newest
after forgetting one locale: nothing
after invalidating a list: stale newest
after forgetting a list: nothing
after invalidating all locales: stale newest
after forgetting all locales: nothing
after others were invalidated: hit newest
after FLUSHALL: nothing
with a new record: nothing
