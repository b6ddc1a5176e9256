<?php

/*
 * Medians and tables.
 */

declare(strict_types=1);

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
