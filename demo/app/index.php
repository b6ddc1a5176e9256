<?php

/*
 * The web application of the demo: GET /api/{locale}/notes. The header X-Variant says how the list is cached, the answer's
 * X-Cache how it came about and X-Milliseconds how long the worker needed to get it. nginx names a page in PAGE when it
 * does not find it in Memcached. GET /warm-up makes a worker open its connections, GET
 * /many/{count}/{ttl}/{jitter} writes entries.
 */

declare(strict_types=1);

require __DIR__ . '/Notes.php';
require __DIR__ . '/variants.php';
require __DIR__ . '/page.php';

if (($_SERVER['PAGE'] ?? '') !== '') {
    send_page($_SERVER['PAGE'], $_SERVER['PAGE_LOCALE']);
    exit;
}

if ($_SERVER['REQUEST_URI'] === '/warm-up') {
    Notes::database()->query('SELECT 1');
    redis()->ping();
    stampede_peek('notes:list', 'en');
    page_cache()->peek('page:home', 'en');
    // Long enough for all workers to get one of the requests.
    usleep(50_000);
    exit;
}

if (preg_match('#^/many/(\d+)/(\d+)/([\d.]+)$#', $_SERVER['REQUEST_URI'], $match)) {
    write_many((int) $match[1], (int) $match[2], (float) $match[3]);
    exit;
}

if (!preg_match('#^/api/([a-z]{2})/notes$#', $_SERVER['REQUEST_URI'], $match)) {
    http_response_code(404);
    exit;
}
$start = hrtime(true);
[$json, $status] = match ($_SERVER['HTTP_X_VARIANT']) {
    'none' => unprotected($match[1]),
    'locale' => per_locale($match[1]),
    'rows' => rows_once($match[1]),
};
header('Content-Type: application/json');
header('Content-Length: ' . strlen($json));
header("X-Cache: $status");
header('X-Milliseconds: ' . (hrtime(true) - $start) / 1e6);
echo $json;
