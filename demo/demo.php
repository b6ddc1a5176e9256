<?php

/*
 * The demo: fifty concurrent requests for a list in three languages hit a cache that was just flushed, and then one that
 * has expired, without protection and with two ways to use the extension; then two hundred for a page that nginx takes out
 * of Memcached. Run it by demo/run, which installs and builds.
 */

declare(strict_types=1);

require __DIR__ . '/site.php';
require __DIR__ . '/page.php';
require __DIR__ . '/report.php';
require __DIR__ . '/page_report.php';

const REQUESTS = 50;
const LOCALES = ['en', 'ru', 'de'];
const VARIANTS = ['none' => 'no protection', 'locale' => 'stampede per locale', 'rows' => 'stampede, rows once'];

/** Deletes the keys, fires the requests, and returns the figures of one line of the table. */
function wave(Site $site, string $variant, string $name, array $keys): array
{
    progress(VARIANTS[$variant] . ", lists $name: " . REQUESTS . ' requests');
    $site->redis->command('DEL', ...$keys);
    $site->forgetListQueries();
    $evicted = $site->redis->info('evicted_keys');
    $memory = $site->redis->info('used_memory');
    $answers = $site->get(list_paths(REQUESTS), $variant);
    $headers = array_column($answers, 'headers');
    $others = array_filter($headers, static fn (array $header): bool => $header['x-cache'] !== 'built');
    return [
        'variant' => $variant,
        'wave' => $name,
        'list_queries' => $site->listQueries(),
        'answers' => array_count_values(array_column($headers, 'x-cache')),
        'p50_ms' => percentile(50, array_column($answers, 'milliseconds')),
        'p99_ms' => percentile(99, array_column($answers, 'milliseconds')),
        'call_p99_ms' => percentile(99, array_column($others, 'x-milliseconds')),
        'evicted_keys' => $site->redis->info('evicted_keys') - $evicted,
        'used_memory_before' => $memory,
        'used_memory_after' => $site->redis->info('used_memory'),
    ];
}

/** Both waves over one variant, which starts with a cache that is warm. */
function waves(Site $site, string $variant): array
{
    $live = array_map(static fn (string $locale): string => "notes:list:$locale", LOCALES);
    if ($variant === 'rows') {
        $live[] = 'notes:rows';
    }
    $all = array_merge($live, array_map(static fn (string $key): string => "$key:stale", $live));

    $site->reset();
    // One request each to fill the cache, many to warm up the workers.
    $site->get(list_paths(count(LOCALES)), $variant);
    $site->get(list_paths(4 * Site::WORKERS), $variant);
    $site->fillRedis();
    $keys = ['keys' => array_combine($live, array_map($site->keySizes(...), $live))];
    return [wave($site, $variant, 'flushed', $all) + $keys, wave($site, $variant, 'expired', $live) + $keys];
}

/** So many requests, evenly over the languages. */
function list_paths(int $count): array
{
    $paths = [];
    for ($i = 0; $i < $count; $i++) {
        $paths[] = '/api/' . LOCALES[$i % count(LOCALES)] . '/notes';
    }
    return $paths;
}

/** By nearest rank; null where there is nothing. */
function percentile(int $percent, array $milliseconds): ?float
{
    sort($milliseconds);
    $rank = (int) ceil(count($milliseconds) * $percent / 100);
    return $rank > 0 ? round((float) $milliseconds[$rank - 1], 1) : null;
}

$site = new Site((string) getenv('STAMPEDE_EXTENSION'));
$waves = array_merge(...array_map(static fn (string $variant) => waves($site, $variant), array_keys(VARIANTS)));
$pageWaves = page_waves($site);
$spread = spread($site);
$surprises = [...surprises($waves), ...page_surprises($pageWaves), ...spread_surprises($spread)];
if (in_array('--json', $argv, true)) {
    echo json_encode([
        'requests' => REQUESTS,
        'workers' => Site::WORKERS,
        'waves' => $waves,
        'page_requests' => PAGE_REQUESTS,
        'page_waves' => $pageWaves,
        'spread' => $spread,
        'surprises' => $surprises,
    ], JSON_PRETTY_PRINT | JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
} else {
    echo table($waves), "\n", page_table($pageWaves), "\n", histogram($spread);
    if (!$surprises) {
        echo "\n", meaning($waves, $pageWaves, $spread);
    }
}
foreach ($surprises as $surprise) {
    fwrite(STDERR, "Not as expected: $surprise\n");
}
exit($surprises ? 1 : 0);
