--TEST--
A store that does not answer: the first call finds out, all other processes leave it alone while the breaker is open
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip so many processes take too long under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
$herd = new Herd();
$silent = new FakeRedis($herd, fn () => '', ['connection']);
ini_set('stampede.redis', $silent->url);
ini_set('stampede.read_timeout', '0.2');
ini_set('stampede.connect_timeout', '0.2');
ini_set('stampede.retry_after', '600');

$first = $herd->start('first', fn () => ask('list', 'ru', fn () => 'built'));
echo 'first: ', $first->result(), "\n";
echo 'its warning: ', preg_match('/no answer within the deadline/', $first->output()), "\n";
$silent->process->until('connection');

ini_set('stampede.read_timeout', '30');
ini_set('stampede.connect_timeout', '30');
$others = $herd->startMany(10, 'other', function (Actor $me, int $number) {
    $answers[] = ask("list$number", 'ru', fn () => 'built', ['classes' => false]);
    $answers[] = ask("list$number", 'ru', fn () => 'built');
    return [$answers, thrown(fn () => stampede_invalidate('list'))];
});
$results = $herd->results($others);
echo 'others: ', tally(array_merge(...array_column($results, 0))), "\n";
echo 'they say: ', implode(', ', array_unique(array_map(fn ($other) => $other->output(), $others))), "\n";
echo preg_replace('/unix:\S+/', 'unix:', implode("\n", array_unique(array_column($results, 1)))), "\n";
echo 'another connection: ', $silent->process->hasReached('connection') ? 'yes' : 'no', "\n";

$endpoint = stampede_stats()['endpoints'][0];
echo $endpoint['breaker'], ' ', $endpoint['failures'], ' ', $endpoint['retry_in'] > 500 ? 'long' : $endpoint['retry_in'], "\n";
// Each has its own memory of failures.
$redis = new RedisServer();
ini_set('stampede.redis', redis_url($redis));
echo ask('list', 'ru', fn () => 'built'), "\n";
echo implode(' ', array_column(stampede_stats()['endpoints'], 'breaker')), "\n";
?>
--EXPECT--
first: fallback "built"
its warning: 1
others: fallback "built" 20
they say: 
Stampede\ConnectionException: The invalidation did not reach the store: unix: left alone for a moment, for it failed another process
another connection: no
open 1 long
built "built"
open closed
