--TEST--
Redis restarts from an older snapshot while a builder runs: an invalidation after that still ends its value
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.lock_ttl', '600');
ini_set('stampede.retry_after', '0');
$herd = new Herd();
stampede_put('list', 'ru', 'old');
stampede_invalidate('list', 'ru');

$story = function (bool $invalidateAgain) use ($redis, $herd): void {
    $redis->command('SAVE');
    stampede_invalidate('list', 'ru');
    $builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
        $me->pause('building');
        return 'read before';
    }));
    $builder->until('building');
    $redis->kill9();
    $redis->start();
    if ($invalidateAgain) {
        stampede_invalidate('list', 'ru');
    }
    $builder->resume();
    echo $builder->result(), ', then ', stampede_peek('list', 'ru')->status->value, "\n";
    echo ask('list', 'ru', fn () => 'after'), ', then ', ask('list', 'ru', fn () => 'no'), "\n";
};
echo "invalidated after the restart\n";
$story(true);
stampede_invalidate('list', 'ru');
// The invalidation before the build is lost with the restart, and the value cannot know that it came after it.
echo "not invalidated after the restart\n";
$story(false);
?>
--EXPECT--
invalidated after the restart
built "read before", then stale
built "after", then hit "after"
not invalidated after the restart
built "read before", then stale
built "after", then hit "after"
