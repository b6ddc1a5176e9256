--TEST--
A process has one connection, and keeps it across calls of all kinds
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$seen = [];
$look = function () use ($redis, &$seen) {
    $seen[] = implode(' ', array_column(array_filter(clients($redis), fn (array $client) => $client['name'] !== ''), 'id'));
};
$calls = [
    fn () => stampede_put('list', 'ru', 'value'),
    fn () => stampede_remember('list', 'ru', fn () => 'built'),
    fn () => stampede_remember('new', null, fn () => stampede_remember('newer', null, fn () => 'built')),
    fn () => stampede_fetch('list', 'ru', fn () => 'built', ['refresh' => true]),
    fn () => stampede_peek('list', 'ru'),
    fn () => stampede_invalidate('list'),
    fn () => stampede_forget('list'),
    fn () => (new Stampede\Cache(['prefix' => 'another:']))->remember('list', 'ru', fn () => 'built'),
    fn () => thrown(fn () => stampede_remember('failing', null, fn () => throw new LogicException('no'))),
    fn () => ini_set('stampede.ttl', '7') . stampede_remember('other ttl', null, fn () => 'built'),
];
foreach ($calls as $call) {
    $call();
    $look();
}
echo 'different: ', count(array_unique($seen)), ', at a time: ', str_word_count($seen[0], 0, '0..9'), "\n";
?>
--EXPECT--
different: 1, at a time: 1
