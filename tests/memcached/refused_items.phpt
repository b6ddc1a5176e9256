--TEST--
Items that Memcached refuses: the value is returned, not stored, and named by one warning; nothing else suffers
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/has_memcached.php';
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$memcached = private_memcached();
$herd = new Herd();
$large = bin2hex(random_bytes(2000000)); // more than a megabyte when it is compressed, too
stampede_put('list', 'ru', 'small');
stampede_put('other', null, 'other');

$answer = ask('list', 'ru', fn () => $large, ['refresh' => true]);
echo strlen($answer->value), " bytes, $answer->status $answer->fill, lock: ", $redis->command('EXISTS', 'list:ru:lock'), "\n";
// The server has thrown the old live copy away.
echo 'then: ', stampede_peek('list', 'ru')?->value ?? 'nothing', ', other: ', ask('other', null, fn () => 'no'), "\n";
echo 'next: ', ask('list', 'ru', fn () => 'small again'), ', ', ask('list', 'ru', fn () => 'no'), "\n";
echo 'put: ', preg_replace('~memcached://\S+: ~', '', @thrown(fn () => stampede_put('list', 'ru', $large))), "\n";
echo 'then: ', stampede_peek('list', 'ru')?->value ?? 'nothing', "\n";
$open = array_filter(stampede_stats()['endpoints'], fn ($endpoint) => $endpoint['breaker'] !== 'closed');
echo 'left alone: ', count($open), "\n";

// Out of memory for ever for one name: one build at a time, no loops, others unaffected.
$fake = new FakeMemcached($herd, $memcached, fn (array $words, Closure $pass): string =>
    $words[0] === 'set' && str_starts_with($words[1], 'unlucky') ? "SERVER_ERROR out of memory storing object\r\n" : $pass());
ini_set('stampede.memcached', $fake->address);
$builds = new Builds();
$callers = $herd->startMany(10, 'caller', fn () => @ask('unlucky', null, $builds->builder('built', 0.3), ['cold_wait' => 0.1]));
echo 'at one time: ', count(array_filter($herd->results($callers), fn ($answer) => $answer->status === 'built')) >= 1 ? $builds->atOneTime() : 'none', "\n";
echo @ask('unlucky', null, fn () => 'built'), ', ', ask('lucky', null, fn () => 'built'), ', ', ask('lucky', null, fn () => 'no'), "\n";
?>
--EXPECTF--
Warning: stampede_fetch(): memcached://%s: set: SERVER_ERROR object too large for cache; raise memcached's limit of an item (-I) in %s on line %d
4000000 bytes, built failed, lock: 0
then: %r(small|nothing)%r, other: hit "other"
next: built "small again", hit "small again"
put: Stampede\Exception: The value is not stored: set: SERVER_ERROR object too large for cache; raise memcached's limit of an item (-I)
then: nothing
left alone: 0
at one time: 1
built "built", built "built", hit "built"
