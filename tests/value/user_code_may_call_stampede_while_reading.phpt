--TEST--
__wakeup() and __unserialize() may call stampede again, for other entries and inside another unserialize()
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();
const OPTIONS = ['classes' => ['Outer', 'Inner']];

class Inner
{
    public $inner = 'inner';

    public function __unserialize(array $data): void
    {
        $this->inner = 'inner read';
    }

    public function __serialize(): array
    {
        return [];
    }
}

class Outer
{
    public $name = 'outer';
    public $found;

    public function __wakeup(): void
    {
        $this->found = stampede_remember('inner', null, fn () => new Inner(), OPTIONS)->inner;
    }
}

stampede_put('outer', null, [new Outer(), 'tail', new Outer()], OPTIONS);
for ($call = 0; $call < 2; $call++) {
    $value = stampede_remember('outer', null, fn () => 'not this', OPTIONS);
    echo $value[0]->found, ', ', $value[1], ', ', $value[2]->found, "\n";
}

// In the middle of an unserialize() of the application, which goes on with its own list of classes.
$text = serialize([new Outer(), new DateTimeZone('UTC'), new stdClass()]);
$list = unserialize($text, ['allowed_classes' => ['Outer', 'stdClass']]);
echo $list[0]->found, ' ', get_class($list[1]), ' ', get_class($list[2]), "\n";
?>
--EXPECT--
inner, tail, inner read
inner read, tail, inner read
inner read __PHP_Incomplete_Class stdClass
