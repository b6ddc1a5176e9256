<?php

/*
 * The pages of the documentation as tests read them.
 *
 * A PHP block behind a line with the comment "run" is a program, and a text block right behind it is what it prints;
 * without one it prints nothing. The comment does not show on the page:
 *
 *     <!-- run -->
 *     ```php
 *     echo stampede_remember('a', null, fn () => 1);
 *     ```
 *     ```text
 *     1
 *     ```
 */

declare(strict_types=1);

/** @return array<string, string> name below the root of the repository to text */
function pages(): array
{
    $root = dirname(__DIR__, 2);
    $pages = [];
    foreach (["$root/README.md", ...glob("$root/docs/*.md")] as $path) {
        // As in a checkout of any system.
        $pages[substr($path, strlen($root) + 1)] = str_replace("\r\n", "\n", file_get_contents($path));
    }
    return $pages;
}

/**
 * The fenced blocks of one language.
 *
 * @return list<array{line: int, code: string, run: bool, prints: string}>
 */
function blocks(string $page, string $language): array
{
    $pattern = "/^(?<run><!-- run -->\n)?```$language\n(?<code>.*?)^```\n(?:\n?```text\n(?<prints>.*?)^```\n)?/ms";
    preg_match_all($pattern, $page, $matches, PREG_SET_ORDER | PREG_OFFSET_CAPTURE);
    return array_map(fn (array $match) => [
        'line' => 1 + substr_count($page, "\n", 0, $match['code'][1]),
        'code' => $match['code'][0],
        'run' => $match['run'][0] !== '',
        'prints' => $match['prints'][0] ?? '',
    ], $matches);
}
