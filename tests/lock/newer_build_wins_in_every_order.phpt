--TEST--
Two builders, because the first one lost its lock: the later build is what remains, in every order of their ends
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();

function story(Herd $herd, RedisServer $redis, string $key, array $order): void
{
    $start = fn (string $name) => $herd->start($name, fn (Actor $me) => ask($key, null, function () use ($me, $name) {
        $me->pause('building');
        return "value of the $name";
    }, ['lock_ttl' => 60]));
    $builders['first'] = $start('first');
    $builders['first']->until('building');
    $redis->command('DEL', "$key:lock");
    $builders['second'] = $start('second');
    $builders['second']->until('building');
    foreach ($order as $name) {
        $builders[$name]->resume();
        $answer = $builders[$name]->result();
        echo "$name: $answer, $answer->fill; now stored: ", stampede_peek($key)->value;
        echo ', lock: ', $redis->command('EXISTS', "$key:lock"), "\n";
    }
    $redis->command('DEL', $key);
    echo 'stale: ', stampede_peek($key)->value, "\n\n";
}

story($herd, $redis, 'a', ['first', 'second']);
story($herd, $redis, 'b', ['second', 'first']);
?>
--EXPECT--
first: built "value of the first", filled; now stored: value of the first, lock: 1
second: built "value of the second", filled; now stored: value of the second, lock: 0
stale: value of the second

second: built "value of the second", filled; now stored: value of the second, lock: 0
first: built "value of the first", superseded; now stored: value of the second, lock: 0
stale: value of the second
