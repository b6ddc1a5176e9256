<?php

/*
 * What a page of 160 KB costs out of php-fpm behind nginx, for clients that take gzip and for others: rendered anew each
 * time (without any database), taken from phpredis and echoed, by stampede_remember() and echo (in all three nginx
 * compresses), by stampede_send(), and as a file that PHP reads and sends, compressed beforehand.
 *
 * CPU: what php-fpm, nginx and Redis took together, per request, as the system counts it; what the client takes is not in
 * it. Eight requests at a time.
 *
 * usage: bench/run send [SECONDS per figure]
 */

declare(strict_types=1);

require __DIR__ . '/../tests/inc/servers.php';
require __DIR__ . '/inc/values.php';

const BODY_SIZE = 160 << 10;
const AT_ONCE = 8;
const VARIANTS = [
    '/render' => 'rendered, nginx compresses',
    '/phpredis' => 'phpredis and echo, nginx compresses',
    '/remember' => 'stampede_remember() and echo, nginx compresses',
    '/send' => 'stampede_send()',
    '/file' => 'a file sent by PHP, compressed beforehand',
];

function page(array $rows): string
{
    $html = "<!DOCTYPE html><title>Notes</title>\n";
    foreach ($rows as $row) {
        $html .= '<article><h2>' . htmlspecialchars($row['title'] ?? '') . '</h2><p>' . htmlspecialchars($row['body'])
            . '</p><footer>' . htmlspecialchars($row['author'] ?? '') . ', ' . ($row['created_at'] ?? '') . "</footer></article>\n";
    }
    return $html;
}

if (PHP_SAPI === 'fpm-fcgi') {
    $rows = fn (): array => require getenv('BENCH') . '/rows.php';
    header('Content-Type: text/html; charset=utf-8');
    switch ($_SERVER['REQUEST_URI']) {
        case '/render':
            echo page($rows());
            break;
        case '/phpredis':
            $redis = new Redis();
            $redis->pconnect(getenv('BENCH_REDIS'));
            echo unserialize($redis->get('page:serialized'));
            break;
        case '/remember':
            echo stampede_remember('page', 'en', fn () => page($rows()), ['ttl' => 3600]);
            break;
        case '/send':
            stampede_send('page', 'en', fn () => page($rows()), ['ttl' => 3600]);
            break;
        case '/file':
            $gzip = str_contains($_SERVER['HTTP_ACCEPT_ENCODING'] ?? '', 'gzip');
            $file = getenv('BENCH') . ($gzip ? '/page.gz' : '/page');
            if ($gzip) {
                header('Content-Encoding: gzip');
            }
            header('Content-Length: ' . filesize($file));
            readfile($file);
            break;
    }
    return;
}

require __DIR__ . '/inc/figures.php';

/** Clock ticks that the processes and their children have used up. */
function ticks(array $pids): int
{
    $ticks = 0;
    foreach ($pids as $pid) {
        $children = preg_split('/\s+/', trim((string) @file_get_contents("/proc/$pid/task/$pid/children")), flags: PREG_SPLIT_NO_EMPTY);
        foreach ([$pid, ...$children] as $each) {
            $fields = explode(' ', substr(strrchr((string) @file_get_contents("/proc/$each/stat"), ')'), 2));
            $ticks += (int) $fields[11] + (int) $fields[12];
        }
    }
    return $ticks;
}

$directory = Workspace::directory('bench');
$rows = rows(BODY_SIZE, page(...));
file_put_contents("$directory/rows.php", '<?php return ' . var_export($rows, true) . ';');
$page = page($rows);
file_put_contents("$directory/page", $page);
file_put_contents("$directory/page.gz", gzencode($page, 6));
$redis = new RedisServer();
$redis->command('SET', 'page:serialized', serialize($page));
$fpm = new PhpFpm(4, getenv('STAMPEDE_EXTENSION'), [
    'stampede.redis' => "unix://{$redis->socket}",
    'opcache.enable' => '1',
    'output_buffering' => '4096',
], ['BENCH' => $directory, 'BENCH_REDIS' => $redis->socket]);
$nginx = new Nginx($fpm, __FILE__, 'gzip on; gzip_proxied any; gzip_http_version 1.0;');
$seconds = (float) ($argv[1] ?? 3);

$figures = [];
foreach (['gzip' => ['Accept-Encoding' => 'gzip'], 'plain' => []] as $client => $headers) {
    foreach (VARIANTS as $path => $name) {
        foreach (http_herd(array_fill(0, AT_ONCE, $path), $nginx->address, $headers) as $answer) {
            $body = isset($answer['headers']['content-encoding']) ? gzdecode($answer['body']) : $answer['body'];
            $compressed = isset($answer['headers']['content-encoding']);
            if ($answer['status'] !== 200 || $body !== $page || $compressed !== ($client === 'gzip')) {
                throw new RuntimeException("$path answers something else: {$answer['status']} " . substr($answer['body'], 0, 1000));
            }
        }
        $bytes = strlen($answer['body']);
        $pids = [$redis->pid(), $fpm->pid(), $nginx->pid()];
        $before = ticks($pids);
        $began = hrtime(true);
        for ($requests = 0; hrtime(true) - $began < $seconds * 1e9; $requests += AT_ONCE) {
            http_herd(array_fill(0, AT_ONCE, $path), $nginx->address, $headers);
        }
        $took = (hrtime(true) - $began) / 1e9;
        $cpu = (ticks($pids) - $before) / 100 / $requests * 1000;
        $figures[$client][$path] = [$bytes, $requests / $took, $cpu];
    }
}
$table = [['', 'client', 'bytes sent', 'requests/s', 'CPU ms', 'CPU to stampede_send()']];
foreach ($figures as $client => $variants) {
    foreach ($variants as $path => [$bytes, $rate, $cpu]) {
        $table[] = [VARIANTS[$path], $client, number_format($bytes), number_format($rate), sprintf('%.2f', $cpu),
            sprintf('%.2f', $cpu / $variants['/send'][2])];
    }
}
echo table($table, 2);
