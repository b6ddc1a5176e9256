--TEST--
Redis has no memory left for invalidate and forget: they go through all the same, stronger than asked; put says that it is refused
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['maxmemory-policy noeviction']);
foreach (['invalidate' => stampede_invalidate(...), 'forget' => stampede_forget(...)] as $name => $verb) {
    stampede_put('list', 'ru', 'old');
    stampede_put('list', 'en', 'old');
    $redis->command('CONFIG', 'SET', 'maxmemory', '1');
    $verb('list', 'ru');
    echo $name, ': ', stampede_peek('list', 'ru')?->status->value ?? 'nothing', "\n";
    $redis->command('CONFIG', 'SET', 'maxmemory', '0');
    echo ask('list', 'ru', fn () => 'new'), "\n";
}
$redis->command('CONFIG', 'SET', 'maxmemory', '1');
echo 'put: ', @thrown(fn () => stampede_put('list', 'ru', 'newer')) === 'nothing' ? 'stored' : 'refused', "\n";
?>
--EXPECT--
invalidate: nothing
built "new"
forget: nothing
built "new"
put: refused
