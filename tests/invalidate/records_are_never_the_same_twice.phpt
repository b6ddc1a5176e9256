--TEST--
Records made after each start of the server are different, so that a copy from before matches none of them
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.retry_after', '0');
$incarnations = $stamps = [];
for ($start = 1; $start <= 3; $start++) {
    stampede_put('list', 'ru', "value $start");
    stampede_invalidate('list');
    array_push($incarnations, $redis->command('HGET', 'list:gen', 'i'));
    array_push($stamps, $redis->command('HGET', 'list:gen', 's'));
    stampede_put('list', 'ru', "value $start");
    $copies[$start] = $redis->command('GET', 'list:ru');
    if ($start > 1) {
        $redis->command('SET', 'list:ru', $copies[$start - 1]);
        $redis->command('DEL', 'list:ru:stale');
        echo 'an older copy: ', stampede_peek('list', 'ru')?->value ?? 'nothing', "\n";
    }
    $redis->kill9();
    $redis->start();
}
echo 'incarnations: ', count(array_unique($incarnations)), ', stamps: ', count(array_unique($stamps)), "\n";
?>
--EXPECT--
an older copy: nothing
an older copy: nothing
incarnations: 3, stamps: 3
