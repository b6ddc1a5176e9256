--TEST--
A worker keeps one connection to each server from request to request; a forked child has its own, and leaves its parent alone
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
$servers = [new MemcachedServer(), new MemcachedServer([], true)];
$list = implode(',', array_column($servers, 'address'));
$script = <<<'PHP'
    $builders = [fn () => 'value', fn () => exit('exit'), fn () => throw new LogicException('no'), fn () => no_such_function()];
    $number = (int) substr($_SERVER['REQUEST_URI'], 1);
    foreach (range(0, 9) as $key) {
        stampede_put("put$key", null, $number);
    }
    echo stampede_remember('list' . $number % 7, 'ru', $builders[$number % 4], ['ttl' => 0.05, 'stale_ttl' => 0.05]);
    PHP;
$worker = new PhpWorker($script, ['stampede.redis' => redis_url($redis), 'stampede.memcached' => $list, 'stampede.read_timeout' => '30',
    'display_errors' => '0']);
for ($i = 0; $i < 100; $i++) {
    $worker->get("/$i");
}
foreach ($servers as $server) {
    echo 'connections now, without ours: ', $server->info('curr_connections') - 2, ', in all: ', $server->info('total_connections') - 2, "\n";
}

ini_set('stampede.memcached', $list);
$herd = new Herd();
foreach (range(0, 9) as $key) {
    stampede_put("key$key", null, $key);
}
$connections = fn () => $servers[0]->info('total_connections') + $servers[1]->info('total_connections');
$before = $connections();
$endings = ['returns' => fn () => null, 'exits' => fn () => exit(1)];
foreach ($endings as $name => $ending) {
    $child = $herd->start($name, $ending);
    echo "$name: ", $child->end(), ', ', implode(array_map(fn ($key) => stampede_peek("key$key")->value, range(0, 9))), ', ';
    echo 'new connections: ', $connections() - $before, "\n";
}
$child = $herd->start('is killed', fn (Actor $me) => $me->pause('here'));
$child->until('here');
$child->kill();
echo 'is killed: ', implode(array_map(fn ($key) => stampede_peek("key$key")->value, range(0, 9))), ', new connections: ', $connections() - $before, "\n";
$child = $herd->start('asks', fn () => implode(array_map(fn ($key) => stampede_peek("key$key")->value, range(0, 9))));
$mine = implode(array_map(fn ($key) => stampede_peek("key$key")->value, range(0, 9)));
echo 'asks: ', $child->result(), " $mine, new connections: ", $connections() - $before, "\n";
?>
--EXPECTF--
connections now, without ours: %d, in all: 1
connections now, without ours: %d, in all: 1
returns: exit 0, 0123456789, new connections: 0
exits: exit 1, 0123456789, new connections: 0
is killed: 0123456789, new connections: 0
asks: 0123456789 0123456789, new connections: 2
