--TEST--
Arrays keep order, types of keys, nesting and references; references to the world outside are cut
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

function both(string $key, callable $builder): array
{
    $cold = stampede_remember($key, null, $builder);
    $warm = stampede_remember($key, null, fn () => 'not this');
    echo "$key: ", anatomy($cold) === anatomy($warm) ? 'same' : anatomy($cold) . "\nbut warm " . anatomy($warm), "\n";
    return $warm;
}

both('order', fn () => ['z' => 1, 'a' => 2, 10 => 3, 9 => 4, -5 => 5, '007' => 6, '' => 7, "a\0b" => 8, PHP_INT_MAX => 9]);
both('lists', fn () => [[], [[]], [1, [2, [3, [null, false, '']]]], range(1, 300)]);
both('deep', function () {
    $deep = 'bottom';
    for ($i = 0; $i < 500; $i++) {
        $deep = [$deep];
    }
    return $deep;
});

$warm = both('two references to one value', function () {
    $shared = 'before';
    return [&$shared, &$shared, 'by value' => $shared];
});
$warm[0] = 'after';
echo json_encode($warm), "\n";

$warm = both('a loop through a reference', function () {
    $loop = ['name' => 'loop'];
    $loop['self'] = &$loop;
    return ['outer' => &$loop];
});
echo $warm['outer']['self']['self']['name'], "\n";

$warm = both('a reference inside an object', function () {
    $object = new stdClass();
    $object->list = [1, 2];
    $object->alias = &$object->list[0];
    return [$object];
});
$warm[0]->alias = 'changed';
echo json_encode($warm), "\n";

// What the builder refers to outside is a copy in the cached value.
$outside = 1;
stampede_remember('outside', null, function () use (&$outside) {
    return [&$outside];
});
$outside = 2;
echo json_encode(stampede_remember('outside', null, fn () => 'not this')), "\n";

// Not all of it was freed by counting references; the rest can be.
unset($warm);
gc_collect_cycles();
?>
--EXPECT--
order: same
lists: same
deep: same
two references to one value: same
{"0":"after","1":"after","by value":"before"}
a loop through a reference: same
loop
a reference inside an object: same
[{"list":["changed",2],"alias":"changed"}]
[1]
