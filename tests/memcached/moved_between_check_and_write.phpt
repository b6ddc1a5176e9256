--TEST--
Invalidated or forgotten between the check of a fill and its writes, a value is not fresh, or not shown at all; a put in between wins
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
// The first set of a fill comes after its check.
$fake = new FakeMemcached($herd, $memcached, function (array $words, Closure $pass, Actor $me): string {
    if ($words[0] === 'set' && str_starts_with($words[1], 'slow')) {
        static $sets = [];
        $sets[$words[1]] = ($sets[$words[1]] ?? 0) + 1;
        if ($sets[$words[1]] === 1 && !str_ends_with($words[1], ':stale')) {
            $me->pause('set');
        }
    }
    return $pass();
});
$moves = [
    'nothing' => fn (string $key) => null,
    'invalidated' => fn (string $key) => stampede_invalidate($key),
    'invalidated, one locale' => fn (string $key) => stampede_invalidate($key, 'ru'),
    'forgotten' => fn (string $key) => stampede_forget($key),
    'record lost' => fn (string $key) => $redis->command('DEL', "$key:gen"),
    'put' => fn (string $key) => stampede_put($key, 'ru', 'put meanwhile'),
];
foreach ($moves as $name => $move) {
    $key = 'slow ' . $name;
    $key = strtr($key, ' ,', '--');
    $builder = $herd->start("builder: $name", function () use ($fake, $key) {
        ini_set('stampede.memcached', $fake->address);
        return ask($key, 'ru', fn () => 'built before');
    });
    $fake->process->until('set');
    $move($key);
    $fake->process->resume();
    $answer = $builder->result();
    $shown = stampede_peek($key, 'ru');
    if ($answer->fill === 'rejected' && ($memcached->get("$key:ru") !== null || $memcached->get("$key:ru:stale") !== null)) {
        echo "$name: a copy is left behind, which could be shown while Redis is down\n";
    }
    echo "$name: $answer $answer->fill, then ", $shown ? "{$shown->status->value} $shown->value" : 'nothing', ', then ',
        ask($key, 'ru', fn () => 'built after'), ', lock: ', $redis->command('EXISTS', "$key:ru:lock"), "\n";
}
?>
--EXPECT--
nothing: built "built before" filled, then hit built before, then hit "built before", lock: 0
invalidated: built "built before" late, then stale built before, then built "built after", lock: 0
invalidated, one locale: built "built before" late, then stale built before, then built "built after", lock: 0
forgotten: built "built before" rejected, then nothing, then built "built after", lock: 0
record lost: built "built before" rejected, then nothing, then built "built after", lock: 0
put: built "built before" superseded, then nothing, then built "built after", lock: 0
