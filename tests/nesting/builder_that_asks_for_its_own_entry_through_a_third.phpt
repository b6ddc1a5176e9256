--TEST--
An entry that needs itself through another one gets RecursionException; none of the two is cached or stuck
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
function a(): string
{
    return stampede_remember('a', null, fn () => 'a of ' . b(), ['lock_ttl' => 600]);
}
function b(): string
{
    return stampede_remember('b', null, fn () => 'b of ' . a(), ['lock_ttl' => 600]);
}

foreach ([1, 2] as $time) {
    echo thrown(a(...)), "\n";
    echo thrown(b(...)), "\n";
    echo 'names: ', implode(' ', preg_grep('/:done:|:gen$/', names($redis), PREG_GREP_INVERT)), "\n";
}
stampede_put('b', null, 'b');
echo 'with b cached: ', a(), "\n";
?>
--EXPECT--
Stampede\RecursionException: The builder of a asks for the entry that it is building
Stampede\RecursionException: The builder of b asks for the entry that it is building
names: 
Stampede\RecursionException: The builder of a asks for the entry that it is building
Stampede\RecursionException: The builder of b asks for the entry that it is building
names: 
with b cached: a of b
