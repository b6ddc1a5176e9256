--TEST--
While Redis is down what Memcached holds is shown as stale, for as long as it lives; what was forgotten is not
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/has_memcached.php';
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$memcached = private_memcached();
ini_set('stampede.retry_after', '60');
ini_set('stampede.fallback_builders', '0');
stampede_put('warm', 'ru', 'warm');
stampede_put('invalidated', 'ru', 'invalidated');
stampede_invalidate('invalidated');
foreach (['one', 'all'] as $which) {
    stampede_put("forgotten $which", 'ru', 'forgotten');
    stampede_put("forgotten $which", null, 'forgotten');
}
stampede_forget('forgotten one', ['ru', null]);
stampede_forget('forgotten all');
stampede_put('short', null, 'short', ['ttl' => 1, 'stale_ttl' => 1]);
stampede_remember('page', null, fn () => 'page', ['stale_ttl' => 0]);
// What lies under the name of another entry is not shown either.
$memcached->set('foreign:stale', $memcached->get('warm:ru:stale'));
$redis->kill9();
@stampede_peek('finds out');

$calls = ['warm' => 'ru', 'invalidated' => 'ru', 'forgotten one' => 'ru', 'forgotten all' => 'ru', 'page' => null, 'foreign' => null, 'cold' => null];
foreach ($calls as $key => $locale) {
    echo "$key: ", @ask($key, $locale, fn () => 'built'), ', peek: ', stampede_peek($key, $locale)?->status->value ?? 'nothing', "\n";
}
echo 'forgotten, without a locale: ', @ask('forgotten all', null, fn () => 'built'), "\n";
wait_until(fn () => $memcached->get('short:stale') === null, 'the end of a short life');
echo 'its life is over: ', @ask('short', null, fn () => 'built'), "\n";

ini_set('stampede.fallback_builders', '4');
echo 'who may build, builds: ', @ask('warm', 'ru', fn () => 'built'), "\n";
echo 'the builder fails: ', @ask('warm', 'ru', fn () => throw new LogicException('no'), ['on_error' => 'stale']), "\n";
echo 'invalidate: ', strtok(thrown(fn () => stampede_invalidate('warm')), ':'), ', forget: ', strtok(thrown(fn () => stampede_forget('warm', 'ru')), ':'), "\n";
echo 'forgotten as far as possible: ', stampede_peek('warm', 'ru')?->value ?? 'nothing', "\n";
ini_set('stampede.redis', redis_url($redis, 1)); // an endpoint that is not left alone
$redis->start();
echo 'Redis is back, empty: ', ask('page', null, fn () => 'built'), ', then ', ask('page', null, fn () => 'no'), "\n";
?>
--EXPECT--
warm: stale "warm", peek: stale
invalidated: stale "invalidated", peek: stale
forgotten one: empty null, peek: nothing
forgotten all: empty null, peek: nothing
page: stale "page", peek: stale
foreign: empty null, peek: nothing
cold: empty null, peek: nothing
forgotten, without a locale: empty null
its life is over: empty null
who may build, builds: fallback "built"
the builder fails: stale "warm"
invalidate: Stampede\ConnectionException, forget: Stampede\ConnectionException
forgotten as far as possible: nothing
Redis is back, empty: built "built", then hit "built"
