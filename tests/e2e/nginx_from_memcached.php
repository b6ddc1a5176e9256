<?php

/*
 * nginx that reads pages out of Memcached, as docs/memcached.md configures it: a hit does not touch PHP, with and without
 * gzip; a miss and a Memcached that is down are PHP's; nobody's own page gets in or out; nobody chooses names; an
 * invalidated copy is shown and a forgotten one is not. Where there is a Chromium, it shows such a page.
 */

declare(strict_types=1);

require __DIR__ . '/../inc/site.php';

/** A page that says all that a visitor could have had a hand in. */
function render(string $page, string $locale): string
{
    note("built $page $locale");
    $headers = array_filter($_SERVER, fn (string $name) => str_starts_with($name, 'HTTP_'), ARRAY_FILTER_USE_KEY);
    unset($headers['HTTP_ACCEPT_ENCODING']);
    ksort($headers);
    $seen = http_build_query($headers + ['uri' => $_SERVER['REQUEST_URI'], 'query' => $_SERVER['QUERY_STRING'] ?? ''], arg_separator: ' ');
    return "<!DOCTYPE html><title>$page</title><h1>Page $page in $locale</h1><p>$seen</p>" . str_repeat("<p>Снег и дождь.</p>\n", 500);
}

if (PHP_SAPI === 'fpm-fcgi') {
    note('asked');
    if ($_SERVER['PAGE'] === '') {
        echo "{$_SERVER['REQUEST_METHOD']} for ", $_COOKIE['session'] ?? $_SERVER['HTTP_AUTHORIZATION'] ?? 'anybody', ': ',
            file_get_contents('php://input');
        return;
    }
    header('X-By: PHP');
    $pause = file_exists(getenv('SITE') . '/slow');
    stampede_send("page:{$_SERVER['PAGE']}", $_SERVER['PAGE_LOCALE'], function (string $locale) use ($pause): string {
        $pause && pause_at('building');
        return render($_SERVER['PAGE'], $locale);
    }, ['content_type' => 'text/html; charset=utf-8']);
    return;
}

require __DIR__ . '/../inc/nginx_of_docs.php';

const GZIP = ['Accept-Encoding' => 'br, gzip'];

/** What `gzip -t` says of bytes: nothing, if they are gzip from beginning to end. */
function gzip_complaint(string $bytes): string
{
    $file = Workspace::directory('gzip') . '/body.gz';
    file_put_contents($file, $bytes);
    return (string) shell_exec('gzip -t ' . escapeshellarg($file) . ' 2>&1');
}

/** Names of all items; memcached lists them while it moves them about, and may pass over one. */
function item_names(MemcachedServer $memcached, array $expected): array
{
    for ($end = clock() + 3; ($names = $memcached->names()) !== $expected && clock() < $end;) {
        usleep(100_000);
    }
    return $names;
}

/** Who answered: 'Memcached' or 'PHP'. */
function answerer(array $answer): string
{
    return ($answer['headers']['cache-status'] ?? '') === 'memcached; hit' ? 'Memcached'
        : $answer['headers']['x-by'] ?? 'nobody';
}

$memcached = new MemcachedServer();
$site = new Site(__FILE__, workers: 4, ini: [
    'stampede.memcached' => $memcached->address,
    // However slow the machine is, nothing expires but where that is the point.
    'stampede.ttl' => '3600',
    'stampede.stale_ttl' => '7200',
    'stampede.cold_wait' => '30',
    'stampede.request_wait' => '30',
    // One frozen Memcached is to be waited for.
    'stampede.read_timeout' => '1',
]);
ini_set('stampede.memcached', $memcached->address);
$nginx = new NginxFromMemcached($site->fpm, __FILE__, $memcached);
$ask = $nginx->ask(...);
$asked = fn (): int => $site->notes('asked');
$page = fn (string $page, string $locale, string $uri) =>
    "<!DOCTYPE html><title>$page</title><h1>Page $page in $locale</h1><p>HTTP_HOST=site.test uri=" . urlencode($uri) . ' query=</p>'
    . str_repeat("<p>Снег и дождь.</p>\n", 500);
$home = $page('home', 'en', '/');

