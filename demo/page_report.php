<?php

/*
 * What the demo says of the page and of life times, what must be true of them, and what all of its numbers mean.
 */

declare(strict_types=1);

/** Who may answer in each wave, and how many queries it may cost. */
const PAGE_EXPECTED = [
    'expired' => ['queries' => 1, 'answers' => ['built', 'waited', 'stale', 'hit', 'nginx']],
    'there' => ['queries' => 0, 'answers' => ['nginx']],
    'lost' => ['queries' => 1, 'answers' => ['built', 'waited', 'hit', 'nginx']],
];
const PAGE_STATUSES = ['nginx', 'built', 'waited', 'stale', 'hit', 'empty'];

/** One line for each broken promise. */
function page_surprises(array $waves): array
{
    $surprises = [];
    foreach ($waves as $wave) {
        $expected = PAGE_EXPECTED[$wave['wave']];
        $where = "the page {$wave['wave']}";
        if ($wave['list_queries'] !== $expected['queries']) {
            $surprises[] = "$where: {$wave['list_queries']} list queries, expected {$expected['queries']}";
        }
        if ($wave['whole'] !== PAGE_REQUESTS) {
            $surprises[] = "$where: {$wave['whole']} whole pages, expected " . PAGE_REQUESTS . "; instead: {$wave['instead']}";
        }
        foreach (array_diff(array_keys($wave['answers']), $expected['answers']) as $status) {
            $surprises[] = "$where: {$wave['answers'][$status]} answers are $status";
        }
        if ($wave['evictions'] !== 0) {
            $surprises[] = "$where: Memcached evicted {$wave['evictions']} pages";
        }
    }
    return [...$surprises, ...pressure_surprises($waves[0])];
}

/** Redis was under pressure indeed, and what was in use has stayed. */
function pressure_surprises(array $wave): array
{
    $surprises = [];
    if ($wave['evicted_keys'] === 0) {
        $surprises[] = 'Redis evicted nothing while the page was built';
    }
    foreach (['lock', 'record'] as $what) {
        if ($wave['pressure']['writes'] === 0 || $wave['pressure'][$what] !== 'kept') {
            $surprises[] = "the $what of the page: {$wave['pressure'][$what]} after {$wave['pressure']['writes']} writes";
        }
    }
    return $surprises;
}

function spread_surprises(array $spread): array
{
    $surprises = [];
    // Writing and reading may each fall on both sides of a tick of Memcached's clock.
    if (count($spread['none']) > 3) {
        $surprises[] = 'without jitter the ends are spread over ' . count($spread['none']) . ' seconds';
    }
    if (count($spread['default']) < 5 || max($spread['default']) > MANY / 2) {
        $surprises[] = 'with jitter ' . max($spread['default']) . ' entries end in one second, of ' . count($spread['default']);
    }
    return $surprises;
}

function page_table(array $waves): string
{
    $milliseconds = static fn (float $time): string => sprintf('%.1f', $time);
    $rows = [
        ['page, copies in Memcached', 'list', '', '', 'answers', '', '', '', 'ms', 'ms', 'evicted keys', 'lock and record', 'bytes'],
        ['and locks in Redis', 'queries', ...PAGE_STATUSES, 'p50', 'p99', 'of Redis', 'in Redis', 'sent'],
    ];
    foreach ($waves as $wave) {
        $pressure = $wave['pressure'];
        $rows[] = [
            $wave['wave'],
            (string) $wave['list_queries'],
            ...array_map(static fn (string $status): string => (string) ($wave['answers'][$status] ?? 0), PAGE_STATUSES),
            $milliseconds($wave['p50_ms']),
            $milliseconds($wave['p99_ms']),
            (string) $wave['evicted_keys'],
            $pressure ? "{$pressure['lock']}, {$pressure['record']}" : '-',
            number_format($wave['bytes']),
        ];
    }
    return aligned($rows, 1) . "\n" . sprintf(<<<'TEXT'
        %d requests at once. expired: at the moment when its life was over, while others wrote %.1f MB into the full Redis. there: when
        it lies in Memcached. lost: Memcached has just been restarted. nginx: answers that nginx took out of Memcached, without PHP.

        TEXT, PAGE_REQUESTS, $waves[0]['pressure']['writes'] / 10);
}

/** Bars of entries that end in the same second. */
function histogram(array $spread): string
{
    $seconds = array_keys($spread['none'] + $spread['default']);
    $bar = static fn (int $count): string => str_pad((string) $count, 5, ' ', STR_PAD_LEFT) . ' ' . str_repeat('#', intdiv($count + 4, 5));
    $text = sprintf("%d entries written at one moment to live for %d s: how many end in which second\n\n", MANY, MANY_TTL)
        . "            without jitter                                 jitter 0.1, the default\n";
    for ($second = min($seconds); $second <= max($seconds); $second++) {
        $line = sprintf('  in %d s  %s%s', $second, str_pad($bar($spread['none'][$second] ?? 0), 47), $bar($spread['default'][$second] ?? 0));
        $text .= rtrim($line) . "\n";
    }
    return "$text\nBy the clock of Memcached, which counts whole seconds and up to two more than asked for.\n";
}

/** The numbers in sentences; for runs in which all promises were kept. */
function meaning(array $waves, array $pageWaves, array $spread): string
{
    [$bare, , $locale, , $rows] = $waves;
    [$expired] = $pageWaves;
    $last = ($expired['answers']['stale'] ?? 0) + ($expired['answers']['hit'] ?? 0) + ($expired['answers']['waited'] ?? 0)
        + ($expired['answers']['nginx'] ?? 0);
    return wordwrap(sprintf(
        'What it means: after a flush %d visitors cost the database %d list queries where nobody holds them back, %d with stampede'
        . ' and %d when the rows are cached once; Redis threw out %d keys of other applications for them, and none with stampede.'
        . ' %d visitors at the moment when a page expired cost %d query: one of them waited for it, and the other %d had the page'
        . ' without asking the database. Redis threw out %d keys meanwhile. None was a page, for pages lie in Memcached, and'
        . ' lock and record stayed, for they had just been used; in a Redis of their own with noeviction they always do. Entries'
        . ' that were filled together expire %d in one second at most, instead of %d.',
        REQUESTS,
        $bare['list_queries'],
        $locale['list_queries'],
        $rows['list_queries'],
        $bare['evicted_keys'],
        PAGE_REQUESTS,
        $expired['list_queries'],
        $last,
        $expired['evicted_keys'],
        max($spread['default']),
        max($spread['none']),
    ), 120) . "\n";
}
