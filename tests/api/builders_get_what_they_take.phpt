--TEST--
A builder is called with locale and Build, as far as it takes them, whatever kind of callable it is
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

function show(mixed ...$arguments): string
{
    return implode(' ', array_map(fn ($argument) => is_object($argument) ? get_class($argument) : json_encode($argument), $arguments));
}

class Builder
{
    public function method($locale, $build): string
    {
        return show($locale, $build);
    }

    public static function statically(...$all): string
    {
        return show(...$all);
    }

    public function __invoke(?string $locale): string
    {
        return show($locale);
    }

    public function __call(string $name, array $arguments): string
    {
        return "$name " . show(...$arguments);
    }

    public static function __callStatic(string $name, array $arguments): string
    {
        return "static $name " . show(...$arguments);
    }

    public function defaults($locale, Stampede\Build $build, $third = 'default'): string
    {
        return show($locale, $build, $third);
    }

    private function hidden(): void
    {
    }
}

function &by_reference($locale)
{
    static $value = 'from a static variable';
    return $value;
}

$builders = [
    'nothing' => fn () => show(...func_get_args()),
    'locale' => fn ($locale) => show(...func_get_args()),
    'locale and build' => fn ($locale, $build) => show(...func_get_args()),
    'typed' => fn (?string $locale, Stampede\Build $build): string => show($locale, $build),
    'variadic' => fn (...$all) => show(...$all),
    'locale and variadic' => fn ($locale, ...$more) => show($locale, ...$more),
    'function of PHP' => 'strtoupper',
    'function of PHP without arguments' => 'php_sapi_name',
    'function name' => 'show',
    'method' => [new Builder(), 'method'],
    'static method' => [Builder::class, 'statically'],
    'static method by name' => 'Builder::statically',
    '__invoke' => new Builder(),
    '__call' => [new Builder(), 'anything'],
    '__callStatic' => [Builder::class, 'anything'],
    'hidden method, by __call' => [new Builder(), 'hidden'],
    'defaults' => [new Builder(), 'defaults'],
    'first-class callable' => (new Builder())->method(...),
    'first-class callable by __call' => (new Builder())->magic(...),
    'first-class callable of a function' => strlen(...),
    'by reference' => 'by_reference',
    'closure from callable' => Closure::fromCallable([new Builder(), 'method']),
];
foreach ($builders as $what => $builder) {
    echo "$what: ", stampede_remember($what, 'de', $builder), "\n";
}
echo 'null: ', stampede_remember('null', null, fn ($locale, $build) => show($locale, $build)), "\n";
var_dump(stampede_remember('time', null, 'time') >= time() - 60);

// One that takes more than there is, and what is no callable.
echo thrown(fn () => stampede_remember('three', null, fn ($a, $b, $c) => 1)), "\n";
echo thrown(fn () => stampede_remember('typed', null, fn (int $locale) => 1)), "\n";
foreach (['no_such_function', [new Builder()], null, 'no builder'] as $builder) {
    echo preg_replace('/, .*/', '', thrown(fn () => stampede_remember('no callable', null, $builder))), "\n";
}
?>
--EXPECTF--
nothing: 
locale: "de"
locale and build: "de" Stampede\Build
typed: "de" Stampede\Build
variadic: "de" Stampede\Build
locale and variadic: "de" Stampede\Build
function of PHP: DE
function of PHP without arguments: cli
function name: "de" Stampede\Build
method: "de" Stampede\Build
static method: "de" Stampede\Build
static method by name: "de" Stampede\Build
__invoke: "de"
__call: anything "de" Stampede\Build
__callStatic: static anything "de" Stampede\Build
hidden method, by __call: hidden "de" Stampede\Build
defaults: "de" Stampede\Build "default"
first-class callable: "de" Stampede\Build
first-class callable by __call: magic "de" Stampede\Build
first-class callable of a function: 2
by reference: from a static variable
closure from callable: "de" Stampede\Build
null: null Stampede\Build
bool(true)
ArgumentCountError: Too few arguments to function {closure%S}(), 2 passed and exactly 3 expected
TypeError: {closure%S}(): Argument #1 ($locale) must be of type int, null given
TypeError: stampede_remember(): Argument #3 ($builder) must be a valid callback
TypeError: stampede_remember(): Argument #3 ($builder) must be a valid callback
TypeError: stampede_remember(): Argument #3 ($builder) must be a valid callback
TypeError: stampede_remember(): Argument #3 ($builder) must be a valid callback
