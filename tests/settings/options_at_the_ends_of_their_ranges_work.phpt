--TEST--
Options take the first and the last value of their ranges, ints where floats will do, and references
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

$right = [
    'ttl' => [0.001, 1, 45, 0.25, 315360000, 315360000.0],
    'stale_ttl' => [0, 0.0, -0.0, 0.001, 315360000],
    'jitter' => [0, 1, 0.0, 0.5, 1.0],
    'lock_ttl' => [0.001, 1, 86400],
    'wait' => [0, 0.0, 3600],
    'cold_wait' => [0, 0.2, 3600],
    'empty' => [null, false, '', [], new stdClass(), fn () => 1, NAN],
    'refresh' => [true, false],
    'early' => [0, 0.5, 1],
    'defer' => [true, false],
    'on_error' => ['throw', 'stale'],
    'gzip_level' => [0, 9],
    'classes' => [true, false, [], ['stdClass'], ['a' => '\Some\Class', 'b' => 'Other']],
    'max_value' => [1, 536870912],
];
foreach ($right as $option => $values) {
    foreach ($values as $i => $value) {
        $options = [$option => &$value];
        $answer = thrown(function () use ($option, $i, &$options) {
            stampede_fetch("$option $i", null, fn () => '7', $options);
            stampede_put("$option $i", null, '7', $options);
            stampede_remember("$option $i", null, fn () => '7', $options);
        });
        if ($answer !== 'nothing') {
            echo "$option ", var_export($value, true), ": $answer\n";
        }
    }
}

// None at all, and a name given as a reference in a list of classes.
$class = 'stdClass';
var_dump(stampede_remember('none', null, fn () => 1, []));
var_dump(stampede_remember('list', null, fn () => new stdClass(), ['classes' => [&$class]]) == new stdClass());
?>
--EXPECT--
int(1)
bool(true)
