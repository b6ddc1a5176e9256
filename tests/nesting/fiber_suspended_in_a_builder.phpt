--TEST--
A builder suspends its fiber: other fibers do not wait for it, get their own values, and it stores in the end
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$options = ['wait' => 40, 'cold_wait' => 40, 'lock_ttl' => 600];

$fiber = new Fiber(fn () => ask('list', 'ru', function () {
    Fiber::suspend();
    return 'value';
}, $options));
$fiber->start();
$other = new Fiber(fn () => ask('list', 'ru', fn () => 'another value', $options));
$other->start();
echo 'another fiber, the same entry: ', $other->getReturn(), "\n";
echo 'no fiber, the same entry: ', ask('list', 'ru', fn () => 'another value', $options), "\n";
echo 'another locale: ', ask('list', 'en', fn () => 'english', $options), "\n";
echo 'nested, the same entry: ', ask('page', null, fn () => 'page of ' . ask('list', 'ru', fn () => 'its own', $options), $options), "\n";
$fiber->resume();
echo $fiber->getReturn(), "\n";
echo ask('list', 'ru', fn () => 'another value'), "\n";
echo 'waited: ', calls($redis, 'xread'), "\n";

stampede_invalidate('list', 'ru');
$fiber = new Fiber(fn () => ask('list', 'ru', fn () => Fiber::suspend(), $options));
$fiber->start();
echo 'with a stale copy: ', ask('list', 'ru', fn () => 'another value', $options), "\n";
$fiber->resume('new value');
echo $fiber->getReturn(), "\n";
?>
--EXPECT--
another fiber, the same entry: empty null
no fiber, the same entry: empty null
another locale: built "english"
nested, the same entry: built "page of built \"its own\""
built "value"
hit "value"
waited: 0
with a stale copy: stale "value"
built "new value"
