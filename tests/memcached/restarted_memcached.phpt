--TEST--
Memcached is killed and comes back empty: builds one at a time meanwhile, nothing stored, then values are kept again
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
$builds = new Builds();
echo ask('list', 'ru', fn () => 'before'), "\n";
$memcached->kill9();
$answer = @ask('list', 'ru', $builds->builder('meanwhile'));
echo "$answer $answer->fill, lock: ", $redis->command('EXISTS', 'list:ru:lock'), "\n";
echo @ask('list', 'ru', $builds->builder('meanwhile')), ', builds: ', $builds->count(), "\n";

// Others neither wait for what cannot be handed over, nor build.
$leader = $herd->start('leader', fn (Actor $me) => @ask('list', 'ru', function () use ($me) {
    $me->pause('building');
    return 'of the leader';
}));
$leader->until('building');
$answer = @ask('list', 'ru', $builds->builder('too many'), ['cold_wait' => 30, 'empty' => 'empty']);
echo "$answer, waited: ", $answer->waited > 0 ? $answer->waited : 'no', ', builds: ', $builds->count(), "\n";
$leader->resume();
echo $leader->result(), "\n";

$memcached->start();
echo ask('list', 'ru', fn () => 'after'), ', ', ask('list', 'ru', fn () => 'no'), "\n";
$memcached->restart();
echo 'restarted: ', ask('list', 'ru', fn () => 'again'), ', ', ask('list', 'ru', fn () => 'no'), "\n";
$memcached->flush();
echo 'flushed: ', ask('list', 'ru', fn () => 'once more'), ', ', ask('list', 'ru', fn () => 'no'), "\n";
?>
--EXPECT--
built "before"
built "meanwhile" failed, lock: 0
built "meanwhile", builds: 2
empty "empty", waited: no, builds: 2
built "of the leader"
built "after", hit "after"
restarted: built "again", hit "again"
flushed: built "once more", hit "once more"
