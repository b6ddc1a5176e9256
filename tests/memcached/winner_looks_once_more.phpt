--TEST--
A copy that is stored between the lookup of a call and its lock is answered, not built a second time
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
stampede_remember('list', 'ru', fn () => 'old', ['ttl' => 0.001]);
$memcached->delete('list:ru');
// The first look at live finds nothing, and is answered late.
$fake = new FakeMemcached($herd, $memcached, function (array $words, Closure $pass, Actor $me): string {
    static $looks = 0;
    $answer = $pass();
    if ($words === ['get', 'list:ru'] && ++$looks === 1) {
        $me->pause('looked');
    }
    return $answer;
});
$late = $herd->start('late', function () use ($fake) {
    ini_set('stampede.memcached', $fake->address);
    return ask('list', 'ru', fn () => 'built twice');
});
$fake->process->until('looked');
// Its record has been read as well, or will be: the other's value is committed in either case.
echo ask('list', 'ru', fn () => 'built once'), "\n";
$fake->process->resume();
echo $late->result(), "\n";
echo 'lock: ', $redis->command('EXISTS', 'list:ru:lock'), "\n";

// Not so for refresh, which replaces what is fresh, nor for early, whose copy is the one that it looked at.
echo ask('list', 'ru', fn () => 'refreshed', ['refresh' => true]), "\n";
stampede_put('early', null, 'nearly over', ['ttl' => 60, 'jitter' => 0]);
echo ask('early', null, fn () => 'rebuilt', ['ttl' => 60, 'early' => 1]), ', then ', stampede_peek('early')->value, "\n";
?>
--EXPECT--
built "built once"
hit "built once"
lock: 0
built "refreshed"
built "rebuilt", then rebuilt
