--TEST--
An entry lies under its key and locale, with :stale, :lock and :done:<token> behind; the record of the key under :gen
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

function show(string $when): void
{
    global $redis;
    echo "$when:";
    foreach (names($redis) as $name) {
        echo ' ', preg_replace('/[0-9a-f]{32}$/', '<token>', $name), '(', $redis->command('TYPE', $name), ')';
    }
    echo "\n";
}

stampede_remember('notes:list', 'ru', function () use ($redis) {
    show('while building');
    var_dump(preg_match('/^[0-9a-f]{32}$/D', $redis->command('GET', 'notes:list:ru:lock')));
    return 'list';
});
show('built');
$redis->command('FLUSHALL');
stampede_put('notes:list', null, 'list');
stampede_put('notes:list', 'en', 'list');
stampede_put('notes:list', 'de', 'list');
show('put');
$redis->command('FLUSHALL');
(new Stampede\Cache(['prefix' => 'shop:']))->remember('notes', 'en', fn () => show('with a prefix'));
$redis->command('FLUSHALL');
stampede_invalidate('never stored');
stampede_forget('never stored', ['de', null]);
stampede_peek('never stored', 'de');
show('after invalidating and looking at nothing');
?>
--EXPECT--
while building: notes:list:gen(hash) notes:list:ru:lock(string)
int(1)
built: notes:list:gen(hash) notes:list:ru(string) notes:list:ru:done:<token>(stream) notes:list:ru:stale(string)
put: notes:list(string) notes:list:de(string) notes:list:de:stale(string) notes:list:en(string) notes:list:en:stale(string) notes:list:gen(hash) notes:list:stale(string)
with a prefix: shop:notes:en:lock(string) shop:notes:gen(hash)
after invalidating and looking at nothing:
