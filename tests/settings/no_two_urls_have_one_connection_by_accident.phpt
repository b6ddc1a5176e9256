--TEST--
URLs whose parts look the same when they are written one after the other are two servers all the same
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';

// The database 1 with a long user, and the database 12 with a short one: "1" "21:…" and "12" "1:…" in a row.
$redis = new RedisServer([
    'user abc21:xxxxxxxxxxxxxxxxx on >cd ~* &* +@all',
    'user abc on >xxxxxxxxxxxxxxxxx2:cd ~* &* +@all',
]);
$caches = [
    1 => new Stampede\Cache(['redis' => "unix://{$redis->socket}?db=1&user=abc21%3Axxxxxxxxxxxxxxxxx&password=cd"]),
    12 => new Stampede\Cache(['redis' => "unix://{$redis->socket}?db=12&user=abc&password=xxxxxxxxxxxxxxxxx2%3Acd"]),
];
foreach ($caches as $database => $cache) {
    $cache->put('key', null, "of database $database");
}
foreach ($caches as $database => $cache) {
    $redis->command('SELECT', (string) $database);
    echo $cache->peek('key')->value, ', names there: ', count(names($redis)), "\n";
}
?>
--EXPECT--
of database 1, names there: 3
of database 12, names there: 3
