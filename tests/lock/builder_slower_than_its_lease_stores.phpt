--TEST--
A builder that takes longer than its lease stores its value, when nobody else has stored a newer one
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$answer = ask('list', 'ru', function (?string $locale, Stampede\Build $build) use ($redis) {
    wait_until(fn () => $redis->command('EXISTS', 'list:ru:lock') === 0, 'the end of the lease');
    echo 'remaining: ', $build->remaining(), "\n";
    return 'value';
}, ['lock_ttl' => 0.05]);
echo $answer, "\n";
echo ask('list', 'ru', fn () => 'another value'), "\n";
?>
--EXPECT--
remaining: 0
built "value"
hit "value"
