--TEST--
A build that lost its lease and was invalidated does not even become the stale copy, when a newer one was stored
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
$slow = $herd->start('slow', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
    $me->pause('building');
    return 'old';
}, ['lock_ttl' => 60]));
$slow->until('building');
stampede_invalidate('list', 'ru');
$redis->command('DEL', 'list:ru:lock');
echo ask('list', 'ru', fn () => 'new'), "\n";
$slow->resume();
echo $slow->result(), "\n";
echo stampede_peek('list', 'ru')->status->value, ' ', stampede_peek('list', 'ru')->value, "\n";
$redis->command('DEL', 'list:ru');
echo stampede_peek('list', 'ru')->status->value, ' ', stampede_peek('list', 'ru')->value, "\n";
?>
--EXPECT--
built "new"
built "old"
hit new
stale new
