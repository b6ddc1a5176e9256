--TEST--
Redis cannot save and refuses to write: hits go on, builders return their values, an invalidation throws, and all is well afterwards
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis(['stop-writes-on-bgsave-error yes', 'enable-protected-configs yes']);
ini_set('stampede.retry_after', '0');
stampede_put('list', null, 'value');
stampede_put('old', null, 'value');
$redis->command('DEL', 'old');

// A directory that is no more: nothing can be written there, also not by root.
$directory = Workspace::directory('gone');
$redis->command('CONFIG', 'SET', 'dir', $directory);
$break = function () use ($redis, $directory) {
    rmdir($directory);
    $redis->command('CONFIG', 'SET', 'save', '3600 1000000');
    $redis->command('BGSAVE');
    wait_until(fn () => str_contains($redis->command('INFO', 'persistence'), 'rdb_last_bgsave_status:err'), 'a save that fails');
};
$answer = ask('slow', null, function () use ($break) {
    $break();
    return 'value';
});
echo "while building: $answer, $answer->fill\n";
echo 'hit: ', ask('list', null, fn () => 'built'), "\n";
echo 'cold: ', @ask('cold', null, fn () => 'built'), "\n";
echo 'stale: ', @ask('old', null, fn () => 'built'), "\n";
foreach (['invalidate', 'forget', 'put'] as $verb) {
    echo "$verb: ", preg_replace('/unix:\S+/', 'unix:', @thrown(fn () => "stampede_$verb"('list', ...$verb === 'put' ? [null, 'new'] : []))), "\n";
}
$redis->command('CONFIG', 'SET', 'save', '');
echo 'again: ', ask('cold', null, fn () => 'built'), ', ', ask('cold', null, fn () => 'no'), "\n";
stampede_invalidate('list');
echo stampede_peek('list')->status->value, "\n";
?>
--EXPECTF--
Warning: stampede_fetch(): %s: fill: MISCONF %s; Redis does not write now: check its disk in %s on line %d
while building: built "value", failed
hit: hit "value"
cold: fallback "built"
stale: fallback "built"
invalidate: Stampede\ConnectionException: %sMISCONF %s; Redis does not write now: check its disk
forget: Stampede\ConnectionException: %sMISCONF %s; Redis does not write now: check its disk
put: Stampede\Exception: %sMISCONF %s; Redis does not write now: check its disk
again: built "built", hit "built"
stale
