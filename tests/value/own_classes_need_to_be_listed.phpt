--TEST--
Objects of own classes come back when the option classes lists them, whatever way they serialise
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

class Plain
{
    public int $a = 1;
    protected ?string $b = null;
    private array $c = [];
    public readonly float $d;
    public int $unset;

    public function __construct()
    {
        $this->b = 'protected';
        $this->c = ['private' => 0.1 + 0.2];
        $this->d = -0.0;
    }
}

class Child extends Plain
{
    private string $c = 'same name as in the parent';
}

class Sleeper
{
    public $kept = 'kept';
    public $dropped = 'dropped';

    public function __sleep(): array
    {
        return ['kept'];
    }

    public function __wakeup(): void
    {
        $this->dropped = 'woken';
    }
}

class Modern
{
    public function __construct(public array $data)
    {
    }

    public function __serialize(): array
    {
        return ['data' => $this->data, 'inner' => new Plain()];
    }

    public function __unserialize(array $data): void
    {
        $this->data = $data['data'];
    }
}

class Old implements Serializable
{
    public $payload = 'text with ;}{" in it';

    public function serialize()
    {
        return $this->payload;
    }

    public function unserialize($data)
    {
        $this->payload = $data;
    }

    public function __serialize(): array
    {
        return [$this->payload];
    }

    public function __unserialize(array $data): void
    {
        $this->payload = $data[0];
    }
}

function both(string $key, object $object, array|bool $classes): object
{
    $before = anatomy($object);
    $cold = stampede_fetch($key, null, fn () => $object, ['classes' => $classes]);
    $warm = stampede_fetch($key, null, fn () => 'not this', ['classes' => $classes]);
    echo "$key: {$cold->status->value} {$warm->status->value} ",
        $cold->value === $object && anatomy($warm->value) === $before ? 'same' : anatomy($warm->value), "\n";
    return $warm->value;
}

both('plain', new Plain(), ['Plain']);
both('child', new Child(), ['Child']);
echo both('sleeper', new Sleeper(), ['Sleeper'])->dropped, "\n";
both('modern', new Modern([1, 'x']), ['Modern', 'Plain']);
both('old', new Old(), ['Old']);
both('any', new Plain(), true);
both('case does not matter', new Plain(), ['PLAIN']);
both('leading backslash', new Plain(), ['\Plain']);
both('objects in SPL containers', new ArrayObject(['x' => new Plain()]), ['ArrayObject', 'Plain']);
both('storage', (function () {
    $storage = new SplObjectStorage();
    $storage[new Plain()] = 'data';
    return $storage;
})(), ['SplObjectStorage', 'Plain']);
both('fixed array', SplFixedArray::fromArray([1, 2, new stdClass()]), ['SplFixedArray', 'stdClass']);

// The list replaces the default one, and none of it is remembered for the next call.
echo thrown(fn () => stampede_remember('x', null, fn () => new stdClass(), ['classes' => ['Plain']])), "\n";
echo thrown(fn () => stampede_remember('x', null, fn () => new Plain())), "\n";
echo thrown(fn () => stampede_remember('x', null, fn () => new stdClass(), ['classes' => false])), "\n";
// A class in a list is itself and not its children.
echo thrown(fn () => stampede_remember('x', null, fn () => new Child(), ['classes' => ['Plain']])), "\n";
?>
--EXPECT--
plain: built hit same
child: built hit same
sleeper: built hit same
woken
modern: built hit same
old: built hit same
any: built hit same
case does not matter: built hit same
leading backslash: built hit same
objects in SPL containers: built hit same
storage: built hit same
fixed array: built hit same
Stampede\Exception: The value cannot be stored: it holds an object of class stdClass, which the option "classes" does not allow
Stampede\Exception: The value cannot be stored: it holds an object of class Plain, which the option "classes" does not allow
Stampede\Exception: The value cannot be stored: it holds an object of class stdClass, which the option "classes" does not allow
Stampede\Exception: The value cannot be stored: it holds an object of class Child, which the option "classes" does not allow
