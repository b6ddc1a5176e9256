<?php

/*
 * The page: all notes of one language as HTML. Its copies lie in Memcached, where nginx finds them, its lock in Redis.
 */

declare(strict_types=1);

/** Seconds of work that a page takes besides its query. */
const REST_OF_THE_WORK = 0.3;

/** A cache of its own beside that of the lists, which stays in Redis. */
function page_cache(): Stampede\Cache
{
    return new Stampede\Cache([
        'memcached' => $_SERVER['DEMO_MEMCACHED'],
        // All visitors of a cold page rather wait for it than see none.
        'cold_wait' => 10,
        'request_wait' => 10,
        // On a machine that runs everything at once a slow answer is not the sign of a server that is down.
        'connect_timeout' => 10,
        'read_timeout' => 10,
    ]);
}

function send_page(string $page, string $locale): void
{
    page_cache()->send("page:$page", $locale, static fn (string $locale): string => page_html(Notes::rows(), $locale), [
        'ttl' => 2,
        'content_type' => 'text/html; charset=utf-8',
    ]);
}

function page_html(array $rows, string $locale): string
{
    usleep((int) (REST_OF_THE_WORK * 1e6));
    $html = "<!DOCTYPE html>\n<html lang=\"$locale\">\n<title>Notes</title>\n"
        . "<style>body { font: 16px sans-serif; max-width: 45em; margin: 2em auto } article { margin: 1.5em 0 } footer { color: #777 }</style>\n"
        . "<h1>Notes</h1>\n";
    foreach ($rows as $row) {
        $html .= '<article><h2>' . htmlspecialchars($row["title_$locale"]) . '</h2><p>' . htmlspecialchars($row["body_$locale"])
            . "</p><footer>{$row['author']}, {$row['likes']} likes, {$row['comments']} comments</footer></article>\n";
    }
    return "$html</html>\n";
}

/** Writes entries that are to live equally long, all at one moment. */
function write_many(int $count, int $ttl, float $jitter): void
{
    $cache = page_cache();
    for ($i = 0; $i < $count; $i++) {
        $cache->put("many:$i", null, 'x', ['ttl' => $ttl, 'jitter' => $jitter]);
    }
}
