--TEST--
Live, stale copy and record live as long as ttl and stale_ttl say; the record outlives the copies; 0 means without end
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

/** Checks the life of a name against what it should be, given that the test may have taken up to a minute. */
function check(string $name, ?float $seconds): void
{
    global $redis;
    $left = $redis->command('PTTL', $name);
    $right = $seconds === null ? $left === -1 : $left <= 1000 * $seconds && $left > 1000 * max($seconds - 60, 0);
    echo "$name: ", $right ? 'right' : "$left ms", "\n";
}

$day = 86400;
$no_jitter = ['jitter' => 0];
foreach (['put' => fn ($key, $options) => stampede_put($key, null, 1, $options),
    'remember' => fn ($key, $options) => stampede_remember($key, null, fn () => 1, $options)] as $what => $store) {
    $store("$what defaults", $no_jitter);
    check("$what defaults", 45);
    check("$what defaults:stale", 600);
    check("$what defaults:gen", 600 + $day);

    $store("$what long", ['ttl' => 100_000, 'stale_ttl' => 200_000] + $no_jitter);
    check("$what long", 100_000);
    check("$what long:stale", 200_000);
    check("$what long:gen", 200_000 + $day);

    // Stale is never shorter than live.
    $store("$what short stale", ['ttl' => 1000, 'stale_ttl' => 5] + $no_jitter);
    check("$what short stale", 1000);
    check("$what short stale:stale", 1000);
    check("$what short stale:gen", 1000 + $day);

    $store("$what endless", ['ttl' => 1000, 'stale_ttl' => 0] + $no_jitter);
    check("$what endless", 1000);
    check("$what endless:stale", null);
    check("$what endless:gen", null);

    // The record's life is never shortened, not even by a fill with shorter ones.
    $store("$what endless", ['ttl' => 2000, 'stale_ttl' => 3000, 'refresh' => true] + $no_jitter);
    check("$what endless:stale", 3000);
    check("$what endless:gen", null);
    $store("$what long", ['ttl' => 1000, 'stale_ttl' => 2000, 'refresh' => true] + $no_jitter);
    check("$what long:stale", 2000);
    check("$what long:gen", 200_000 + $day);
}
?>
--EXPECT--
put defaults: right
put defaults:stale: right
put defaults:gen: right
put long: right
put long:stale: right
put long:gen: right
put short stale: right
put short stale:stale: right
put short stale:gen: right
put endless: right
put endless:stale: right
put endless:gen: right
put endless:stale: right
put endless:gen: right
put long:stale: right
put long:gen: right
remember defaults: right
remember defaults:stale: right
remember defaults:gen: right
remember long: right
remember long:stale: right
remember long:gen: right
remember short stale: right
remember short stale:stale: right
remember short stale:gen: right
remember endless: right
remember endless:stale: right
remember endless:gen: right
remember endless:stale: right
remember endless:gen: right
remember long:stale: right
remember long:gen: right
