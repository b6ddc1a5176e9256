--TEST--
A value that is put while a builder runs stays: the build that began before does not replace it
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$answer = ask('list', 'ru', function () {
    stampede_put('list', 'ru', 'put');
    return 'built';
});
echo "$answer, $answer->fill\n";
$result = stampede_peek('list', 'ru');
echo $result->status->value, ' ', $result->value, "\n";
$redis->command('DEL', 'list:ru');
echo stampede_peek('list', 'ru')->value, ', lock: ', $redis->command('EXISTS', 'list:ru:lock'), "\n";

$answer = ask('late', null, function () {
    stampede_invalidate('late');
    stampede_put('late', null, 'put');
    return 'built';
});
echo "$answer, $answer->fill\n";
echo stampede_peek('late')->status->value, ' ', stampede_peek('late')->value, "\n";
?>
--EXPECT--
built "built", superseded
hit put
put, lock: 0
built "built", superseded
hit put
