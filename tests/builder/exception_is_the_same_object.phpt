--TEST--
What a builder throws comes out as the same object, nothing is stored, and the next call builds at once
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
foreach ([new LogicException('no', 7, new Exception('why')), new Error('no'), new TypeError('no')] as $thrown) {
    try {
        stampede_remember('list', 'ru', fn () => throw $thrown, ['lock_ttl' => 600]);
    } catch (Throwable $caught) {
    }
    echo get_class($caught), $caught === $thrown ? ': the same' : ': another';
    echo ', stored: ', $redis->command('EXISTS', 'list:ru', 'list:ru:stale', 'list:ru:lock'), "\n";
}
echo ask('list', 'ru', fn () => 'value', ['cold_wait' => 0]), "\n";
?>
--EXPECT--
LogicException: the same, stored: 0
Error: the same, stored: 0
TypeError: the same, stored: 0
built "value"
