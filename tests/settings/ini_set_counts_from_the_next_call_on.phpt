--TEST--
ini_set() of prefix, database, classes and the rest counts from the very next call on, and not for a call that is running
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

ini_set('stampede.prefix', 'one:');
stampede_put('key', null, 'of one');
ini_set('stampede.prefix', 'two:');
var_dump(stampede_peek('key'));
stampede_put('key', null, 'of two');
ini_set('stampede.prefix', 'one:');
echo stampede_peek('key')->value, "\n";

// Another database, and back.
ini_set('stampede.redis', redis_url($redis, 1));
var_dump(stampede_peek('key'));
stampede_put('key', null, 'of database 1');
ini_set('stampede.redis', redis_url($redis));
echo stampede_peek('key')->value, "\n";
ini_set('stampede.redis', redis_url($redis, 1));
echo stampede_peek('key')->value, "\n";
ini_set('stampede.redis', redis_url($redis));

ini_set('stampede.classes', '');
echo thrown(fn () => stampede_put('object', null, new stdClass())), "\n";
ini_set('stampede.classes', 'ArrayObject stdClass');
echo thrown(fn () => stampede_put('object', null, new ArrayObject([new stdClass()]))), "\n";
ini_set('stampede.classes', '1');
echo thrown(fn () => stampede_put('object', null, new SplObjectStorage())), "\n";

// In the middle of a build: the build ends where it began; a call inside goes by the new settings.
ini_set('stampede.prefix', 'before:');
$result = stampede_fetch('running', 'de', function () use ($redis) {
    ini_set('stampede.prefix', 'after:');
    ini_set('stampede.redis', redis_url($redis, 2));
    ini_set('stampede.ttl', '0.001');
    ini_set('stampede.gzip_level', '0');
    ini_set('stampede.classes', '0');
    ini_set('stampede.max_value', '1');
    stampede_remember('inside', null, fn () => '1', ['ttl' => 10]);
    return new stdClass();
});
echo "{$result->status->value}\n";
echo implode(' ', preg_grep('/^(before|after):[^:]+(:de)?(:lock)?$/', names($redis))), "\n";
var_dump($redis->command('PTTL', 'before:running:de') > 10_000);
$redis->command('SELECT', '2');
echo implode(' ', preg_grep('/:done:/', names($redis), PREG_GREP_INVERT)), "\n";
?>
--EXPECT--
NULL
of one
NULL
of one
of database 1
Stampede\Exception: The value cannot be stored: it holds an object of class stdClass, which the option "classes" does not allow
nothing
nothing
built
before:running:de
bool(true)
after:inside after:inside:gen after:inside:stale
