--TEST--
A process that waited long for the lock has its whole lease, and can take it again and again
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$redis->command('SET', 'list:lock', bin2hex(random_bytes(16)), 'PX', '1500');
$answer = ask('list', null, function (?string $locale, Stampede\Build $build) {
    echo 'remaining: ', round($build->remaining()), "\n";
    return 'value';
}, ['cold_wait' => 30, 'lock_ttl' => 100]);
echo $answer, ', after a wait: ', $answer->waited > 0 ? 'yes' : 'no', "\n";
for ($i = 1; $i <= 3; $i++) {
    stampede_forget('list');
    echo ask('list', null, fn () => "value $i", ['lock_ttl' => 1]), "\n";
}
?>
--EXPECT--
remaining: 100
built "value", after a wait: yes
built "value 1"
built "value 2"
built "value 3"
