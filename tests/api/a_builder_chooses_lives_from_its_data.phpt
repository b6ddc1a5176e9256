--TEST--
Build::ttl() and Build::staleTtl() choose the lives from the data, and the last word counts
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

function show(string $key): void
{
    global $redis;
    // In thousands of seconds, rounded up: the test may take its time.
    $life = fn ($name) => ($left = $redis->command('PTTL', $name)) < 0 ? 'none' : ceil($left / 1_000_000);
    echo "$key: ", $life($key), ' ', $life("$key:stale"), ' ', $life("$key:gen") === 'none' ? 'endless record' : 'record', "\n";
}

$options = ['ttl' => 1000, 'stale_ttl' => 2000, 'jitter' => 0];
stampede_remember('untouched', null, fn () => 1, $options);
show('untouched');
stampede_remember('ttl', null, function ($locale, $build) {
    $build->ttl(500);
    $build->ttl(1500.5);
    return 1;
}, $options);
show('ttl');
stampede_remember('longer than stale', null, function ($locale, $build) {
    $build->ttl(5000);
    return 1;
}, $options);
show('longer than stale');
stampede_remember('both', null, function ($locale, $build) {
    $build->staleTtl(9000);
    $build->ttl(3000);
    return 1;
}, $options);
show('both');
stampede_remember('endless', null, function ($locale, $build) {
    $build->staleTtl(0);
    return 1;
}, $options);
show('endless');
stampede_remember('ended', null, function ($locale, $build) {
    $build->staleTtl(3000);
    return 1;
}, ['stale_ttl' => 0] + $options);
show('ended');

stampede_remember('wrong', null, function ($locale, $build) {
    foreach ([0, -1, NAN, INF, 315360001] as $seconds) {
        echo thrown(fn () => $build->ttl($seconds)), "\n";
    }
    foreach ([-0.1, NAN, INF] as $seconds) {
        echo thrown(fn () => $build->staleTtl($seconds)), "\n";
    }
    echo thrown(fn () => $build->ttl('45 seconds')), "\n";
    echo thrown(fn () => $build->ttl()), "\n";
    return 1;
}, $options);
show('wrong');
?>
--EXPECT--
untouched: 1 2 record
ttl: 2 2 record
longer than stale: 5 5 record
both: 3 9 record
endless: 1 none endless record
ended: 1 3 endless record
ValueError: Stampede\Build::ttl(): Argument #1 ($seconds) must be a number of seconds from 0.001 to 315360000, 0.0 given
ValueError: Stampede\Build::ttl(): Argument #1 ($seconds) must be a number of seconds from 0.001 to 315360000, -1.0 given
ValueError: Stampede\Build::ttl(): Argument #1 ($seconds) must be a number of seconds from 0.001 to 315360000, NAN given
ValueError: Stampede\Build::ttl(): Argument #1 ($seconds) must be a number of seconds from 0.001 to 315360000, INF given
ValueError: Stampede\Build::ttl(): Argument #1 ($seconds) must be a number of seconds from 0.001 to 315360000, 315360001.0 given
ValueError: Stampede\Build::staleTtl(): Argument #1 ($seconds) must be a number of seconds from 0 to 315360000, -0.1 given
ValueError: Stampede\Build::staleTtl(): Argument #1 ($seconds) must be a number of seconds from 0 to 315360000, NAN given
ValueError: Stampede\Build::staleTtl(): Argument #1 ($seconds) must be a number of seconds from 0 to 315360000, INF given
TypeError: Stampede\Build::ttl(): Argument #1 ($seconds) must be of type float, string given
ArgumentCountError: Stampede\Build::ttl() expects exactly 1 argument, 0 given
wrong: 1 2 record
