<?php

/*
 * What the demo says: how far it is, the table of its figures, and where they are not what the extension promises.
 */

declare(strict_types=1);

/** How many list queries a wave may cost. */
const LIST_QUERIES = ['locale' => 3, 'rows' => 1];
const STATUSES = ['built', 'waited', 'stale', 'hit', 'empty'];

function progress(string $line): void
{
    fwrite(STDERR, "  $line\n");
}

/** One line for each broken promise. */
function surprises(array $waves): array
{
    $surprises = [];
    foreach ($waves as $wave) {
        $where = VARIANTS[$wave['variant']] . ", lists {$wave['wave']}";
        $queries = $wave['list_queries'];
        if ($wave['variant'] === 'none') {
            // Every worker misses at once; later requests may find what the first have stored.
            if ($queries < Site::WORKERS) {
                $surprises[] = "$where: $queries list queries, expected one for each worker at least";
            }
            continue;
        }
        $expected = LIST_QUERIES[$wave['variant']];
        if ($queries !== $expected) {
            $surprises[] = "$where: $queries list queries, expected $expected";
        }
        if ($wave['evicted_keys'] !== 0) {
            $surprises[] = "$where: Redis evicted {$wave['evicted_keys']} keys, expected none";
        }
    }
    if ($waves[0]['evicted_keys'] === 0) {
        $surprises[] = 'without protection Redis evicted nothing';
    }
    return $surprises;
}

function table(array $waves): string
{
    return aligned([
        ['', 'lists', 'list', '', '', 'answers', '', '', 'ms', 'ms', 'call p99', 'evicted', 'used_memory', 'bytes of a list'],
        ['', 'were', 'queries', 'built', 'waited', 'stale', 'hit', 'empty', 'p50', 'p99', 'ms', 'keys', 'MB', 'raw, stored'],
        ...array_map(row(...), $waves),
    ], 2) . <<<'TEXT'

        ms p50, p99: from request to the last byte of the answer. call p99: what a worker that did not build needed for its
        list. used_memory: before and after the requests. A list counts as empty when [] was all there was to answer.

        TEXT;
}

/**
 * The rows with their columns below each other, the first $names of them to the left.
 *
 * @param list<list<string>> $rows
 */
function aligned(array $rows, int $names): string
{
    $columns = array_map(null, ...$rows);
    $widths = array_map(static fn (array $cells): int => max(array_map(strlen(...), $cells)), $columns);
    $table = '';
    foreach ($rows as $row) {
        $line = '';
        foreach ($row as $column => $cell) {
            $line .= str_pad($cell, $widths[$column], ' ', $column < $names ? STR_PAD_RIGHT : STR_PAD_LEFT) . '  ';
        }
        $table .= rtrim($line) . "\n";
    }
    return $table;
}

/** @return list<string> */
function row(array $wave): array
{
    $answers = array_map(static fn (string $status) => $wave['answers'][$status] ?? 0, STATUSES);
    $lists = array_diff_key($wave['keys'], ['notes:rows' => true]);
    $mean = static fn (string $size): string => number_format(array_sum(array_column($lists, $size)) / count($lists));
    $milliseconds = static fn (?float $time): string => $time === null ? '-' : sprintf('%.1f', $time);
    $megabytes = static fn (int $bytes): string => sprintf('%.1f', $bytes / (1 << 20));
    return [
        VARIANTS[$wave['variant']],
        $wave['wave'],
        ...array_map(strval(...), [$wave['list_queries'], ...$answers]),
        $milliseconds($wave['p50_ms']),
        $milliseconds($wave['p99_ms']),
        $milliseconds($wave['call_p99_ms']),
        (string) $wave['evicted_keys'],
        $megabytes($wave['used_memory_before']) . ' > ' . $megabytes($wave['used_memory_after']),
        $mean('raw') . ', ' . $mean('stored'),
    ];
}
