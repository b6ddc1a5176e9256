--TEST--
A value that does not serialise is an error that names its type; nothing is stored, what was there stays, no lock is left
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

function numbers(): Generator
{
    yield 1;
}

class PdoLike
{
    public function __serialize(): array
    {
        throw new LogicException('You cannot serialize or unserialize PdoLike instances');
    }
}

class Holder
{
    public $inner;
}

$holder = new Holder();
$holder->inner = fn () => 1;
$values = [
    'closure' => fn () => 1,
    'closure in an array' => ['a' => ['b' => strlen(...)]],
    'closure in an object' => $holder,
    'generator' => numbers(),
    'generator in an array' => [numbers()],
    'PDO-like' => new PdoLike(),
    'PDO-like in an array' => [[new PdoLike()]],
    'anonymous class' => new class {
    },
    'reflection' => new ReflectionClass('stdClass'),
    'weak map' => new WeakMap(),
    'fiber' => new Fiber(fn () => 1),
    'file' => new SplFileObject(__FILE__),
    'a cache' => new Stampede\Cache(),
];

stampede_put('key', 'de', 'good', ['ttl' => 0.001]);
while ($redis->command('EXISTS', 'key:de')) {
    usleep(1000);
}
$before = $redis->command('GET', 'key:de:stale');
foreach ($values as $what => $value) {
    echo "$what: ", thrown(fn () => stampede_remember('key', 'de', fn () => $value, ['classes' => true])), "\n";
    if (names($redis) !== ['key:de:stale', 'key:gen'] && preg_grep('/lock|:de$/', names($redis))) {
        echo implode(' ', names($redis)), "\n";
    }
}
var_dump($redis->command('GET', 'key:de:stale') === $before, stampede_peek('key', 'de')->value);

// put says the same, and the exception of user code is kept.
echo thrown(fn () => stampede_put('key', 'de', $values['closure in an object'], ['classes' => true])), "\n";
try {
    stampede_put('key', 'de', new PdoLike(), ['classes' => true]);
} catch (Stampede\Exception $exception) {
    echo get_class($exception->getPrevious()), ': ', $exception->getPrevious()->getMessage(), "\n";
}
var_dump(stampede_peek('key', 'de')->value);

// The next builder is not held up.
var_dump(stampede_fetch('key', 'de', fn () => 'better')->status);
?>
--EXPECT--
closure: Stampede\Exception: The value (Closure) cannot be stored: Serialization of 'Closure' is not allowed
closure in an array: Stampede\Exception: The value (array) cannot be stored: Serialization of 'Closure' is not allowed
closure in an object: Stampede\Exception: The value (Holder) cannot be stored: Serialization of 'Closure' is not allowed
generator: Stampede\Exception: The value (Generator) cannot be stored: Serialization of 'Generator' is not allowed
generator in an array: Stampede\Exception: The value (array) cannot be stored: Serialization of 'Generator' is not allowed
PDO-like: Stampede\Exception: The value (PdoLike) cannot be stored: You cannot serialize or unserialize PdoLike instances
PDO-like in an array: Stampede\Exception: The value (array) cannot be stored: You cannot serialize or unserialize PdoLike instances
anonymous class: Stampede\Exception: The value (class@anonymous) cannot be stored: Serialization of 'class@anonymous' is not allowed
reflection: Stampede\Exception: The value (ReflectionClass) cannot be stored: Serialization of 'ReflectionClass' is not allowed
weak map: Stampede\Exception: The value (WeakMap) cannot be stored: Serialization of 'WeakMap' is not allowed
fiber: Stampede\Exception: The value (Fiber) cannot be stored: Serialization of 'Fiber' is not allowed
file: Stampede\Exception: The value (SplFileObject) cannot be stored: Serialization of 'SplFileObject' is not allowed
a cache: Stampede\Exception: The value (Stampede\Cache) cannot be stored: Serialization of 'Stampede\Cache' is not allowed
bool(true)
string(4) "good"
Stampede\Exception: The value (Holder) cannot be stored: Serialization of 'Closure' is not allowed
LogicException: You cannot serialize or unserialize PdoLike instances
string(4) "good"
enum(Stampede\Status::Built)
