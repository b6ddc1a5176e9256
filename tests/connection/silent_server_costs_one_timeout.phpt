--TEST--
Twenty calls of a request to a server that does not even greet: one timeout in all
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

ini_set('stampede.connect_timeout', '0.5');
ini_set('stampede.retry_after', '600');
$herd = new Herd();
$silent = new FakeRedis($herd, fn () => '');
ini_set('stampede.redis', $silent->url);
$began = clock();
for ($i = 0; $i < 20; $i++) {
    $answers[] = @ask("list$i", null, fn () => 'built');
}
$took = clock() - $began;
echo tally($answers), "\n";
echo $took >= 0.49 && $took < 8 ? 'one timeout' : $took, "\n";
?>
--EXPECT--
fallback "built" 20
one timeout
