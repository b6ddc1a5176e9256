--TEST--
With values in Memcached what lies in Redis under the names of copies is nobody's business: not read, not sent, no reason for a second builder
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
$herd = new Herd();
$builds = new Builds();
$redis->command('HSET', 'list:stale', 'somebody', 'else');
$redis->command('HSET', 'list', 'somebody', 'else');
$leader = $herd->start('leader', fn (Actor $me) => ask('list', null, fn () => $builds->run(function () use ($me) {
    $me->pause('building');
    return 'value';
})));
$leader->until('building');
echo 'busy: ', ask('list', null, fn () => $builds->run(fn () => 'a second one')), "\n";
$leader->resume();
echo $leader->result(), ', ', ask('list', null, fn () => 'no'), ', at one time: ', $builds->atOneTime(), "\n";
echo 'theirs: ', $redis->command('TYPE', 'list'), ' ', $redis->command('TYPE', 'list:stale'), "\n";
?>
--EXPECT--
busy: empty null
built "value", hit "value", at one time: 1
theirs: hash hash
