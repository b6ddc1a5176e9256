--TEST--
Several servers share the items, the same way for every order of the list; another server moves few; a dead one takes only its own
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
$servers = [];
foreach (range(0, 3) as $number) {
    $servers[] = new MemcachedServer();
}
$list = fn (array $numbers) => implode(',', array_map(fn ($number) => $servers[$number]->address, $numbers));
$cache = fn (array $numbers, array $more = []) => new Stampede\Cache(['memcached' => $list($numbers), 'redis' => redis_url($redis)] + $more);
$items = fn () => array_map(fn ($server) => $server->info('curr_items'), $servers);

$three = $cache([0, 1, 2]);
foreach (range(1, 300) as $key) {
    $three->put("key$key", null, $key, ['ttl' => 3600, 'stale_ttl' => 3600]);
}
[$a, $b, $c, $d] = $items();
echo 'each has a share: ', min($a, $b, $c) > 60 ? 'yes' : "no: $a $b $c", ', together: ', $a + $b + $c, ", the fourth: $d\n";

$hits = fn (Stampede\Cache $cache) => count(array_filter(range(1, 300), fn ($key) => $cache->peek("key$key")?->status === Stampede\Status::Hit));
echo 'another order: ', $hits($cache([2, 0, 1])), "\n";
$kept = $hits($cache([0, 1, 2, 3]));
echo 'one more server: ', $kept > 180 && $kept < 280 ? 'most are where they were' : "$kept kept", "\n";

$servers[1]->kill9();
$patient = $cache([0, 1, 2], ['retry_after' => 60]);
$kept = @$hits($patient);
echo 'without one server: ', $kept > 100 && $kept < 290 ? 'the others have theirs' : "$kept kept", "\n";
$built = @$patient->fetch('key1', null, fn () => 'built');
echo 'a call: ', $built->status->value, ' ', json_encode($built->value), "\n";
$open = array_filter(stampede_stats()['endpoints'], fn ($endpoint) => $endpoint['breaker'] === 'open');
echo 'left alone: ', implode(' ', array_column($open, 'endpoint')) === "memcached://{$servers[1]->address}" ? 'that one' : print_r($open, true), "\n";
?>
--EXPECTF--
each has a share: yes, together: 600, the fourth: 0
another order: 300
one more server: most are where they were
without one server: the others have theirs
a call: %r(hit 1|built "built"|hit "built")%r
left alone: that one
