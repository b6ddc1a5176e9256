<?php

/*
 * Values to cache: lists of rows, as arrays and as JSON, of a given size, the same at every run.
 */

declare(strict_types=1);

const WORDS = [
    'about', 'after', 'answer', 'because', 'before', 'bridge', 'build', 'careful', 'change', 'city', 'clear',
    'cloud', 'cold', 'colour', 'daily', 'deep', 'early', 'earth', 'evening', 'every', 'field', 'first', 'follow',
    'forest', 'garden', 'gather', 'harbour', 'heavy', 'history', 'house', 'island', 'journey', 'kitchen',
    'language', 'large', 'letter', 'light', 'listen', 'little', 'market', 'measure', 'morning', 'mountain', 'music',
    'narrow', 'never', 'night', 'notice', 'number', 'often', 'open', 'paper', 'picture', 'place', 'quiet', 'rain',
    'reason', 'river', 'road', 'season', 'second', 'ship', 'silver', 'simple', 'slow', 'small', 'sound', 'stone',
    'story', 'street', 'summer', 'table', 'thousand', 'today', 'travel', 'under', 'valley', 'village', 'voice',
    'walk', 'water', 'weather', 'window', 'winter', 'wonder', 'wood', 'work', 'write',
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
