--TEST--
A resource is refused at the top, in arrays and behind references, because a hit would show 0 instead
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$open = fopen(__FILE__, 'r');
$closed = fopen(__FILE__, 'r');
fclose($closed);

echo thrown(fn () => stampede_remember('top', null, fn () => $open)), "\n";
echo thrown(fn () => stampede_remember('closed', null, fn () => $closed)), "\n";
echo thrown(fn () => stampede_remember('array', null, fn () => ['a' => [1, [$open]]])), "\n";
echo thrown(fn () => stampede_remember('reference', null, function () use (&$open) {
    return ['a' => &$open];
})), "\n";
echo thrown(fn () => stampede_put('put', null, [$open])), "\n";
echo implode(' ', preg_grep('/:(gen|done:.*)$/', names($redis), PREG_GREP_INVERT)), "\n";

// An array that holds itself is looked through only once.
echo thrown(fn () => stampede_remember('loop', null, function () use ($open) {
    $loop = [];
    $loop[0] = &$loop;
    $loop[1] = 'no resource';
    $loop[2] = [$open];
    return $loop;
})), "\n";
gc_collect_cycles();
?>
--EXPECT--
Stampede\Exception: The value (resource) cannot be stored: it is a resource
Stampede\Exception: The value (resource) cannot be stored: it is a resource
Stampede\Exception: The value (array) cannot be stored: it holds a resource
Stampede\Exception: The value (array) cannot be stored: it holds a resource
Stampede\Exception: The value (array) cannot be stored: it holds a resource

Stampede\Exception: The value (array) cannot be stored: it holds a resource
