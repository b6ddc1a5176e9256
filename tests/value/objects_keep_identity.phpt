--TEST--
Inside a value one object stays one object, and cycles stay cycles; two hits share nothing
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

$builder = function () {
    $node = new stdClass();
    $node->self = $node;
    $node->{'10'} = 'numeric name';
    $node->{''} = 'empty name';
    $node->when = new DateTime('2024-02-29 12:00:00 UTC');
    return ['a' => $node, 'b' => $node, 'when' => $node->when];
};
$cold = stampede_remember('graph', null, $builder);
$warm = stampede_remember('graph', null, fn () => 'not this');
$again = stampede_remember('graph', null, fn () => 'not this');

var_dump(anatomy($cold) === anatomy($warm));
var_dump($warm['a'] === $warm['b'], $warm['a']->self === $warm['a'], $warm['a']->when === $warm['when']);
var_dump($warm['a'] === $again['a'], $warm['a'] === $cold['a']);

// What a caller does to its value is its own affair, cold and warm.
$cold['a']->changed = $warm['a']->changed = true;
$warm['when']->modify('+1 day');
var_dump(isset(stampede_remember('graph', null, fn () => 'not this')['a']->changed));
echo stampede_remember('graph', null, fn () => 'not this')['when']->format('c'), "\n";

// Cycles can be collected as any others.
unset($cold, $warm, $again);
var_dump(gc_collect_cycles() > 0);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
2024-02-29T12:00:00+00:00
bool(true)
