--TEST--
The record of generations is deleted, or everything is, while a builder runs: its value is returned and not stored
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$losses = [
    'DEL gen' => fn () => $redis->command('DEL', 'list:gen'),
    'FLUSHALL' => fn () => $redis->command('FLUSHALL'),
    'FLUSHDB, and somebody builds' => function () use ($redis) {
        $redis->command('FLUSHDB');
        stampede_put('list', 'ru', 'newer');
    },
    'DEL gen, and another locale is built' => function () use ($redis) {
        $redis->command('DEL', 'list:gen');
        stampede_remember('list', 'en', fn () => 'english');
    },
];
foreach ($losses as $name => $lose) {
    stampede_put('list', 'ru', 'old');
    stampede_invalidate('list');
    $answer = ask('list', 'ru', function () use ($lose) {
        $lose();
        return 'value';
    });
    echo "$name: $answer, $answer->fill, then ", stampede_peek('list', 'ru')?->value ?? 'nothing';
    stampede_invalidate('list');
    echo ', then ', ask('list', 'ru', fn () => 'next'), ', then ', ask('list', 'ru', fn () => 'no'), "\n";
}
echo 'SCRIPT FLUSH: ', ask('scripts', null, function () use ($redis) {
    $redis->command('SCRIPT', 'FLUSH');
    return 'value';
}), ', then ', stampede_peek('scripts')->value, "\n";
?>
--EXPECT--
DEL gen: built "value", rejected, then nothing, then built "next", then hit "next"
FLUSHALL: built "value", rejected, then nothing, then built "next", then hit "next"
FLUSHDB, and somebody builds: built "value", rejected, then newer, then built "next", then hit "next"
DEL gen, and another locale is built: built "value", rejected, then nothing, then built "next", then hit "next"
SCRIPT FLUSH: built "value", then value
