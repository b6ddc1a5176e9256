--TEST--
While the store is down nobody tries it again and again: one connect and one warning for each window of retry_after
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
stampede_put('list', 'ru', 'value');
$closing = new FakeRedis($herd, fn () => null, ['connection']);
ini_set('stampede.redis', $closing->url);
ini_set('stampede.retry_after', '600');
for ($i = 0; $i < 100; $i++) {
    $answers[] = ask("list$i", 'ru', fn () => 'built');
}
echo tally($answers), "\n";
var_dump(stampede_peek('list', 'ru'));
foreach (['invalidate', 'forget', 'put'] as $verb) {
    $arguments = $verb === 'put' ? ['list', 'ru', 'new'] : ['list', 'ru'];
    echo preg_replace('/unix:\S+/', 'unix', thrown(fn () => "stampede_$verb"(...$arguments))), "\n";
}
$closing->process->until('connection');
echo 'another connection: ', $closing->process->hasReached('connection') ? 'yes' : 'no', "\n";

$flaky = new FakeRedis($herd, fn (array $command, int $connection) => $connection === 1 ? null : relay($redis, $command));
ini_set('stampede.redis', $flaky->url);
ini_set('stampede.retry_after', '0.2');
echo @ask('list', 'ru', fn () => 'built'), "\n";
echo wait_until(function () {
    $answer = ask('list', 'ru', fn () => 'built');
    return $answer->status === 'hit' ? $answer : null;
}, 'a hit again'), "\n";
?>
--EXPECTF--
Warning: stampede_fetch(): unix://%s: connect: %s; check that Redis runs there and stampede.redis and stampede.connect_timeout in %s on line %d
fallback "built" 100
NULL
Stampede\ConnectionException: The invalidation did not reach the store: unix connect: %s; check that Redis runs there and stampede.redis and stampede.connect_timeout
Stampede\ConnectionException: The invalidation did not reach the store: unix connect: %s; check that Redis runs there and stampede.redis and stampede.connect_timeout
Stampede\ConnectionException: The value is not stored: unix connect: %s; check that Redis runs there and stampede.redis and stampede.connect_timeout
another connection: no
fallback "built"
hit "value"
