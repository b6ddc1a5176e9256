--TEST--
A Result cannot be made, changed or given more properties by anyone else
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

$result = stampede_fetch('key', 'de', fn () => [1, 2]);
echo thrown(fn () => new Stampede\Result()), "\n";
foreach (['value', 'status', 'age', 'isStale', 'buildTime', 'waited', 'fill'] as $name) {
    echo thrown(fn () => $result->$name = null), "\n";
}
// PHP 8.4 says that this would be an indirect modification.
echo str_replace('indirectly ', '', thrown(function () use ($result) {
    $result->value[] = 3;
})), "\n";
echo thrown(function () use ($result) {
    unset($result->status);
}), "\n";
echo thrown(fn () => $result->more = 1), "\n";
echo thrown(fn () => clone $result), "\n";
echo json_encode($result->value), "\n";
?>
--EXPECT--
Error: Call to private Stampede\Result::__construct() from global scope
Error: Cannot modify readonly property Stampede\Result::$value
Error: Cannot modify readonly property Stampede\Result::$status
Error: Cannot modify readonly property Stampede\Result::$age
Error: Cannot modify readonly property Stampede\Result::$isStale
Error: Cannot modify readonly property Stampede\Result::$buildTime
Error: Cannot modify readonly property Stampede\Result::$waited
Error: Cannot modify readonly property Stampede\Result::$fill
Error: Cannot modify readonly property Stampede\Result::$value
Error: Cannot unset readonly property Stampede\Result::$status
Error: Cannot create dynamic property Stampede\Result::$more
nothing
[1,2]
