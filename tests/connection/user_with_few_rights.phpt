--TEST--
A user with the least rights can do everything; without EVAL a warning names what is missing, and no lock is left
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = new RedisServer([], tcp: true);
$rights = '~shop:* +select +client|setname +get +hmget +exists +xread +eval +evalsha +set +del +type +hget +hset +hdel +hlen'
    . ' +pttl +pexpire +persist +xadd +time';
$redis->command('ACL', 'SETUSER', 'least', 'on', '>x', ...explode(' ', $rights));
$redis->command('ACL', 'SETUSER', 'reader', 'on', '>x', '~shop:*', '+hmget', '+get');
$place = "127.0.0.1:{$redis->port}";
ini_set('stampede.prefix', 'shop:');
ini_set('stampede.connect_timeout', '30');
ini_set('stampede.retry_after', '0');

ini_set('stampede.redis', "redis://least:x@$place");
echo ask('list', 'ru', fn () => 'value'), ', ', ask('list', 'ru', fn () => 'no'), "\n";
stampede_put('list', 'en', 'english', ['stale_ttl' => 0]);
stampede_invalidate('list');
echo stampede_peek('list', 'ru')->status->value, ', ';
echo ask('list', 'ru', fn (?string $locale, Stampede\Build $build) => $build->extend(5) ? 'new' : 'not extended'), ', ';
stampede_forget('list');
echo stampede_peek('list', 'en')?->value ?? 'nothing', "\n";
stampede_put('list', 'ru', 'value');

ini_set('stampede.redis', "redis://reader:x@$place");
echo ask('list', 'ru', fn () => 'built'), "\n";
echo ask('list', 'de', fn () => 'built'), ', lock: ', $redis->command('EXISTS', 'shop:list:de:lock'), "\n";
ini_set('stampede.prefix', 'other:');
echo @ask('list', 'ru', fn () => 'built'), "\n";
?>
--EXPECTF--
built "value", hit "value"
stale, built "new", nothing
hit "value"

Warning: stampede_fetch(): redis://reader:***@127.0.0.1:%d: arbitrate: NOPERM %s; the README lists the commands and keys that the user needs in %s on line %d
fallback "built", lock: 0
fallback "built"
