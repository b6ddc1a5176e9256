--TEST--
A lock whose owner has said that it is done is no reason to wait, nor to ask again and again
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
make_scripts_known();
$token = bin2hex(random_bytes(16));
$redis->command('SET', 'list:lock', $token, 'PX', '600000');
$redis->command('XADD', "list:done:$token", '*', 'outcome', 'filled');
[$scripts, $waits] = [calls($redis, 'evalsha'), calls($redis, 'xread')];
$answer = ask('list', null, fn () => 'value', ['cold_wait' => 40]);
echo "$answer\n";
echo 'at once: ', $answer->seconds < 20 ? 'yes' : 'no', "\n";
echo 'asked for the lock: ', calls($redis, 'evalsha') - $scripts, ', waited: ', calls($redis, 'xread') - $waits, "\n";
?>
--EXPECT--
empty null
at once: yes
asked for the lock: 2, waited: 1
