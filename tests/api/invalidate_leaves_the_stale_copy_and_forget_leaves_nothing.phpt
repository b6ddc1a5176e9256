--TEST--
invalidate() ends the live copy, forget() all of it: for one locale, a list, the entry without a locale, or all
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();
const LOCALES = [null, 'de', 'en', 'ru'];

function fill(): void
{
    foreach (LOCALES as $locale) {
        stampede_put('key', $locale, 'value');
    }
    stampede_put('key2', 'de', 'value');
    stampede_put('key', 'other', 'value');
}

function state(): string
{
    $states = [];
    foreach ([...LOCALES, 'other'] as $locale) {
        $states[] = ($locale ?? 'plain') . ' ' . (stampede_peek('key', $locale)?->status->value ?? 'nothing');
    }
    return implode(', ', $states) . ', key2 ' . stampede_peek('key2', 'de')->status->value;
}

fill();
$arguments = ['one' => ['de'], 'all' => [], 'all, by null' => [null], 'list' => [['de', 'ru']], 'list with null' => [[null, 'en']],
    'null alone' => [[null]], 'empty list' => [[]], 'keys do not matter' => [['x' => 'de', 7 => 'en']], 'twice' => [['de', 'de']],
    'a locale without a copy' => ['fr']];
foreach ($arguments as $what => $locale) {
    stampede_invalidate('key', ...$locale);
    echo "invalidate $what: ", state(), "\n";
    fill();
    stampede_forget('key', ...$locale);
    echo "forget $what: ", state(), "\n";
    fill();
}

// What was there before may neither be shown nor come back, what comes after counts.
stampede_forget('key', 'de');
$redis->command('SET', 'key:de:lock', str_repeat('a', 32), 'PX', '600000');
var_dump(stampede_fetch('key', 'de', fn () => 'not this', ['cold_wait' => 0, 'wait' => 0])->status);
$redis->command('DEL', 'key:de:lock');
var_dump(stampede_fetch('key', 'de', fn () => 'new')->status, stampede_peek('key', 'de')->value);

// The same by a Cache.
$cache = new Stampede\Cache();
$cache->invalidate('key', ['de', null]);
$cache->forget('key', 'en');
echo state(), "\n";
?>
--EXPECT--
invalidate one: plain hit, de stale, en hit, ru hit, other hit, key2 hit
forget one: plain hit, de nothing, en hit, ru hit, other hit, key2 hit
invalidate all: plain stale, de stale, en stale, ru stale, other stale, key2 hit
forget all: plain nothing, de nothing, en nothing, ru nothing, other nothing, key2 hit
invalidate all, by null: plain stale, de stale, en stale, ru stale, other stale, key2 hit
forget all, by null: plain nothing, de nothing, en nothing, ru nothing, other nothing, key2 hit
invalidate list: plain hit, de stale, en hit, ru stale, other hit, key2 hit
forget list: plain hit, de nothing, en hit, ru nothing, other hit, key2 hit
invalidate list with null: plain stale, de hit, en stale, ru hit, other hit, key2 hit
forget list with null: plain nothing, de hit, en nothing, ru hit, other hit, key2 hit
invalidate null alone: plain stale, de hit, en hit, ru hit, other hit, key2 hit
forget null alone: plain nothing, de hit, en hit, ru hit, other hit, key2 hit
invalidate empty list: plain hit, de hit, en hit, ru hit, other hit, key2 hit
forget empty list: plain hit, de hit, en hit, ru hit, other hit, key2 hit
invalidate keys do not matter: plain hit, de stale, en stale, ru hit, other hit, key2 hit
forget keys do not matter: plain hit, de nothing, en nothing, ru hit, other hit, key2 hit
invalidate twice: plain hit, de stale, en hit, ru hit, other hit, key2 hit
forget twice: plain hit, de nothing, en hit, ru hit, other hit, key2 hit
invalidate a locale without a copy: plain hit, de hit, en hit, ru hit, other hit, key2 hit
forget a locale without a copy: plain hit, de hit, en hit, ru hit, other hit, key2 hit
enum(Stampede\Status::Empty)
enum(Stampede\Status::Built)
string(3) "new"
plain stale, de stale, en nothing, ru hit, other hit, key2 hit
