--TEST--
A Build that somebody keeps beyond its end answers 0.0 and false, and throws where it would have to do something
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

function check(Stampede\Build $build): void
{
    var_dump($build->remaining(), $build->extend(10));
    foreach (['ttl' => [1], 'staleTtl' => [1], 'discard' => [], 'stale' => []] as $method => $arguments) {
        echo "$method: ", thrown(fn () => $build->$method(...$arguments)), "\n";
    }
}

$kept = null;
stampede_remember('key', null, function ($locale, $build) use (&$kept) {
    $kept = $build;
    return 1;
});
check($kept);

// After a builder that threw, too; and a build that runs now is not touched by it.
try {
    stampede_remember('other', null, function ($locale, $build) use (&$kept) {
        $kept = $build;
        throw new Exception();
    });
} catch (Exception) {
}
stampede_remember('third', null, function ($locale, $build) use (&$kept) {
    check($kept);
    var_dump($build->remaining() > 0);
    return 1;
});
echo implode(' ', preg_grep('/lock/', names($redis))), "\n";
?>
--EXPECT--
float(0)
bool(false)
ttl: Stampede\Exception: The build has ended
staleTtl: Stampede\Exception: The build has ended
discard: Stampede\Exception: The build has ended
stale: Stampede\Exception: The build has ended
float(0)
bool(false)
ttl: Stampede\Exception: The build has ended
staleTtl: Stampede\Exception: The build has ended
discard: Stampede\Exception: The build has ended
stale: Stampede\Exception: The build has ended
bool(true)

