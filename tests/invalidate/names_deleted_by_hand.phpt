--TEST--
Any of the names deleted by hand, in every combination: a hit or a rebuild, never a wrong answer
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$names = ['live' => 'list:ru', 'stale' => 'list:ru:stale', 'lock' => 'list:ru:lock', 'gen' => 'list:gen'];
for ($bits = 0; $bits < 16; $bits++) {
    $chosen = array_filter($names, fn (string $name) => $bits >> array_search($name, array_values($names)) & 1);
    $delete = fn () => $chosen && $redis->command('DEL', ...array_values($chosen));

    stampede_forget('list');
    stampede_put('list', 'ru', 'old');
    $delete();
    echo implode('+', array_keys($chosen)) ?: 'none', ': ', ask('list', 'ru', fn () => 'new'), ', then ', ask('list', 'ru', fn () => 'no');

    stampede_invalidate('list');
    ask('list', 'ru', function () use ($delete) {
        $delete();
        return 'built meanwhile';
    });
    echo '; while building: ', ask('list', 'ru', fn () => 'new'), "\n";
}
?>
--EXPECT--
none: hit "old", then hit "old"; while building: hit "built meanwhile"
live: built "new", then hit "new"; while building: hit "built meanwhile"
stale: hit "old", then hit "old"; while building: hit "built meanwhile"
live+stale: built "new", then hit "new"; while building: hit "built meanwhile"
lock: hit "old", then hit "old"; while building: hit "built meanwhile"
live+lock: built "new", then hit "new"; while building: hit "built meanwhile"
stale+lock: hit "old", then hit "old"; while building: hit "built meanwhile"
live+stale+lock: built "new", then hit "new"; while building: hit "built meanwhile"
gen: built "new", then hit "new"; while building: built "new"
live+gen: built "new", then hit "new"; while building: built "new"
stale+gen: built "new", then hit "new"; while building: built "new"
live+stale+gen: built "new", then hit "new"; while building: built "new"
lock+gen: built "new", then hit "new"; while building: built "new"
live+lock+gen: built "new", then hit "new"; while building: built "new"
stale+lock+gen: built "new", then hit "new"; while building: built "new"
live+stale+lock+gen: built "new", then hit "new"; while building: built "new"
