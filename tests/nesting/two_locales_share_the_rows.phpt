--TEST--
Two locales of a list are rendered at once from rows cached without a locale: one query
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$herd = new Herd();
$queries = new Builds();

$renderers = [];
foreach (['ru', 'en', 'de'] as $locale) {
    $renderers[] = $herd->start($locale, fn (Actor $me) => ask('list', $locale, function (string $locale) use ($me, $queries) {
        $me->pause('rendering');
        $rows = stampede_remember('rows', null, $queries->builder(['row'], 0.3), ['cold_wait' => 40]);
        return $locale . ' ' . implode($rows);
    }));
}
$herd->release($renderers, 'rendering');
echo tally($herd->results($renderers)), "\n";
echo 'queries: ', $queries->count(), "\n";
?>
--EXPECT--
built "de row" 1, built "en row" 1, built "ru row" 1
queries: 1
