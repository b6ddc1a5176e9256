--TEST--
An invalidation whose answer is lost is repeated with another stamp: whichever copy comes last, no build that began before is fresh
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
make_scripts_known();
$herd = new Herd();

// A server that loses the answer to an invalidation, or the invalidation itself, which arrives when all is over.
function story(Herd $herd, RedisServer $redis, bool $lateFirst): void
{
    $direct = ini_get('stampede.redis');
    stampede_put('list', 'ru', 'old');
    $relay = new FakeRedis($herd, function (array $command, int $connection, Actor $me) use ($redis, $lateFirst): ?string {
        static $lost = false;
        if ($lost || script_of($command) !== 'invalidate') {
            return relay($redis, $command);
        }
        $lost = true;
        if (!$lateFirst) {
            relay($redis, $command);
        }
        $me->pause('lost', $command);
        return null;
    });
    $invalidator = $herd->start('invalidator', function () use ($relay) {
        ini_set('stampede.redis', $relay->url);
        stampede_invalidate('list');
    });
    $first = $relay->process->until('lost');
    $goOn = function () use ($relay, $invalidator): void {
        $relay->process->resume();
        $invalidator->result();
    };
    if ($lateFirst) {
        $goOn();
    }
    $builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
        $me->pause('building');
        return 'read before';
    }));
    $builder->until('building');
    stampede_invalidate('list');
    $lateFirst ? $redis->command(...$first) : $goOn();
    $builder->resume();
    $answer = $builder->result();
    echo "$answer, $answer->fill, then ", stampede_peek('list', 'ru')->status->value, "\n";
    stampede_forget('list');
}

echo 'the repeat comes last: ';
story($herd, $redis, false);
echo 'the original comes last: ';
story($herd, $redis, true);
?>
--EXPECT--
the repeat comes last: built "read before", late, then stale
the original comes last: built "read before", late, then stale
