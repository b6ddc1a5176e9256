--TEST--
What Memcached says after the deadline is never taken for the answer to another call
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
ini_set('stampede.retry_after', '0');
foreach (['a', 'b'] as $key) {
    stampede_put($key, null, "value of $key");
}
$fake = new FakeMemcached($herd, $memcached, function (array $words, Closure $pass, Actor $me): string {
    static $first = true;
    $answer = $pass();
    if ($first) {
        $first = false;
        $me->pause('late');
    }
    return $answer;
});
ini_set('stampede.memcached', $fake->address);
ini_set('stampede.read_timeout', '0.2');
echo @ask('a', null, fn () => 'built while late'), "\n";
$fake->process->until('late');
$fake->process->resume();
ini_set('stampede.read_timeout', '30');
wait_until(fn () => @stampede_peek('b')?->value === 'value of b', 'the right value');
echo stampede_peek('b')->value, ', ', stampede_peek('b')->value, "\n";
?>
--EXPECT--
built "built while late"
value of b, value of b
