<?php

/*
 * A locale with a decimal comma, also where none is installed: glibc reads locales from any directory, and the file for
 * numbers is a few bytes.
 */

declare(strict_types=1);

/** Switches to a locale with a decimal comma, and returns what the C library now takes for the decimal point. */
function use_comma_locale(): string
{
    if (!setlocale(LC_ALL, 'de_DE.UTF-8', 'fr_FR.UTF-8', 'ru_RU.UTF-8')) {
        $directory = Workspace::directory('locale');
        mkdir("$directory/comma");
        file_put_contents("$directory/comma/LC_NUMERIC", comma_numeric());
        putenv("LOCPATH=$directory");
        setlocale(LC_NUMERIC, 'comma');
    }
    return localeconv()['decimal_point'];
}

/** The file LC_NUMERIC: a magic number, the count and offsets of the items, the items. */
function comma_numeric(): string
{
    $items = [
        ",\0",             // decimal point
        ".\0",             // thousands separator
        "\x03\x03\x7f\0",  // grouping
        pack('V', ord(',')), // the first two again, as wide characters, at multiples of four
        pack('V', ord('.')),
        "UTF-8\0",
    ];
    $file = pack('VV', 0x20031115 ^ 1, count($items));
    $offset = strlen($file) + 4 * count($items);
    $body = '';
    foreach ($items as $item) {
        $file .= pack('V', $offset + strlen($body));
        $body .= $item;
    }
    return $file . $body;
}
