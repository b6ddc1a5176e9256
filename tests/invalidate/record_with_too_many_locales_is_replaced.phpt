--TEST--
A record of more than 4096 fields is replaced by a small one: what was stored is built anew, never shown wrongly
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
stampede_put('list', 'ru', 'old');
$fields = array_merge(...array_map(fn (int $i) => ["f:l$i", '1'], range(1, 4090)));
$redis->command('HSET', 'list:gen', ...$fields);
echo ask('list', 'en', fn () => 'english'), ', ', $redis->command('HLEN', 'list:gen') > 4000 ? 'a large record' : 'a small record', "\n";
echo ask('list', 'ru', fn () => 'no'), "\n";
$redis->command('HSET', 'list:gen', 'f:x', '1', 'f:y', '1', 'f:z', '1');
$answer = ask('list', 'de', fn () => 'german');
echo "$answer, $answer->fill, ", $redis->command('HLEN', 'list:gen') > 4000 ? 'a large record' : 'a small record', "\n";
echo 'shown of before: ', stampede_peek('list', 'ru')?->value ?? 'nothing', "\n";
echo ask('list', 'ru', fn () => 'new'), ', ', ask('list', 'ru', fn () => 'no'), ', ', ask('list', 'de', fn () => 'no'), "\n";
?>
--EXPECT--
built "english", a large record
hit "old"
built "german", filled, a small record
shown of before: nothing
built "new", hit "new", hit "german"
