<?php

/*
 * The microcache of docs/sending.md, as it stands there: personal requests neither get nor fill public copies, a burst
 * reaches PHP once, the last copy is served while a new one is made, and the locale is part of the key.
 */

declare(strict_types=1);

require __DIR__ . '/../inc/site.php';

/** What PHP makes of a request. Each of them is noted, with all that a page could depend on. */
function answer_page(string $page = '', string $sort = '', mixed ...$others): void
{
    $person = $_COOKIE['session'] ?? $_SERVER['HTTP_AUTHORIZATION'] ?? '';
    $cookies = implode(',', array_keys($_COOKIE));
    $uri = $_SERVER['REQUEST_URI'];
    note("$uri");
    if ($person !== '') {
        echo "for $person, others: ", implode(',', array_keys($others));
        return;
    }
    $times = count(array_keys(file(getenv('SITE') . '/notes', FILE_IGNORE_NEW_LINES), $uri, true));
    if ($sort === 'slow') {
        pause_at("page $page for the $times. time");
    }
    if ($sort === 'failing' && $times > 1) {
        http_response_code(500);
        return;
    }
    $locale = $_SERVER['PAGE_LOCALE'];
    // What stampede keeps is another test's matter: here each request is a build.
    stampede_forget('page', $locale);
    stampede_send('page', $locale, fn () => "page $page in $locale, made $times times with the cookies [$cookies]",
        ['content_type' => 'text/html; charset=utf-8']);
}

if (PHP_SAPI === 'fpm-fcgi') {
    serve([
        '/' => answer_page(...),
        '/other' => answer_page(...),
        '/cold' => fn (string ...$arguments) => stampede_send('cold', null, fn () => 'no', ['cold_wait' => 0]),
    ]);
    return;
}

require __DIR__ . '/../inc/nginx_of_docs.php';

$site = new Site(__FILE__, workers: 4);
// However slow the machine is, nothing expires but where that is the point.
$nginx = new Microcache($site->fpm, __FILE__, '1h');
$ask = $nginx->ask(...);
$body = fn (string $uri, array $headers = []) => $ask($uri, $headers)['body'];
$made = fn (string $page, string $locale, int $times) => "page $page in $locale, made $times times with the cookies []";
/** How often requests like this have reached PHP. */
$reached = fn (string $page, string $sort = '') => $site->notes("/?page=$page&sort=$sort");

// A burst on a page that nobody has asked for. nginx has read all of it when it answers a request sent later.
$site->release('page 1 for the 2. time');
$burst = array_map(fn () => $nginx->send('/?page=1&sort=slow'), range(1, 50));
$site->until('page 1 for the 1. time');
check('a page meanwhile', $made('2', 'en', 1), $body('/?page=2'));
$site->release('page 1 for the 1. time');
$answers = array_map($nginx->receive(...), $burst);
check('bodies of the burst', [$made('1', 'en', 1)], array_values(array_unique(array_column($answers, 'body'))));
check('requests of the burst that reached PHP', 1, $reached('1', 'slow'));
check('types of the burst', 50, count(array_keys(array_column(array_column($answers, 'headers'), 'content-type'), 'text/html; charset=utf-8')));

// Somebody who is logged in, between others, by each sign of it.
$public = $made('3', 'en', 1);
check('personal on a cold page', 'for ann, others: tab', $body('/?page=3&tab=x', ['Cookie' => 'theme=dark; session=ann']));
check('public after personal', $public, $body('/?page=3'));
check('personal after public', 'for bob, others: ', $body('/?page=3', ['Cookie' => 'session=bob']));
check('personal, no blank', 'for bob, others: ', $body('/?page=3', ['Cookie' => 'theme=dark;session=bob']));
// With the arguments of a public page to the letter, so that its key is the same.
check('personal on a cold page, same key', 'for ann, others: ', $body('/?page=7&sort=', ['Cookie' => 'session=ann']));
check('public after personal, same key', $made('7', 'en', 2), $body('/?page=7'));
check('personal after public, same key', 'for bob, others: ', $body('/?page=7&sort=', ['Cookie' => 'session=bob']));
check('public in the end, same key', $made('7', 'en', 2), $body('/?page=7'));
check('personal by header', 'for Basic YTpi, others: ', $body('/?page=3', ['Authorization' => 'Basic YTpi']));
check('an empty session', 'BYPASS', $ask('/?page=3', ['Cookie' => 'session='])['headers']['x-microcache']);
check('a session that is 0', 'BYPASS', $ask('/?page=3', ['Cookie' => 'session=0'])['headers']['x-microcache']);
check('another method', 'for eve, others: ', $ask('/?page=3', ['Cookie' => 'session=eve', 'Content-Length' => '0'], 'POST')['body']);
check('public in the end', $public, $body('/?page=3'));

