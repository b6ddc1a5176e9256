--TEST--
Password, user, database and name are said again on every connection
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = new RedisServer([], tcp: true);
$redis->command('ACL', 'SETUSER', 'shop', 'on', '>se:cr@t/', '~*', '+@all');
$place = "127.0.0.1:{$redis->port}";
ini_set('stampede.connect_timeout', '30');
$urls = [
    'plain' => "redis://$place",
    'database' => "redis://$place/3",
    'user' => 'redis://shop:' . rawurlencode('se:cr@t/') . "@$place/2",
    'socket and database' => redis_url($redis, 5),
];
foreach ($urls as $name => $url) {
    ini_set('stampede.redis', $url);
    for ($time = 1; $time <= 2; $time++) {
        stampede_peek('list');
        $client = current(array_filter(clients($redis), fn (array $client) => $client['name'] === 'stampede-' . getmypid()));
        echo "$name: user {$client['user']}, database {$client['db']}\n";
        $redis->command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    }
}
$redis->command('CONFIG', 'SET', 'requirepass', 'open sesame');
ini_set('stampede.redis', "redis://:open%20sesame@$place");
echo 'password: ', ask('list', null, fn () => 'value'), ', ', ask('list', null, fn () => 'no'), "\n";
?>
--EXPECT--
plain: user default, database 0
plain: user default, database 0
database: user default, database 3
database: user default, database 3
user: user shop, database 2
user: user shop, database 2
socket and database: user default, database 5
socket and database: user default, database 5
password: built "value", hit "value"
