--TEST--
A value nested deeper than unserialize_max_depth is refused when storing, instead of being a miss with a warning for ever
--EXTENSIONS--
stampede
--INI--
unserialize_max_depth=100
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

function nested(int $depth): array
{
    $value = [];
    while (--$depth > 0) {
        $value = [$value];
    }
    return $value;
}

stampede_remember('fits', null, fn () => nested(100));
var_dump(stampede_fetch('fits', null, fn () => 'not this')->status);
echo preg_replace('/stored: .*/', 'stored', thrown(fn () => stampede_remember('deep', null, fn () => nested(101)))), "\n";
?>
--EXPECT--
enum(Stampede\Status::Hit)
Stampede\Exception: The value (array) cannot be stored
