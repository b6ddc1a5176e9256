--TEST--
invalidate and forget of one locale, a list, or all of them: exactly those, in every form
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
$locales = ['ru', 'en', 'de', null];

function state(array $locales): string
{
    return implode(', ', array_map(
        fn (?string $locale) => ($locale ?? 'plain') . ' ' . (stampede_peek('list', $locale)?->status->value ?? '-'),
        $locales,
    ));
}

$cases = [
    "'ru'" => ['ru'],
    "['ru', 'en']" => [['ru', 'en']],
    "['ru', null]" => [['ru', null]],
    '[null]' => [[null]],
    '[]' => [[]],
    'null' => [null],
    'left out' => [],
];
foreach ($cases as $name => $arguments) {
    foreach (['invalidate' => stampede_invalidate(...), 'forget' => stampede_forget(...)] as $verb => $call) {
        array_walk($locales, fn (?string $locale) => stampede_put('list', $locale, 'value'));
        stampede_put('other', 'ru', 'value');
        $call('list', ...$arguments);
        echo "$verb $name: ", state($locales), ', other ', stampede_peek('other', 'ru')->status->value, "\n";
    }
}
?>
--EXPECT--
invalidate 'ru': ru stale, en hit, de hit, plain hit, other hit
forget 'ru': ru -, en hit, de hit, plain hit, other hit
invalidate ['ru', 'en']: ru stale, en stale, de hit, plain hit, other hit
forget ['ru', 'en']: ru -, en -, de hit, plain hit, other hit
invalidate ['ru', null]: ru stale, en hit, de hit, plain stale, other hit
forget ['ru', null]: ru -, en hit, de hit, plain -, other hit
invalidate [null]: ru hit, en hit, de hit, plain stale, other hit
forget [null]: ru hit, en hit, de hit, plain -, other hit
invalidate []: ru hit, en hit, de hit, plain hit, other hit
forget []: ru hit, en hit, de hit, plain hit, other hit
invalidate null: ru stale, en stale, de stale, plain stale, other hit
forget null: ru -, en -, de -, plain -, other hit
invalidate left out: ru stale, en stale, de stale, plain stale, other hit
forget left out: ru -, en -, de -, plain -, other hit
