--TEST--
Keys of 65535 bytes, in any script, with spaces, braces and control characters are kept apart; longer ones are refused
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();
ini_set('stampede.ttl', '3600');

$long = str_repeat('k', 65534);
$keys = ["{$long}a", "{$long}b", 'заметки', 'ノート', '😀', 'a b', ' a', 'a ', "tab\t", "\x7f", "\x01\x02", "\xff\xfe", '{a}', '{}', '{', '}a{',
    'a*', '?', '[a]', '%', '%s%n', 'a:b', ':', '::', "'", '"', '\\', '$0', '0', 'a/b?c#d', '*3'];
foreach ($keys as $i => $key) {
    stampede_put($key, null, "plain $i");
    stampede_put($key, 'de', "de $i");
}
foreach ($keys as $i => $key) {
    if (stampede_peek($key)?->value !== "plain $i" || stampede_peek($key, 'de')?->value !== "de $i") {
        echo "key $i\n";
    }
}
$names = names($redis);
var_dump(count($names) === 5 * count($keys));
foreach ($keys as $i => $key) {
    if (array_diff([$key, "$key:stale", "$key:de", "$key:de:stale", "$key:gen"], $names)) {
        echo "names of key $i\n";
    }
}

stampede_forget($keys[0]);
var_dump(stampede_peek($keys[0]), stampede_peek($keys[1])->value);
echo thrown(fn () => stampede_peek(str_repeat('k', 65536))), "\n";
?>
--EXPECT--
bool(true)
NULL
string(7) "plain 1"
ValueError: stampede_peek(): Argument #1 ($key) must not be longer than 65535 bytes, 65536 given
