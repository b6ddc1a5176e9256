--TEST--
Somebody else's script never ends: BUSY is named, builders run without the cache, and all is well when it has been killed
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['busy-reply-threshold 20']);
ini_set('stampede.retry_after', '0');
$herd = new Herd();
stampede_put('list', null, 'value');
$run = function () use ($redis, $herd): void {
    $herd->start('somebody', fn () => thrown(fn () => $redis->command('EVAL', 'while true do end', '0')));
    wait_until(fn () => str_starts_with(thrown(fn () => $redis->command('PING')), 'RuntimeException: BUSY'), 'the server is busy');
};
$kill = function () use ($redis): void {
    $redis->command('SCRIPT', 'KILL');
    // It only asks the script to end.
    wait_until(fn () => thrown(fn () => $redis->command('PING')) === 'nothing', 'the server has time again');
};

$run();
echo 'hit: ', ask('list', null, fn () => 'built'), "\n";
echo 'invalidate: ', strtok(@thrown(fn () => stampede_invalidate('list')), ':'), "\n";
$kill();
echo 'afterwards: ', ask('list', null, fn () => 'built'), "\n";

// It begins while a builder runs.
ini_set('stampede.lock_ttl', '600');
$answer = @ask('slow', null, function () use ($run) {
    $run();
    return 'built';
});
echo "while building: $answer, $answer->fill\n";
$kill();
echo 'afterwards: ', ask('other', null, fn () => 'built'), "\n";
?>
--EXPECTF--
hit: 
Warning: stampede_fetch(): %s: connect: BUSY %s; somebody's script runs for too long in %s on line %d
fallback "built"
invalidate: Stampede\ConnectionException
afterwards: hit "value"
while building: built "built", failed
afterwards: built "built"
