--TEST--
A copy that replaces a fresh one is fresh from the moment it is written, before Redis has heard of it
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
stampede_put('list', 'ru', 'old');
// The set of the stale copy comes after that of the live one, and before the commit.
$fake = new FakeMemcached($herd, $memcached, function (array $words, Closure $pass, Actor $me): string {
    if ($words[0] === 'set' && str_ends_with($words[1], ':stale')) {
        $me->pause('live is written');
    }
    return $pass();
});
$builder = $herd->start('builder', function () use ($fake) {
    ini_set('stampede.memcached', $fake->address);
    return ask('list', 'ru', fn () => 'new', ['refresh' => true]);
});
$fake->process->until('live is written');
echo ask('list', 'ru', fn () => 'no'), ', lock: ', $redis->command('EXISTS', 'list:ru:lock'), "\n";
$fake->process->resume();
echo $builder->result(), ', then ', ask('list', 'ru', fn () => 'no'), "\n";

// Killed before its commit, a builder has stored all the same; the lock goes with its lease.
$builder = $herd->start('killed builder', function () use ($fake) {
    ini_set('stampede.memcached', $fake->address);
    return ask('list', 'ru', fn () => 'newest', ['refresh' => true]);
});
$fake->process->until('live is written');
$builder->kill();
echo ask('list', 'ru', fn () => 'no'), "\n";
?>
--EXPECT--
hit "new", lock: 1
built "new", then hit "new"
hit "newest"
