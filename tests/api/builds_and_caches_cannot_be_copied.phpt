--TEST--
Stampede\Build cannot be made by others, neither it nor a Cache can be cloned or serialised, and nobody extends them
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

echo thrown(fn () => new Stampede\Build()), "\n";
echo thrown(fn () => (new ReflectionClass(Stampede\Build::class))->newInstanceWithoutConstructor()), "\n";
echo thrown(fn () => (new ReflectionClass(Stampede\Cache::class))->newInstanceWithoutConstructor()), "\n";
stampede_remember('key', null, function ($locale, $build) {
    echo thrown(fn () => clone $build), "\n";
    echo thrown(fn () => serialize($build)), "\n";
    echo thrown(fn () => $build->more = 1), "\n";
});
$cache = new Stampede\Cache();
echo thrown(fn () => clone $cache), "\n";
echo thrown(fn () => serialize($cache)), "\n";
echo thrown(fn () => $cache->more = 1), "\n";
echo thrown(fn () => unserialize('O:14:"Stampede\Cache":0:{}')), "\n";
echo thrown(fn () => unserialize('O:14:"Stampede\Build":0:{}')), "\n";
foreach (['Build', 'Cache', 'Result'] as $class) {
    var_dump((new ReflectionClass("Stampede\\$class"))->isFinal());
}

// A refused configuration leaves no half-made Cache behind, and changes none that is there.
$cache->put('kept', null, 'by the first configuration');
echo strtok(thrown(fn () => $cache->__construct(['prefix' => 'x:', 'ttl' => -1])), ':'), "\n";
echo $cache->peek('kept')->value, "\n";
$cache->__construct(['prefix' => 'x:']);
var_dump($cache->peek('kept'));
?>
--EXPECT--
Error: Call to private Stampede\Build::__construct() from global scope
ReflectionException: Class Stampede\Build is an internal class marked as final that cannot be instantiated without invoking its constructor
ReflectionException: Class Stampede\Cache is an internal class marked as final that cannot be instantiated without invoking its constructor
Error: Trying to clone an uncloneable object of class Stampede\Build
Exception: Serialization of 'Stampede\Build' is not allowed
Error: Cannot create dynamic property Stampede\Build::$more
Error: Trying to clone an uncloneable object of class Stampede\Cache
Exception: Serialization of 'Stampede\Cache' is not allowed
Error: Cannot create dynamic property Stampede\Cache::$more
Exception: Unserialization of 'Stampede\Cache' is not allowed
Exception: Unserialization of 'Stampede\Build' is not allowed
bool(true)
bool(true)
bool(true)
ValueError
by the first configuration
NULL
