--TEST--
A __PHP_Incomplete_Class that a builder got from somewhere is refused: no reader could ever use it
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

$incomplete = unserialize('O:7:"Missing":1:{s:1:"x";i:1;}');
echo thrown(fn () => stampede_remember('key', null, fn () => [$incomplete])), "\n";
echo preg_replace('/ which .*/', '', thrown(fn () => stampede_remember('key', null, fn () => [$incomplete], ['classes' => true]))), "\n";
var_dump(stampede_peek('key'));
?>
--EXPECTF--
Stampede\Exception: The value cannot be stored: it holds an object of class Missing, which the option "classes" does not allow
Stampede\Exception: The value%scannot be stored:%s
NULL
