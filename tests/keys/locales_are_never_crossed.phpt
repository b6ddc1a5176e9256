--TEST--
Locales of one key are entries of their own, "de" and "DE" too: values, locks and invalidations
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$locales = ['de', 'DE', 'de_DE', 'de-DE', 'en', 'd', null];
foreach ($locales as $locale) {
    stampede_remember('home', $locale, fn ($locale) => ['in' => $locale]);
}
foreach ($locales as $locale) {
    var_dump(stampede_fetch('home', $locale, fn () => 'not this')->value['in'] === $locale);
}

// All of them stale and "being built" by somebody else but for one, which is free to be built.
foreach ($locales as $locale) {
    $redis->command('DEL', $name = rtrim("home:$locale", ':'));
    $redis->command('SET', "$name:lock", str_repeat('a', 32), 'PX', '600000');
}
$redis->command('DEL', 'home:DE:lock');
foreach ($locales as $locale) {
    $result = stampede_fetch('home', $locale, fn ($locale) => ['in' => $locale], ['wait' => 0, 'cold_wait' => 0]);
    echo json_encode($locale), ' ', $result->status->value, ' ', json_encode($result->value['in']), "\n";
}

stampede_forget('home', 'de');
foreach ($locales as $locale) {
    echo json_encode($locale), ' ', stampede_peek('home', $locale)?->status->value ?? 'nothing', "\n";
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
"de" stale "de"
"DE" built "DE"
"de_DE" stale "de_DE"
"de-DE" stale "de-DE"
"en" stale "en"
"d" stale "d"
null stale null
"de" nothing
"DE" hit
"de_DE" stale
"de-DE" stale
"en" stale
"d" stale
null stale
