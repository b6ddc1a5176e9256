--TEST--
A value that is stored between the two commands of a lookup is taken, not built a second time
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
$relay = new FakeRedis($herd, function (array $command, int $connection, Actor $me) use ($redis): string {
    static $looked = 0;
    // The second command of the pipeline, whichever it is.
    if (in_array($command[0], ['HMGET', 'GET'], true) && ++$looked === 2) {
        $me->pause('in the middle');
    }
    return relay($redis, $command);
});
$caller = $herd->start('caller', function () use ($relay) {
    ini_set('stampede.redis', $relay->url);
    return ask('list', null, fn () => 'built twice');
});
$relay->process->until('in the middle');
echo ask('list', null, fn () => 'value'), "\n";
$relay->process->resume();
echo $caller->result(), "\n";
?>
--EXPECT--
built "value"
hit "value"
