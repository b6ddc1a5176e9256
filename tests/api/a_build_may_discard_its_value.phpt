--TEST--
Build::discard(): the value goes to its caller, nothing is stored, what was there stays, and the next call builds
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$discarding = function ($locale, $build) {
    $build->discard();
    $build->discard();
    return 'half a list';
};
var_dump(stampede_remember('key', 'de', $discarding));
echo implode(' ', preg_grep('/:(gen|done:.*)$/', names($redis), PREG_GREP_INVERT)), "\n";
var_dump(stampede_fetch('key', 'de', $discarding)->status);

stampede_put('key', 'de', 'good');
stampede_invalidate('key');
var_dump(stampede_remember('key', 'de', $discarding), stampede_peek('key', 'de')->value);

// What is not stored need not serialise.
$builder = function ($locale, $build) {
    $build->discard();
    return fn () => 'called';
};
echo stampede_remember('key', 'de', $builder)(), "\n";
var_dump(stampede_fetch('key', 'de', fn () => 'new')->status);
?>
--EXPECT--
string(11) "half a list"

enum(Stampede\Status::Built)
string(11) "half a list"
string(4) "good"
called
enum(Stampede\Status::Built)