// A miss fills, whatever the visitor sends along, and hits do not touch PHP.
$cold = $ask('/?utm_source=x&page=3', ['Cookie' => 'theme=dark', 'Host' => 'evil.test', 'X-Forwarded-Host' => 'evil.test']);
check('cold', [200, 'PHP', $home], [$cold['status'], answerer($cold), $cold['body']]);
check('items', $items = ['page:home:en', 'page:home:en:stale'], item_names($memcached, $items));
$plain = $ask('/');
$gzip = $ask('/?utm_source=y', GZIP);
foreach (['plain' => $plain, 'gzip' => $gzip] as $name => $answer) {
    check("$name: status and answerer", [200, 'Memcached'], [$answer['status'], answerer($answer)]);
    check("$name: type", 'text/html; charset=utf-8', $answer['headers']['content-type']);
    check("$name: language", 'en', $answer['headers']['content-language']);
}
check('plain', [$home, null], [$plain['body'], $plain['headers']['content-encoding'] ?? null]);
check('gzip', [$home, 'gzip', ''], [gzdecode($gzip['body']), $gzip['headers']['content-encoding'], gzip_complaint($gzip['body'])]);
check('gzip as it lies there', $memcached->get('page:home:en'), $gzip['body']);
check('length of gzip', (string) strlen($gzip['body']), $gzip['headers']['content-length']);
check('gzip refused', $home, $ask('/', ['Accept-Encoding' => 'gzip;q=0'])['body']);
check('gzip through a proxy', $gzip['body'], $ask('/', GZIP + ['Via' => '1.1 proxy'])['body']);
preg_match_all('/^Vary: (.*)\r$/m', stream_get_contents($nginx->send('/', GZIP)), $vary);
check('Vary', ['Accept-Encoding', 'Accept-Language'], $vary[1]);
$answer = $ask('/', GZIP, 'HEAD');
check('HEAD', [200, 'Memcached', '', (string) strlen($gzip['body'])],
    [$answer['status'], answerer($answer), $answer['body'], $answer['headers']['content-length']]);
$answer = $ask('/', [], 'HEAD');
check('HEAD, plain', [200, 'Memcached', '', null], [$answer['status'], answerer($answer), $answer['body'], $answer['headers']['content-encoding'] ?? null]);
check('requests that PHP got', 1, $asked());

// A name that looks like a file has no type of its own.
$ask('/about.html');
check('about.html', ['Memcached', 'text/html; charset=utf-8'], [answerer($answer = $ask('/about.html')), $answer['headers']['content-type']]);

// HEAD fills as well.
$answer = $ask('/notes/5', method: 'HEAD');
check('HEAD, cold', [200, 'PHP', ''], [$answer['status'], answerer($answer), $answer['body']]);
check('GET after HEAD', ['Memcached', $page('note:5', 'en', '/notes/5')], [answerer($answer = $ask('/notes/5')), $answer['body']]);

// People who are logged in, on warm and cold pages, by each sign of it.
array_unshift($items, 'page:about:en', 'page:about:en:stale');
array_push($items, 'page:note:5:en', 'page:note:5:en:stale');
foreach (['/' => 'warm', '/notes/6' => 'cold'] as $uri => $name) {
    check("$name, a session", 'GET for ann: ', $ask($uri, ['Cookie' => 'theme=dark; session=ann'])['body']);
    check("$name, an empty session", 'GET for : ', $ask($uri, ['Cookie' => 'session='])['body']);
    check("$name, a password", 'GET for Basic YTpi: ', $ask($uri, ['Authorization' => 'Basic YTpi'])['body']);
    check("$name, HEAD", [200, ''], [($answer = $ask($uri, ['Cookie' => 'session=ann'], 'HEAD'))['status'], $answer['body']]);
    check("$name, POST", 'POST for anybody: a=1', $ask($uri, ['Content-Length' => '3'], 'POST', 'a=1')['body']);
}
check('items after them', $items, item_names($memcached, $items));
check('an item after them', $gzip['body'], $memcached->get('page:home:en'));
check('public after them', ['Memcached', $home], [answerer($answer = $ask('/')), $answer['body']]);

// The locales of the list, and nothing else, whatever is sent; the pages of the list, and nothing else.
foreach (['ru-RU,ru;q=0.9' => 'ru', 'de' => 'de', 'xx' => 'en', 'ru:stale' => 'ru', "a b\tc" => 'en', str_repeat('r', 300) => 'en'] as $accepted => $locale) {
    $ask('/', ['Accept-Language' => $accepted]);
    $answer = $ask('/', ['Accept-Language' => $accepted]);
    check("locale $locale", ['Memcached', $locale, $page('home', $locale, '/')], [answerer($answer), $answer['headers']['content-language'], $answer['body']]);
}
$memcached->set('secret', 'secret');
foreach (['/secret', '/notes/0', '/notes/5:stale', '/notes/5%0a', '/notes/5%20x', '/notes/12345678901', '/%2f', '/Notes/5', '/page:home:ru',
    '/notes/5/', '//', '/notes/../secret', '/notes/5%00', '/..%2f'] as $uri) {
    $answer = $ask($uri);
    check($uri, 'nobody', answerer($answer));
}
$expected = ['secret'];
foreach (['about:en', 'home:de', 'home:en', 'home:ru', 'note:5:en'] as $name) {
    array_push($expected, "page:$name", "page:$name:stale");
}
sort($expected);
check('items in the end', $expected, item_names($memcached, $expected));

