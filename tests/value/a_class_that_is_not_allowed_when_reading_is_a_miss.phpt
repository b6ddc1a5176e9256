--TEST--
A stored object whose class this caller does not allow is a miss for it, and its class is not even loaded
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

class Loaded
{
    public function __unserialize(array $data): void
    {
        echo "an object is made\n";
    }
}
spl_autoload_register(function (string $class): void {
    echo "autoload of $class\n";
});

stampede_put('key', 'de', [new Loaded()], ['classes' => ['Loaded']]);
var_dump(stampede_peek('key', 'de'));
var_dump(stampede_fetch('key', 'de', fn () => 'rebuilt', ['classes' => ['Other']])->status);
var_dump(stampede_fetch('key', 'de', fn () => 'not this')->value);

// So is the stale copy.
stampede_put('key', 'fr', [new Loaded()], ['classes' => ['Loaded']]);
$redis->command('DEL', 'key:fr');
var_dump(stampede_peek('key', 'fr'));
$redis->command('SET', 'key:fr:lock', str_repeat('a', 32), 'PX', '60000');
var_dump(stampede_fetch('key', 'fr', fn () => 'not this', ['empty' => 'empty', 'cold_wait' => 0, 'wait' => 0])->value);
?>
--EXPECT--
NULL
enum(Stampede\Status::Built)
string(7) "rebuilt"
NULL
string(5) "empty"
