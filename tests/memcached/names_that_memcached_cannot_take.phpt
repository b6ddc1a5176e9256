--TEST--
Names over 250 bytes, with spaces or control characters are kept under their digest; all others under themselves
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/has_memcached.php';
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$memcached = private_memcached();
$keys = [
    'plain', 'a b', 'a b c', "tab\there", "bell\x07", "del\x7f", ' ', 'a ', "a\u{a0}b", 'Ключ', '鍵', "\xff\xfe", 'x%20y', 'stampede:0',
    str_repeat('k', 244), str_repeat('k', 245), str_repeat('k', 250), str_repeat('k', 251), str_repeat('k', 65535),
    str_repeat('я', 500) . '1', str_repeat('я', 500) . '2', "set x 0 0 1", "get a b",
];
foreach ($keys as $number => $key) {
    stampede_put($key, null, "plain $number");
    stampede_put($key, 'ru', "ru $number");
}
foreach ($keys as $number => $key) {
    if (stampede_peek($key)?->value !== "plain $number" || stampede_peek($key, 'ru')?->value !== "ru $number") {
        echo "not found again: key $number\n";
    }
}
$items = $memcached->info('curr_items');
$names = wait_until(fn () => count($memcached->names()) === $items ? $memcached->names() : false, 'all names');
echo count($names), ' items, ', count(preg_grep('/^stampede:[0-9a-f]{40}$/', $names)), " of them under a digest\n";
foreach (['plain', 'plain:ru:stale', "a\u{a0}b", 'Ключ', "\xff\xfe", str_repeat('k', 244) . ':stale', str_repeat('k', 250)] as $name) {
    echo in_array($name, $names, true) ? '' : 'not under its name: ' . bin2hex(substr($name, 0, 20)) . "\n";
}
echo max(array_map(strlen(...), $names)), " bytes\n";
stampede_forget("a b");
echo stampede_peek('a b')?->value ?? 'nothing', ' ', stampede_peek('a b c')->value, ' ', $items - $memcached->info('curr_items'), "\n";
?>
--EXPECT--
92 items, 58 of them under a digest
250 bytes
nothing plain 2 4