// nginx does not judge: what is invalidated is shown to its end, or until somebody builds; what is forgotten is gone.
stampede_invalidate('page:home');
check('PHP after the invalidation', 'stale', stampede_peek('page:home', 'en')->status->value);
check('nginx after the invalidation', ['Memcached', $home], [answerer($answer = $ask('/')), $answer['body']]);
stampede_remember('page:home', 'en', fn () => 'built at once', ['refresh' => true]);
check('after a build', ['Memcached', 'built at once'], [answerer($answer = $ask('/')), $answer['body']]);
stampede_put('page:home', 'en', 'put');
check('after a put', ['Memcached', 'put'], [answerer($answer = $ask('/')), $answer['body']]);
stampede_forget('page:home');
$before = $asked();
check('forgotten', ['PHP', $home], [answerer($answer = $ask('/')), $answer['body']]);
check('forgotten in Russian', ['PHP', $page('home', 'ru', '/')], [answerer($answer = $ask('/', ['Accept-Language' => 'ru'])), $answer['body']]);
check('and filled again', ['Memcached', $home], [answerer($answer = $ask('/')), $answer['body']]);
check('PHP was asked', 2, $asked() - $before);

// An invalidated copy is over when its life is, within the two seconds that Memcached adds.
stampede_put('page:note:7', 'en', 'short', ['ttl' => 1, 'jitter' => 0]);
stampede_invalidate('page:note:7');
check('a short life', ['Memcached', 'short'], [answerer($answer = $ask('/notes/7')), $answer['body']]);
wait_until(fn () => answerer($ask('/notes/7')) === 'PHP', 'page 7 has expired', 30);
check('after it', ['Memcached', $page('note:7', 'en', '/notes/7')], [answerer($answer = $ask('/notes/7')), $answer['body']]);

// A burst on a page that is not there is one build.
touch(dirname($site->errorLog) . '/slow');
$burst = array_map(fn () => $nginx->send('/notes/8'), range(1, 20));
$site->until('building');
$site->release('building');
$bodies = array_map(fn ($connection) => $nginx->receive($connection)['body'], $burst);
check('bodies of the burst', [$page('note:8', 'en', '/notes/8')], array_values(array_unique($bodies)));
check('builds of the burst', 1, $site->notes('built note:8 en'));
unlink(dirname($site->errorLog) . '/slow');

// Without the gunzip module, as the page says: who does not take gzip is served by PHP.
$block = blocks(pages()['docs/memcached.md'], 'nginx')[2]['code'] ?? '';
$without = new NginxFromMemcached($site->fpm, __FILE__, $memcached, replacements: ['gunzip             on;' => $block]);
check('without gunzip, gzip', ['Memcached', $home], [answerer($answer = $without->ask('/', GZIP)), gzdecode($answer['body'])]);
check('without gunzip, plain', ['PHP', $home], [answerer($answer = $without->ask('/')), $answer['body']]);
$without->stop();

require __DIR__ . '/../inc/chromium.php';
if (Chromium::isThere()) {
    $before = $asked();
    $seen = Chromium::look($nginx->url, Workspace::directory('chromium'));
    check('the page in Chromium', [1, 500], [substr_count($seen->document, '<h1>Page home in en</h1>'), substr_count($seen->document, 'Снег и дождь.')]);
    check('its picture', true, $seen->isDrawn);
    // It asks for an icon as well, which is no page of the list.
    check('requests of Chromium that PHP built for', 0, $site->notes('built home en') - 2);
} else {
    echo "no Chromium here: not seen in a browser\n";
}

// Memcached that is down, and one that does not answer, are a miss.
$memcached->freeze();
check('frozen', [200, 'PHP', $home], [($answer = $ask('/'))['status'], answerer($answer), $answer['body']]);
$memcached->thaw();
$memcached->kill9();
check('dead', [200, 'PHP', $home], [($answer = $ask('/', GZIP))['status'], answerer($answer), gzdecode($answer['body'])]);
check('dead, a person', 'GET for ann: ', $ask('/', ['Cookie' => 'session=ann'])['body']);
$memcached->start();
wait_until(fn () => answerer($ask('/')) === 'Memcached', 'pages are in Memcached again', 30);

// PHP is gone: what lies there is shown.
$site->fpm->stop();
check('public without PHP', ['Memcached', $home], [answerer($answer = $ask('/')), $answer['body']]);
check('another page without PHP', 502, $ask('/notes/9')['status']);

exit(verdict());
