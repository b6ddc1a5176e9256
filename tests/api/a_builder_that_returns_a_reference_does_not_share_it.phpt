--TEST--
What a builder returns by reference, or holds on to, is not changed behind the caller's back
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

class Registry
{
    public array $list = ['first'];

    public function &list(): array
    {
        return $this->list;
    }
}

$registry = new Registry();
$cold = stampede_remember('list', null, [$registry, 'list']);
$registry->list[] = 'second';
echo json_encode($cold), json_encode(stampede_remember('list', null, fn () => 'not this')), "\n";
$cold[] = 'third';
echo json_encode($registry->list), "\n";
$result = stampede_fetch('result', null, [$registry, 'list']);
$registry->list = [];
echo json_encode($result->value), "\n";

// Without a return value the value is null, as in any call.
var_dump(stampede_remember('nothing', null, function () {
}));
var_dump(stampede_fetch('nothing', null, fn () => 'not this')->status);
?>
--EXPECT--
["first"]["first"]
["first","second"]
["first","second"]
NULL
enum(Stampede\Status::Hit)
