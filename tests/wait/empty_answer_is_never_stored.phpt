--TEST--
The answer `empty` of a waiter is not stored, and goes when the builder that it could not wait for fails
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.lock_ttl', '600');
$herd = new Herd();

$builder = $herd->start('builder', fn (Actor $me) => ask('list', 'ru', function () use ($me) {
    $me->pause('building');
    throw new LogicException('no database');
}));
$builder->until('building');
echo ask('list', 'ru', fn () => 'built', ['cold_wait' => 0.01, 'empty' => ['nothing', 'yet']]), "\n";
echo implode(' ', names($redis)), "\n";
var_dump(stampede_peek('list', 'ru'));
$builder->resume();
echo $builder->result(), "\n";
var_dump(stampede_peek('list', 'ru'));
echo ask('list', 'ru', fn () => 'built'), "\n";
?>
--EXPECT--
empty ["nothing","yet"]
list:gen list:ru:lock
NULL
LogicException: no database null
NULL
built "built"
