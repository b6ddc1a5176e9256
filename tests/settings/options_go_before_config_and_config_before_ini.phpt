--TEST--
An option of a call goes before the config of a Cache, that before the INI; a Cache keeps what the INI said when it was made
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();
ini_set('stampede.jitter', '0');

/** The life of the live copy that a call stored, in hundreds of seconds. */
function life(string $name): int
{
    global $redis;
    return (int) ceil($redis->command('PTTL', $name) / 100_000);
}

ini_set('stampede.ttl', '100');
$default = new Stampede\Cache();
$own = new Stampede\Cache(['ttl' => 300]);
ini_set('stampede.ttl', '200');

stampede_put('function', null, 1);
stampede_put('function with option', null, 1, ['ttl' => 400]);
$default->put('cache', null, 1);
$own->put('config', null, 1);
$own->put('config with option', null, 1, ['ttl' => 400]);
(new Stampede\Cache())->put('new cache', null, 1);
foreach (['function', 'function with option', 'cache', 'config', 'config with option', 'new cache'] as $key) {
    echo "$key: ", life($key), "\n";
}

// An option lasts for its call alone.
stampede_put('function', null, 1);
$own->put('config', null, 1);
echo life('function'), ' ', life('config'), "\n";
ini_restore('stampede.ttl');
stampede_put('function', null, 1, ['ttl' => 300]);
echo life('function'), "\n";
?>
--EXPECT--
function: 2
function with option: 4
cache: 1
config: 3
config with option: 4
new cache: 2
2 3
3
