--TEST--
A Cache made without a config and the functions are the same cache; wrong numbers and types of arguments are PHP's own errors
--EXTENSIONS--
stampede
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$cache = new Stampede\Cache();
$cache->put('key', 'de', 'by method');
echo stampede_peek('key', 'de')->value, "\n";
stampede_put('key', 'de', 'by function');
echo $cache->peek('key', 'de')->value, ' ', $cache->remember('key', 'de', fn () => 'not this'), ' ',
    $cache->fetch('key', 'de', fn () => 'not this')->status->value, "\n";
$cache->invalidate('key', 'de');
echo stampede_peek('key', 'de')->status->value, "\n";
stampede_forget('key');
var_dump($cache->peek('key', 'de'));

// By name, in any order.
echo stampede_remember(builder: fn ($locale) => "in $locale", locale: 'en', key: 'named', options: ['ttl' => 10]), "\n";
echo $cache->remember(locale: 'en', key: 'named', builder: fn () => 'not this'), "\n";

echo thrown(fn () => stampede_remember('key', 'de')), "\n";
echo thrown(fn () => stampede_remember('key', 'de', fn () => 1, [], 1)), "\n";
echo thrown(fn () => stampede_remember(1, 'de', fn () => 1)), "\n";
echo thrown(fn () => stampede_remember('key', 1, fn () => 1)), "\n";
echo thrown(fn () => stampede_remember('key', ['de'], fn () => 1)), "\n";
echo thrown(fn () => stampede_remember('key', 'de', fn () => 1, null)), "\n";
echo thrown(fn () => stampede_put('key', 'de')), "\n";
echo thrown(fn () => stampede_peek()), "\n";
echo thrown(fn () => stampede_invalidate('key', 1)), "\n";
echo thrown(fn () => stampede_forget(null)), "\n";
echo thrown(fn () => new Stampede\Cache('redis://localhost')), "\n";
echo thrown(fn () => (new Stampede\Cache())->put('key', 'de', 1, ['ttl' => '1'])), "\n";
?>
--EXPECT--
by method
by function by function hit
stale
NULL
in en
in en
ArgumentCountError: stampede_remember() expects at least 3 arguments, 2 given
ArgumentCountError: stampede_remember() expects at most 4 arguments, 5 given
TypeError: stampede_remember(): Argument #1 ($key) must be of type string, int given
TypeError: stampede_remember(): Argument #2 ($locale) must be of type ?string, int given
TypeError: stampede_remember(): Argument #2 ($locale) must be of type ?string, array given
TypeError: stampede_remember(): Argument #4 ($options) must be of type array, null given
ArgumentCountError: stampede_put() expects at least 3 arguments, 2 given
ArgumentCountError: stampede_peek() expects at least 1 argument, 0 given
TypeError: stampede_invalidate(): Argument #2 ($locale) must be of type array|string|null, int given
TypeError: stampede_forget(): Argument #1 ($key) must be of type string, null given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must be of type array, string given
TypeError: Stampede\Cache::put(): Argument #4 ($options) must have "ttl" set to a number of seconds from 0.001 to 315360000, string given
