--TEST--
Keys and locales that look like internal names never meet them, nor each other
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();
ini_set('stampede.ttl', '3600');

$token = str_repeat('0123456789abcdef', 2);
$keys = ['a'];
foreach (['lock', 'stale', 'gen', 'done', "done:$token", 'de', 'de:lock', "de:done:$token", "done:{$token}0"] as $end) {
    foreach (['', '%', '%%', ':stale', ':gen', ":done:$token", '%:lock'] as $more) {
        $keys[] = "a:$end$more";
    }
    $keys[] = $end;
    $keys[] = ":$end";
}
$locales = [null, 'de', 'lock', 'stale', 'gen', 'done', $token];

// Names can be shared by (key, locale) and (key:locale, null), which the next test is about.
$entries = [];
foreach ($keys as $key) {
    foreach ($locales as $locale) {
        $entries[$locale === null ? $key : "$key:$locale"] = [$key, $locale];
    }
}

// Each entry alone: its names, seen from outside.
$owners = [];
foreach ($entries as $what => [$key, $locale]) {
    $during = [];
    stampede_remember($key, $locale, function () use ($redis, &$during) {
        $during = names($redis);
        return 'value';
    });
    foreach (array_unique([...$during, ...names($redis)]) as $name) {
        $kind = match (true) {
            $redis->command('TYPE', $name) === 'hash' => "record of $key",
            (bool) preg_match("/:done:[0-9a-f]{32}$/", $name) && $redis->command('TYPE', $name) === 'stream' => 'event',
            !in_array($name, names($redis), true) => "lock of $what",
            in_array($name, $during, true) => "unexpected $name",
            default => "copy of $what",
        };
        $owners[$name][$kind === "copy of $what" && str_ends_with($name, ':stale') ? "stale $kind" : $kind] = true;
    }
    $redis->command('FLUSHALL');
}
foreach ($owners as $name => $kinds) {
    if (count($kinds) > 1) {
        echo "$name: ", implode(', ', array_keys($kinds)), "\n";
    }
}

// All of them together: each keeps its value while all others are built, invalidated and looked at.
foreach ($entries as $what => [$key, $locale]) {
    stampede_put($key, $locale, $what);
}
$lost = 0;
foreach ($entries as $what => [$key, $locale]) {
    $lost += stampede_fetch($key, $locale, fn () => 'not this')->value !== $what;
}
echo count($entries), " entries, $lost lost\n";

// Forgetting a key forgets its entries and no others.
$forgotten = array_flip(array_filter($keys, fn ($i) => $i % 2 === 0, ARRAY_FILTER_USE_KEY));
foreach (array_keys($forgotten) as $key) {
    stampede_forget($key);
}
$wrong = 0;
foreach ($entries as $what => [$key, $locale]) {
    $wrong += stampede_peek($key, $locale)?->value !== (isset($forgotten[$key]) ? null : $what);
}
echo count($forgotten), " keys forgotten, $wrong entries wrong\n";
?>
--EXPECTF--
%d entries, 0 lost
%d keys forgotten, 0 entries wrong
