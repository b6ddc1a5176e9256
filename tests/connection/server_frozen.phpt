--TEST--
A server that accepts and does not answer: every call ends within its deadlines, and recovers with the server
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.connect_timeout', '0.2');
ini_set('stampede.read_timeout', '0.2');
ini_set('stampede.retry_after', '0');
stampede_put('warm', null, 'value');

$frozen = function (string $name, Closure $call) use ($redis): void {
    $redis->freeze();
    $began = clock();
    echo "$name: ", @$call(), ', in time: ', clock() - $began < 10 ? 'yes' : 'no', "\n";
    $redis->thaw();
};
$frozen('hit', fn () => ask('warm', null, fn () => 'built'));
$frozen('cold', fn () => ask('cold', null, fn () => 'built'));
$frozen('peek', fn () => stampede_peek('warm')?->value ?? 'nothing');
$frozen('invalidate', fn () => strtok(thrown(fn () => stampede_invalidate('warm')), ':'));
$frozen('put', fn () => strtok(thrown(fn () => stampede_put('warm', null, 'new')), ':'));
echo 'while building: ', @ask('slow', null, function () use ($redis) {
    $redis->freeze();
    return 'built';
}), "\n";
$redis->thaw();
wait_until(fn () => @stampede_fetch('warm', null, fn () => 'built')->status === Stampede\Status::Hit, 'a hit again');
echo "again a hit\n";
?>
--EXPECT--
hit: fallback "built", in time: yes
cold: fallback "built", in time: yes
peek: nothing, in time: yes
invalidate: Stampede\ConnectionException, in time: yes
put: Stampede\ConnectionException, in time: yes
while building: built "built"
again a hit
