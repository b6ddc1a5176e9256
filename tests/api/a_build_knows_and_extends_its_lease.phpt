--TEST--
Build::remaining() counts the lease down, Build::extend() renews it in Redis, or says no when somebody else has it
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

stampede_remember('key', 'de', function ($locale, $build) use ($redis) {
    $first = $build->remaining();
    usleep(2000);
    $second = $build->remaining();
    var_dump(is_float($first), $first <= 1000, $first > 900, $second < $first);
    $left = $redis->command('PTTL', 'key:de:lock');
    var_dump($left <= 1_000_000 && $left > 900_000);

    var_dump($build->extend(5000));
    var_dump($build->remaining() <= 5000 && $build->remaining() > 4900);
    var_dump($redis->command('PTTL', 'key:de:lock') > 4_900_000);
    // Shorter is a renewal as well.
    var_dump($build->extend(50.5), $build->remaining() <= 50.5, $redis->command('PTTL', 'key:de:lock') <= 50_500);

    // Lost, and nobody else has it: taken again.
    $token = $redis->command('GET', 'key:de:lock');
    $redis->command('DEL', 'key:de:lock');
    var_dump($build->extend(1000), $redis->command('GET', 'key:de:lock') === $token);

    // Somebody else has it: no, and it stays theirs.
    $redis->command('SET', 'key:de:lock', str_repeat('a', 32), 'PX', '600000');
    $before = $build->remaining();
    var_dump($build->extend(5000), $build->remaining() <= $before, $redis->command('GET', 'key:de:lock') === str_repeat('a', 32));

    foreach ([0, -1, NAN, 86401] as $seconds) {
        echo thrown(fn () => $build->extend($seconds)), "\n";
    }
    return 1;
}, ['lock_ttl' => 1000]);
var_dump($redis->command('GET', 'key:de:lock') === str_repeat('a', 32));

// A lease that is over has nothing left, and no less than that.
stampede_remember('short', null, function ($locale, $build) {
    while ($build->remaining() > 0) {
        usleep(500);
    }
    var_dump($build->remaining(), $build->extend(10));
}, ['lock_ttl' => 0.001]);

// Without a store there is no lock to extend.
ini_set('stampede.redis', 'unix:///nobody/is/here.sock');
@stampede_remember('key', null, function ($locale, $build) {
    var_dump($build->extend(10), $build->stale(), $build->remaining() > 0);
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
ValueError: Stampede\Build::extend(): Argument #1 ($seconds) must be a number of seconds from 0.001 to 86400, 0.0 given
ValueError: Stampede\Build::extend(): Argument #1 ($seconds) must be a number of seconds from 0.001 to 86400, -1.0 given
ValueError: Stampede\Build::extend(): Argument #1 ($seconds) must be a number of seconds from 0.001 to 86400, NAN given
ValueError: Stampede\Build::extend(): Argument #1 ($seconds) must be a number of seconds from 0.001 to 86400, 86401.0 given
bool(true)
float(0)
bool(true)
bool(false)
NULL
bool(true)