// What is not in the key is not on the page and makes no copy of its own.
foreach (['/?page=3&utm_source=x', '/?utm_source=x&page=3', '/?page=3&fbclid=1&x=y'] as $uri) {
    check($uri, $public, $body($uri, ['Cookie' => 'theme=dark; not_session=1']));
}
check('cookies on a cold page', $made('8', 'en', 1), $body('/?page=8', ['Cookie' => 'theme=dark; not_session=1']));
check('page 3 reached PHP without a person', 1, $reached('3'));

// What is in the key.
check('another host', $made('3', 'en', 2), $body('/?page=3', ['Host' => 'other.test']));
check('another path', $made('3', 'en', 1), $body('/other?page=3'));
check('another sort', $made('3', 'en', 1), $body('/?page=3&sort=up'));
foreach (['ru-RU,ru;q=0.9,en;q=0.8' => 'ru', 'de' => 'de'] as $accepted => $locale) {
    $answer = $ask('/?page=3', ['Accept-Language' => $accepted]);
    check("body in $locale", 1, preg_match("/^page 3 in $locale, /", $answer['body']));
    check("header in $locale", $locale, $answer['headers']['content-language']);
}
check('English after the others', $public, $body('/?page=3', ['Accept-Language' => 'en-GB']));
$keys = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("{$nginx->directory}/cache", FilesystemIterator::SKIP_DOTS)) as $file) {
    preg_match('/^KEY: (.*)$/m', file_get_contents((string) $file), $match);
    $keys[] = $match[1];
}
check('a key', true, in_array('GET http://site.test/?page=3&sort= ru', $keys, true));

// HEAD has a copy of its own; clients that take gzip have one; nginx compares tags by itself.
check('HEAD', '', $ask('/?page=4', method: 'HEAD')['body']);
$plain = $ask('/?page=4');
$gzip = $ask('/?page=4', ['Accept-Encoding' => 'gzip']);
check('plain', 1, preg_match('/^page 4 in en, /', $plain['body']));
check('gzip', 1, preg_match('/^page 4 in en, /', (string) @gzdecode($gzip['body'])));
check('gzip again', 'HIT', $ask('/?page=4', ['Accept-Encoding' => 'gzip'])['headers']['x-microcache']);
$unchanged = $ask('/?page=4', ['If-None-Match' => $plain['headers']['etag']]);
check('not modified', [304, ''], [$unchanged['status'], $unchanged['body']]);

// The last copy while a new one is made.
$nginx = new Microcache($site->fpm, __FILE__, '2s');
$ask = $nginx->ask(...);
$body = fn (string $uri, array $headers = []) => $ask($uri, $headers)['body'];
$site->release('page 5 for the 1. time');
check('page 5', $made('5', 'en', 1), $body('/?page=5&sort=slow'));
wait_until(function () use ($ask, $made) {
    $answer = $ask('/?page=5&sort=slow');
    check('page 5 for two seconds and then', $made('5', 'en', 1), $answer['body']);
    return $answer['headers']['x-microcache'] === 'STALE';
}, 'page 5 has expired', 30);
$site->until('page 5 for the 2. time');
$answers = array_map($nginx->receive(...), array_map(fn () => $nginx->send('/?page=5&sort=slow'), range(1, 20)));
check('while page 5 is made again', [$made('5', 'en', 1)], array_values(array_unique(array_column($answers, 'body'))));
check('that it is', ['UPDATING'], array_values(array_unique(array_column(array_column($answers, 'headers'), 'x-microcache'))));
check('page 5 reached PHP', 2, $reached('5', 'slow'));
foreach (range(2, 100) as $time) {
    $site->release("page 5 for the $time. time");
}
wait_until(fn () => $body('/?page=5&sort=slow') !== $made('5', 'en', 1), 'the new page 5 is shown', 30);

// A person is not served what is stale, and errors are covered up.
check('page 6', $made('6', 'en', 1), $body('/?page=6&sort=failing'));
wait_until(fn () => $reached('6', 'failing') > 1 || $body('/?page=6&sort=failing') === '', 'page 6 has expired', 30);
check('page 6 fails', $made('6', 'en', 1), $body('/?page=6&sort=failing'));

// The empty answer is not kept.
$site->redis->command('SET', 'cold:lock', 'somebody', 'PX', '600000');
check('cold', [503, 'no-store'], [($cold = $ask('/cold'))['status'], $cold['headers']['cache-control']]);
$site->redis->command('DEL', 'cold:lock');
check('cold, later', [200, 'no'], [($cold = $ask('/cold'))['status'], $cold['body']]);

// PHP is gone.
$site->fpm->stop();
check('personal without PHP', 502, $ask('/?page=5&sort=slow', ['Cookie' => 'session=ann'])['status']);
check('public without PHP', 1, preg_match('/^page 5 in en, /', $body('/?page=5&sort=slow')));

exit(verdict());
