<?php

/*
 * What the benchmarks have in common: values to cache, medians, and the form of their
 * output.
 */

declare(strict_types=1);

require_once __DIR__ . '/../../tests/inc/servers.php';

const WORDS = [
    'about', 'after', 'answer', 'because', 'before', 'bridge', 'build', 'careful', 'change', 'city', 'clear', 'cloud', 'cold',
    'colour', 'daily', 'deep', 'early', 'earth', 'evening', 'every', 'field', 'first', 'follow', 'forest', 'garden', 'gather',
    'harbour', 'heavy', 'history', 'house', 'island', 'journey', 'kitchen', 'language', 'large', 'letter', 'light', 'listen',
    'little', 'market', 'measure', 'morning', 'mountain', 'music', 'narrow', 'never', 'night', 'notice', 'number', 'often',
    'open', 'paper', 'picture', 'place', 'quiet', 'rain', 'reason', 'river', 'road', 'season', 'second', 'ship', 'silver',
    'simple', 'slow', 'small', 'sound', 'stone', 'story', 'street', 'summer', 'table', 'thousand', 'today', 'travel',
    'under', 'valley', 'village', 'voice', 'walk', 'water', 'weather', 'window', 'winter', 'wonder', 'wood', 'work', 'write',
];

/** A text of exactly so many bytes. */
function text(int $bytes): string
{
    $text = '';
    while (strlen($text) < $bytes) {
        $text .= WORDS[mt_rand(0, count(WORDS) - 1)] . (mt_rand(1, 8) === 1 ? '. ' : ' ');
    }
    return substr($text, 0, $bytes);
}

/**
 * Rows as they come from a database, so many that they have $size bytes once encoded. The last row, for $size below 500
 * the only one, is shorter than the others and makes up the rest.
 *
 * @param callable(array): string $encode
 */
function rows(int $size, callable $encode): array
{
    mt_srand($size);
    $rows = [];
    while (strlen($encode($rows)) + 500 < $size) {
        $rows[] = [
            'id' => 1000 + count($rows),
            'author' => 'author' . mt_rand(1, 40),
            'likes' => mt_rand(0, 5000),
            'rating' => mt_rand(10, 50) / 10,
            'public' => true,
            'created_at' => date('Y-m-d H:i:s', 1_700_000_000 + mt_rand(0, 10_000_000)),
            'title' => text(40),
            'body' => text(200),
        ];
    }
    $last = count($rows);
    $rows[$last] = ['id' => $last, 'body' => ''];
    $body = text($size - strlen($encode($rows)));
    // A serialised string has its length in front, and may be longer by its digits.
    do {
        $rows[$last]['body'] = $body;
        $body = substr($body, 1);
    } while (strlen($encode($rows)) > $size);
    return $rows;
}

/** JSON of exactly so many bytes. */
function json_text(int $size): string
{
    return json_encode(rows($size, json_encode(...)));
}

/** @param non-empty-list<int|float> $numbers */
function median(array $numbers): int|float
{
    sort($numbers);
    return $numbers[intdiv(count($numbers), 2)];
}

/**
 * A table with aligned columns: the first ones, which are names, to the left, the others to the right.
 *
 * @param list<list<string>> $rows
 */
function table(array $rows, int $names): string
{
    $table = '';
    foreach ($rows as $row) {
        $line = '';
        foreach ($row as $column => $cell) {
            $width = max(array_map(strlen(...), array_column($rows, $column)));
            $line .= str_pad($cell, $width, ' ', $column < $names ? STR_PAD_RIGHT : STR_PAD_LEFT) . '  ';
        }
        $table .= rtrim($line) . "\n";
    }
    return $table;
}
