<?php

/*
 * What a page of 160 KB costs out of php-fpm behind nginx, for clients that take gzip and for others: rendered anew each
 * time (without any database), taken from phpredis and echoed, by stampede_remember() and echo (in all three nginx
 * compresses), by stampede_send(), the same with its copies in Memcached, as a file that PHP reads and sends, compressed
 * beforehand, and by nginx that takes it out of Memcached without PHP, as docs/memcached.md configures it.
 *
 * CPU: what php-fpm and nginx took together, per request, and behind it what Redis and Memcached took, as the system counts
 * it; what the client takes is not in it. Eight requests at a time.
 *
 * usage: bench/run send [SECONDS per figure]
 */

declare(strict_types=1);

require __DIR__ . '/../tests/inc/nginx_of_docs.php';
require __DIR__ . '/inc/values.php';

const BODY_SIZE = 160 << 10;
const AT_ONCE = 8;
const VARIANTS = [
    '/render' => 'rendered, nginx compresses',
    '/phpredis' => 'phpredis and echo, nginx compresses',
    '/remember' => 'stampede_remember() and echo, nginx compresses',
    '/send' => 'stampede_send()',
    '/memcached' => 'stampede_send(), copies in Memcached',
    '/file' => 'a file sent by PHP, compressed beforehand',
    '/' => 'nginx from Memcached',
];
/** The page of docs/memcached.md that all servers of this file have. */
const PAGE_OF_NGINX = 'page:home';

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
        case '/memcached':
        case '/':
            // For / once; from then on nginx finds it.
            $cache = new Stampede\Cache(['memcached' => getenv('BENCH_MEMCACHED')]);
            $cache->send(PAGE_OF_NGINX, 'en', fn () => page($rows()), ['ttl' => 3600, 'content_type' => 'text/html; charset=utf-8']);
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
$memcached = new MemcachedServer();
$redis->command('SET', 'page:serialized', serialize($page));
$fpm = new PhpFpm(4, getenv('STAMPEDE_EXTENSION'), [
    'stampede.redis' => "unix://{$redis->socket}",
    'opcache.enable' => '1',
    'output_buffering' => '4096',
], ['BENCH' => $directory, 'BENCH_REDIS' => $redis->socket, 'BENCH_MEMCACHED' => $memcached->address]);
$nginx = new Nginx($fpm, __FILE__, 'gzip on; gzip_proxied any; gzip_http_version 1.0;');
$fromMemcached = new NginxFromMemcached($fpm, __FILE__, $memcached);
$seconds = (float) ($argv[1] ?? 3);
// The first request of all is PHP's.
http_herd(['/'], $fromMemcached->address);

/** The page is the right one, in the right form, by whom it is said to be. */
function check_answer(string $path, string $client, array $answer, string $page): void
{
    $compressed = isset($answer['headers']['content-encoding']);
    $body = $compressed ? gzdecode($answer['body']) : $answer['body'];
    $byNginx = ($answer['headers']['cache-status'] ?? '') === 'memcached; hit';
    if ($answer['status'] !== 200 || $body !== $page || $compressed !== ($client === 'gzip') || $byNginx !== ($path === '/')) {
        throw new RuntimeException("$path answers something else: {$answer['status']} " . substr($answer['body'], 0, 1000));
    }
}

$figures = [];
foreach (['gzip' => ['Accept-Encoding' => 'gzip'], 'plain' => []] as $client => $headers) {
    foreach (VARIANTS as $path => $name) {
        $server = $path === '/' ? $fromMemcached : $nginx;
        foreach (http_herd(array_fill(0, AT_ONCE, $path), $server->address, $headers) as $answer) {
            check_answer($path, $client, $answer, $page);
        }
        $bytes = strlen($answer['body']);
        $front = [$fpm->pid(), $server->pid()];
        $stores = [$redis->pid(), $memcached->pid()];
        $before = [ticks($front), ticks($stores)];
        $began = hrtime(true);
        for ($requests = 0; hrtime(true) - $began < $seconds * 1e9; $requests += AT_ONCE) {
            http_herd(array_fill(0, AT_ONCE, $path), $server->address, $headers);
        }
        $took = (hrtime(true) - $began) / 1e9;
        $milliseconds = fn (int $ticks): float => $ticks / 100 / $requests * 1000;
        $figures[$client][$path] = [$bytes, $requests / $took, $milliseconds(ticks($front) - $before[0]),
            $milliseconds(ticks($stores) - $before[1])];
    }
}
$table = [
    ['', 'client', 'bytes sent', 'requests/s', 'CPU ms: PHP and nginx', 'Redis, Memcached', 'both, to stampede_send()'],
];
foreach ($figures as $client => $variants) {
    foreach ($variants as $path => [$bytes, $rate, $front, $stores]) {
        $table[] = [VARIANTS[$path], $client, number_format($bytes), number_format($rate), sprintf('%.2f', $front), sprintf('%.2f', $stores),
            sprintf('%.2f', ($front + $stores) / ($variants['/send'][2] + $variants['/send'][3]))];
    }
}
echo table($table, 2);
