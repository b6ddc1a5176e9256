--TEST--
A locale must match [A-Za-z0-9][A-Za-z0-9._@-]{0,63}, in every function and in every place of a list
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$good = ['d', 'de', 'DE', 'de_DE', 'de-DE', 'de_DE.UTF-8@euro', 'zh-Hant-TW', '0', '1.x', 'a@', 'a-', str_repeat('a', 64)];
foreach ($good as $locale) {
    stampede_put('key', $locale, "value of $locale");
    if (stampede_peek('key', $locale)?->value !== "value of $locale") {
        echo "$locale is lost\n";
    }
}

$bad = ['', '_de', '-de', '.de', '@', 'd e', 'de:DE', 'de/DE', 'dé', 'de*', '{de}', 'de%', str_repeat('a', 65), "de\0", "\0", "de\n"];
foreach ($bad as $locale) {
    $message = thrown(fn () => stampede_remember('key', $locale, fn () => print("built\n")));
    echo explode(', "', $message)[0], "\n";
    foreach ([
        fn () => stampede_fetch('key', $locale, fn () => print("built\n")),
        fn () => stampede_peek('key', $locale),
        fn () => stampede_put('key', $locale, 1),
        fn () => stampede_invalidate('key', $locale),
        fn () => stampede_forget('key', $locale),
        fn () => stampede_invalidate('key', ['de', $locale]),
        fn () => stampede_forget('key', [$locale, 'de']),
        fn () => (new Stampede\Cache())->peek('key', $locale),
    ] as $call) {
        if (!str_starts_with($message = thrown($call), 'ValueError: ')) {
            echo "not refused: $message\n";
        }
    }
}

echo thrown(fn () => stampede_peek('key', 'de/DE')), "\n";

// A list is refused as a whole.
var_dump(stampede_peek('key', 'de')->status);
foreach ([[1], [['de']], [1.5], [true], [new stdClass()]] as $list) {
    echo thrown(fn () => stampede_invalidate('key', ['de', ...$list])), "\n";
}
var_dump(stampede_peek('key', 'de')->status);
echo thrown(fn () => stampede_invalidate('key', new stdClass())), "\n";
?>
--EXPECT--
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_remember(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
ValueError: stampede_peek(): Argument #2 ($locale) must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}, "de/DE" given
enum(Stampede\Status::Hit)
TypeError: stampede_invalidate(): Argument #2 ($locale) must be a list of strings and nulls, int given in it
TypeError: stampede_invalidate(): Argument #2 ($locale) must be a list of strings and nulls, array given in it
TypeError: stampede_invalidate(): Argument #2 ($locale) must be a list of strings and nulls, float given in it
TypeError: stampede_invalidate(): Argument #2 ($locale) must be a list of strings and nulls, bool given in it
TypeError: stampede_invalidate(): Argument #2 ($locale) must be a list of strings and nulls, stdClass given in it
enum(Stampede\Status::Hit)
TypeError: stampede_invalidate(): Argument #2 ($locale) must be of type array|string|null, stdClass given
