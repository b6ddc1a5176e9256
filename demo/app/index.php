<?php

/*
 * The web application of the demo: GET /api/{locale}/notes. The header X-Variant says how the list is cached, the answer's
 * X-Cache how it came about and X-Milliseconds how long the worker needed to get it. GET /warm-up makes a worker open its
 * connections.
 */

declare(strict_types=1);

require __DIR__ . '/Notes.php';
require __DIR__ . '/variants.php';

if ($_SERVER['REQUEST_URI'] === '/warm-up') {
    Notes::database()->query('SELECT 1');
    redis()->ping();
    stampede_peek('notes:list', 'en');
    // Long enough for all workers to get one of the requests.
    usleep(50_000);
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
