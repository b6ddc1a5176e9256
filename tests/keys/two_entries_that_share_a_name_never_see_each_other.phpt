--TEST--
notes:list without a locale and notes in the locale list share a name, and never see each other's value
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$plain = ['notes:list', null];
$locale = ['notes', 'list'];
stampede_put(...$plain, value: 'plain');
echo implode(' ', names($redis)), "\n";
var_dump(stampede_peek(...$locale));

// Each throws the other's copy out, again and again.
for ($round = 0; $round < 2; $round++) {
    foreach (['locale' => $locale, 'plain' => $plain] as $what => $entry) {
        $result = stampede_fetch($entry[0], $entry[1], fn () => $what);
        echo "{$result->status->value} $result->value, ", stampede_fetch($entry[0], $entry[1], fn () => 'not this')->value, "\n";
    }
}

// Nor as a stale copy, while the other is building.
$redis->command('DEL', 'notes:list');
stampede_remember('notes', 'list', function () use ($plain) {
    var_dump(stampede_peek(...$plain)->value);
    $result = stampede_fetch($plain[0], $plain[1], fn () => 'built inside', ['cold_wait' => 0, 'wait' => 0]);
    var_dump($result->value !== 'locale');
    return 'locale';
});
var_dump(stampede_peek(...$plain), stampede_peek(...$locale)->value);
?>
--EXPECT--
notes:list notes:list:gen notes:list:stale
NULL
built locale, locale
built plain, plain
built locale, locale
built plain, plain
string(5) "plain"
bool(true)
NULL
string(6) "locale"
