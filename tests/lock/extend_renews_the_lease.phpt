--TEST--
Build::extend() renews the lease, takes a lost lock again, and says no when somebody else has it
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$lock = 'list:ru:lock';
$answer = ask('list', 'ru', function (?string $locale, Stampede\Build $build) use ($redis, $lock) {
    $token = $redis->command('GET', $lock);
    var_dump($build->extend(600));
    echo 'renewed: ', $redis->command('PTTL', $lock) > 590_000 && $build->remaining() > 590 ? 'yes' : 'no', "\n";
    var_dump($build->extend(20));
    echo 'shortened: ', $redis->command('PTTL', $lock) <= 20_000 && $build->remaining() <= 20 ? 'yes' : 'no', "\n";

    $redis->command('DEL', $lock);
    var_dump($build->extend(60));
    echo 'taken again: ', $redis->command('GET', $lock) === $token && $redis->command('PTTL', $lock) > 0 ? 'yes' : 'no', "\n";

    $redis->command('SET', $lock, 'somebody else', 'PX', '600000');
    var_dump($build->extend(60));
    echo 'left alone: ', $redis->command('GET', $lock), "\n";
    return 'value';
}, ['lock_ttl' => 30]);
echo $answer, "\n";
echo 'still there: ', $redis->command('GET', $lock), "\n";
?>
--EXPECT--
bool(true)
renewed: yes
bool(true)
shortened: yes
bool(true)
taken again: yes
bool(false)
left alone: somebody else
built "value"
still there: somebody else
