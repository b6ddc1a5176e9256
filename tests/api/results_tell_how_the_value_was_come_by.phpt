--TEST--
fetch() tells status, age, build time and what became of the value, for every way to come by one
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

function show(string $what, ?Stampede\Result $result): void
{
    if ($result === null) {
        echo "$what: nothing\n";
        return;
    }
    $seconds = fn (?float $value) => match (true) {
        $value === null => 'null',
        $value === 0.0 => '0.0',
        $value < 0 || $value > 60 => "wrong ($value)",
        default => 'some',
    };
    printf("%s: %s, value %s, age %s, isStale %s, buildTime %s, waited %s, fill %s\n", $what, $result->status->value,
        json_encode($result->value), $seconds($result->age), json_encode($result->isStale), $seconds($result->buildTime),
        $seconds($result->waited), $result->fill?->value ?? 'null');
}

$slow = function () {
    usleep(2000);
    return 'slow';
};
show('cold', stampede_fetch('key', 'de', $slow));
usleep(1000);
show('hit', $hit = stampede_fetch('key', 'de', $slow));
var_dump($hit->age >= 0.001, $hit->buildTime >= 0.002);
show('refreshed', stampede_fetch('key', 'de', $slow, ['refresh' => true]));
show('discarded', stampede_fetch('key', 'de', function ($locale, $build) {
    $build->discard();
    return 'discarded';
}, ['refresh' => true]));

stampede_put('key', 'de', 'put');
show('put', stampede_fetch('key', 'de', $slow));
show('peeked', stampede_peek('key', 'de'));
stampede_invalidate('key', 'de');
show('peeked after invalidate', stampede_peek('key', 'de'));

// Somebody else is building.
$redis->command('SET', 'key:de:lock', str_repeat('a', 32), 'PX', '600000');
show('stale', stampede_fetch('key', 'de', $slow, ['wait' => 0]));
show('stale after a wait', stampede_fetch('key', 'de', $slow, ['wait' => 0.01]));
$redis->command('SET', 'cold:lock', str_repeat('a', 32), 'PX', '600000');
show('empty', stampede_fetch('cold', null, $slow, ['cold_wait' => 0]));
show('empty after a wait', stampede_fetch('cold', null, $slow, ['cold_wait' => 0.01, 'empty' => []]));

// Builds that may not store what they built.
$redis->command('DEL', 'key:de:lock', 'cold:lock');
show('late', stampede_fetch('key', 'de', function () {
    stampede_invalidate('key');
    return 'late';
}));
show('rejected', stampede_fetch('key', 'de', function () {
    stampede_forget('key');
    return 'rejected';
}));
show('superseded', stampede_fetch('key', 'de', function () {
    stampede_put('key', 'de', 'newer');
    return 'superseded';
}));
show('then', stampede_fetch('key', 'de', $slow));

ini_set('stampede.redis', 'unix:///nobody/is/here.sock');
show('fallback', @stampede_fetch('key', 'de', $slow));
show('peeked without a store', @stampede_peek('key', 'de'));
?>
--EXPECT--
cold: built, value "slow", age some, isStale false, buildTime some, waited 0.0, fill filled
hit: hit, value "slow", age some, isStale false, buildTime some, waited 0.0, fill null
bool(true)
bool(true)
refreshed: built, value "slow", age some, isStale false, buildTime some, waited 0.0, fill filled
discarded: built, value "discarded", age some, isStale false, buildTime some, waited 0.0, fill null
put: hit, value "put", age some, isStale false, buildTime null, waited 0.0, fill null
peeked: hit, value "put", age some, isStale false, buildTime null, waited 0.0, fill null
peeked after invalidate: stale, value "put", age some, isStale true, buildTime null, waited 0.0, fill null
stale: stale, value "put", age some, isStale true, buildTime null, waited 0.0, fill null
stale after a wait: stale, value "put", age some, isStale true, buildTime null, waited some, fill null
empty: empty, value null, age null, isStale false, buildTime null, waited 0.0, fill null
empty after a wait: empty, value [], age null, isStale false, buildTime null, waited some, fill null
late: built, value "late", age some, isStale false, buildTime some, waited 0.0, fill late
rejected: built, value "rejected", age some, isStale false, buildTime some, waited 0.0, fill rejected
superseded: built, value "superseded", age some, isStale false, buildTime some, waited 0.0, fill superseded
then: hit, value "newer", age some, isStale false, buildTime null, waited 0.0, fill null
fallback: fallback, value "slow", age some, isStale false, buildTime some, waited 0.0, fill null
peeked without a store: nothing
