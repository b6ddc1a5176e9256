--TEST--
A class that classes does not allow is an error on the first call, not a surprise on the second; what was stored stays
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

class Secret
{
}

class Innocent
{
    public function __serialize(): array
    {
        return ['hidden' => [new Secret()]];
    }
}

stampede_put('key', 'de', 'good');
$live = $redis->command('GET', 'key:de');
$stale = $redis->command('GET', 'key:de:stale');

$builder = fn () => ['list' => [new Secret()]];
for ($call = 0; $call < 2; $call++) {
    echo thrown(fn () => stampede_remember('key', 'de', $builder, ['refresh' => true])), "\n";
    var_dump($redis->command('EXISTS', 'key:de:lock'));
}
echo thrown(fn () => stampede_put('key', 'de', [new Secret()])), "\n";
// Found in what objects make of themselves, too.
echo thrown(fn () => stampede_put('key', 'de', new Innocent(), ['classes' => ['Innocent']])), "\n";
var_dump($redis->command('GET', 'key:de') === $live, $redis->command('GET', 'key:de:stale') === $stale);
var_dump(stampede_fetch('key', 'de', $builder)->status);

// on_error is about builders that fail, not about values that cannot be stored.
echo thrown(fn () => stampede_remember('key', 'de', $builder, ['refresh' => true, 'on_error' => 'stale'])), "\n";
?>
--EXPECT--
Stampede\Exception: The value cannot be stored: it holds an object of class Secret, which the option "classes" does not allow
int(0)
Stampede\Exception: The value cannot be stored: it holds an object of class Secret, which the option "classes" does not allow
int(0)
Stampede\Exception: The value cannot be stored: it holds an object of class Secret, which the option "classes" does not allow
Stampede\Exception: The value cannot be stored: it holds an object of class Secret, which the option "classes" does not allow
bool(true)
bool(true)
enum(Stampede\Status::Hit)
Stampede\Exception: The value cannot be stored: it holds an object of class Secret, which the option "classes" does not allow
