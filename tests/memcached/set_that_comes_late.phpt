--TEST--
A SET that timed out and is carried out later lands on a newer copy: a rebuild, never the older value
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
$fake = new FakeMemcached($herd, $memcached, function (array $words, Closure $pass, Actor $me): ?string {
    if ($words[0] === 'set' && !str_ends_with($words[1], ':stale')) {
        $me->pause('set');
        $pass();
        $me->reach('done');
        return null;
    }
    return $pass();
});
$slow = $herd->start('slow', function (Actor $me) use ($fake) {
    ini_set('stampede.memcached', $fake->address);
    ini_set('stampede.read_timeout', '0.5');
    return @ask('list', 'ru', fn () => 'older');
});
$answer = $slow->result();
echo "$answer $answer->fill\n";
$fake->process->until('set');
echo ask('list', 'ru', fn () => 'newer'), ', ', ask('list', 'ru', fn () => 'no'), "\n";
$fake->process->resume();
$fake->process->until('done');
echo 'the older copy lies there: ', gzdecode($memcached->get('list:ru')), "\n";
echo ask('list', 'ru', fn () => 'newest'), ', ', ask('list', 'ru', fn () => 'no'), "\n";
?>
--EXPECT--
built "older" failed
built "newer", hit "newer"
the older copy lies there: older
built "newest", hit "newest"
