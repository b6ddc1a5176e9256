--TEST--
A blob copied from another entry is a miss, live and stale: another key, locale, prefix, or the same name composed otherwise
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$tenant = new Stampede\Cache(['prefix' => 'tenant:']);
stampede_put('notes', 'de', 'notes in German');
stampede_put('notes', 'en', 'notes in English');
stampede_put('notes', null, 'notes without locale');
stampede_put('users', 'de', 'users in German');
$tenant->put('notes', 'de', 'notes of the tenant');

$sources = ['notes:en', 'notes', 'users:de', 'tenant:notes:de'];
foreach ($sources as $source) {
    $blob = $redis->command('GET', "$source:stale");
    $redis->command('SET', 'notes:de:stale', $blob);
    $redis->command('SET', 'notes:de', $blob);
    echo "live from $source: ", stampede_peek('notes', 'de')?->value ?? 'nothing', "\n";
    $redis->command('DEL', 'notes:de');
    echo "stale from $source: ", stampede_peek('notes', 'de')?->value ?? 'nothing', "\n";
}

// The same with everything of the other key, record included: the generation is the blob's own then.
foreach (['', ':stale'] as $copy) {
    $redis->command('SET', "notes:de$copy", $redis->command('GET', "users:de$copy"));
}
$redis->command('DEL', 'notes:gen');
$redis->command('RENAME', 'users:gen', 'notes:gen');
var_dump(stampede_peek('notes', 'de'));
$result = stampede_fetch('notes', 'de', fn () => 'rebuilt');
echo $result->status->value, ' ', stampede_peek('notes', 'de')->value, "\n";
?>
--EXPECT--
live from notes:en: nothing
stale from notes:en: nothing
live from notes: nothing
stale from notes: nothing
live from users:de: nothing
stale from users:de: nothing
live from tenant:notes:de: nothing
stale from tenant:notes:de: nothing
NULL
built rebuilt
