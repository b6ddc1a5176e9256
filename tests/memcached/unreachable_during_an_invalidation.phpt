--TEST--
Memcached is away during an invalidation or a forget, and comes back with the old items: none is fresh, forgotten ones are not shown
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
ini_set('stampede.retry_after', '0');
$herd = new Herd();
$away = new FakeMemcached($herd, $memcached, fn (): ?string => null);
$shown = function (string $key): string {
    $copy = stampede_peek($key, 'ru');
    return $copy ? "{$copy->status->value} $copy->value" : 'nothing';
};
foreach (['invalidated', 'forgotten', 'put'] as $key) {
    stampede_put($key, 'ru', 'old');
}
$before = $memcached->get('put:ru');
ini_set('stampede.memcached', $away->address);
echo 'invalidate: ', thrown(fn () => stampede_invalidate('invalidated')), "\n";
echo 'forget: ', preg_replace('~memcached://\S+: ~', '', @thrown(fn () => stampede_forget('forgotten', 'ru'))), "\n";
echo 'put: ', preg_replace('~memcached://\S+: ~', '', @thrown(fn () => stampede_put('put', 'ru', 'new'))), "\n";
echo 'a call meanwhile: ', @ask('invalidated', 'ru', fn () => 'built meanwhile'), "\n";
ini_set('stampede.memcached', $memcached->address);
echo 'the old item is there: ', $memcached->get('put:ru') === $before ? 'yes' : 'no', "\n";
foreach (['invalidated', 'forgotten', 'put'] as $key) {
    echo "$key: ", $shown($key), ', then ', ask($key, 'ru', fn () => 'newest'), ', then ', $shown($key), "\n";
}
?>
--EXPECT--
invalidate: nothing
forget: Stampede\ConnectionException: The invalidation did not reach the store: delete: Server closed the connection; check the server's log and what lies between (forgotten as long as Redis answers; but should it fail before the copy's life is over, the copy could be shown)
put: Stampede\ConnectionException: The value is not stored: set: Server closed the connection; check the server's log and what lies between
a call meanwhile: built "built meanwhile"
the old item is there: yes
invalidated: stale old, then built "newest", then hit newest
forgotten: nothing, then built "newest", then hit newest
put: nothing, then built "newest", then hit newest
