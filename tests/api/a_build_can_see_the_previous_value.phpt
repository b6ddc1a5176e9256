--TEST--
Build::stale() is the previous value while a stale copy may be shown, else null
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$builder = function ($locale, $build) {
    return ['previous' => $build->stale()];
};
echo json_encode(stampede_remember('key', 'de', $builder)), "\n";
stampede_put('key', 'de', 'first');
echo json_encode(stampede_remember('key', 'de', $builder, ['refresh' => true])), "\n";
stampede_put('key', 'de', 'second');
stampede_invalidate('key');
echo json_encode(stampede_remember('key', 'de', $builder)), "\n";
stampede_put('key', 'de', 'third');
stampede_forget('key');
echo json_encode(stampede_remember('key', 'de', $builder)), "\n";

// Looking at it does not make the new value a stale one.
var_dump(stampede_peek('key', 'de')->status);

stampede_put('key', 'de', 'fourth');
$redis->command('SET', 'key:de:stale', 'damaged');
echo json_encode(stampede_remember('key', 'de', $builder, ['refresh' => true])), "\n";
stampede_put('key', 'de', new DateTimeZone('UTC'));
echo json_encode(stampede_remember('key', 'de', $builder, ['refresh' => true, 'classes' => false])), "\n";
?>
--EXPECT--
{"previous":null}
{"previous":"first"}
{"previous":"second"}
{"previous":null}
enum(Stampede\Status::Hit)
{"previous":null}
{"previous":null}
