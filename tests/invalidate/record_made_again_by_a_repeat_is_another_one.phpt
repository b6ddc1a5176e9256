--TEST--
A repeated arbitrate that comes after a forget, when the record is gone, makes another record: what was forgotten stays so
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
$relay = new FakeRedis($herd, function (array $command, int $connection, Actor $me) use ($redis): ?string {
    static $asked = 0;
    $reply = relay($redis, $command);
    if (script_of($command) !== 'arbitrate') {
        return $reply;
    }
    $me->reach('arbitrate', $command);
    return ++$asked === 1 ? null : $reply;
});
$builder = $herd->start('builder', function (Actor $me) use ($relay) {
    ini_set('stampede.redis', $relay->url);
    return ask('list', 'ru', function () use ($me) {
        $me->pause('building');
        return 'read before';
    }, ['lock_ttl' => 600]);
});
$original = $relay->process->until('arbitrate');
$repeat = $relay->process->until('arbitrate');
$builder->until('building');
echo 'the same token: ', $original[9] === $repeat[9] ? 'yes' : 'no', "\n";
stampede_forget('list');
$redis->command('DEL', 'list:gen');
echo 'comes once more: ', $redis->command(...$repeat)[0], "\n";
$builder->resume();
$answer = $builder->result();
echo "$answer, $answer->fill, then ", stampede_peek('list', 'ru')?->value ?? 'nothing', "\n";
?>
--EXPECT--
the same token: yes
comes once more: won
built "read before", rejected, then nothing
