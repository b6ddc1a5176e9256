<?php

/*
 * The option `defer`: whoever finds a stale copy has the whole answer before the builder starts, whatever the application
 * still does in its shutdown functions; nothing is locked until then; and a builder that fails after the response harms
 * nobody.
 */

declare(strict_types=1);

require __DIR__ . '/../inc/site.php';

const DEFER = ['defer' => true];

/** Tells when a request is over, rebuilds and all. */
final class LastOfAll
{
    public function __destruct()
    {
        note('a request is over');
    }
}

/** What a page shows of the entry, with a builder that can be held and returns 'new'. */
function show(string $key, string $pause = '', array $options = []): string
{
    $result = stampede_fetch($key, null, function () use ($key, $pause) {
        note("$key is built");
        if ($pause !== '') {
            pause_at($pause);
        }
        return 'new';
    }, $options + DEFER);
    return $result->status->value . " $result->value";
}

/** Shows an entry whose builder ends as given, after the response. */
function show_failing(string $key, string $ending): void
{
    $ways = [
        'throws' => fn () => throw new LogicException('not today'),
        'exits' => fn () => exit(1),
        'runs into a fatal error' => fn () => trigger_error('enough', E_USER_ERROR),
        'uses up the memory' => function () {
            ini_set('memory_limit', '32M');
            return str_repeat('x', 1 << 26);
        },
        'returns what cannot be stored' => fn () => fn () => 1,
    ];
    echo stampede_remember($key, null, function () use ($key, $ending, $ways) {
        note("$key is built");
        return $ways[$ending]();
    }, DEFER);
}

if (PHP_SAPI === 'fpm-fcgi') {
    serve([
        '/show' => function (string $key, string $pause = '') {
            echo show($key, $pause);
        },
        '/early' => function (string $key, string $pause = '') {
            // Every copy is due early.
            echo show($key, $pause, ['early' => 1, 'ttl' => 10]);
        },
        '/then-shutdown' => function (string $key, string $shutdown, string $pause = '') {
            ob_start(fn (string $text) => strtoupper($text));
            echo show($key, $pause);
            register_shutdown_function(function () use ($shutdown) {
                header('X-Shutdown: yes');
                echo ', shutdown function';
                pause_at($shutdown);
                echo ', its end';
                register_shutdown_function(function () {
                    echo ', one that wants to be the last';
                    register_shutdown_function(function () {
                        echo ', and once more';
                    });
                });
            });
            $GLOBALS['last'] = new LastOfAll();
        },
        '/outputs' => function (string $key) {
            echo stampede_remember($key, null, function () {
                for ($i = 0; $i < 100; $i++) {
                    echo str_repeat('output of the builder ', 100);
                    flush();
                }
                return 'new';
            }, DEFER);
        },
        '/then-throws' => function (string $key) {
            echo show($key);
            throw new LogicException('the page itself');
        },
        '/then-exits' => function (string $key) {
            exit(show($key));
        },
        '/finishes-itself' => function (string $key) {
            echo show($key);
            fastcgi_finish_request();
        },
        '/two' => function (string $first, string $second) {
            echo show($first), ', ', show($second), ', ', show($first);
        },
        '/nested' => function (string $outer, string $inner) {
            echo stampede_fetch($outer, null, fn () => show($inner), DEFER)->status->value;
        },
        '/fails' => show_failing(...),
        '/output-callback-throws' => function (string $key) {
            ob_start(fn () => throw new LogicException('from the output callback'));
            echo show($key);
        },
        '/session' => function (string $key, string $pause) {
            ini_set('session.use_cookies', '0');
            session_save_path(getenv('SITE'));
            session_id('visitor');
            session_start();
            $_SESSION['requests'] = ($_SESSION['requests'] ?? 0) + 1;
            echo "request {$_SESSION['requests']}: ", show($key, $pause);
        },
        '/knows-the-previous-value' => function (string $key) {
            echo stampede_remember($key, null, fn ($locale, $build) => $build->stale() . ' and newer', DEFER);
        },
    ]);
    return;
}

// Leases that no slow machine outlives.
$site = new Site(__FILE__, workers: 8, ini: ['stampede.lock_ttl' => '600']);

// The order of things, held at every step.
$site->putStale('order', 'old');
$request = $site->send('/then-shutdown?key=order&shutdown=shutdown&pause=building');
$site->until('shutdown');
check('nothing is built before the response', 0, $site->notes('order is built'));
check('nothing is locked before the response', false, $site->isLocked('order'));
$site->release('shutdown');
$answer = $site->receive($request);
check('the answer', 'STALE OLD, SHUTDOWN FUNCTION, ITS END, ONE THAT WANTS TO BE THE LAST, AND ONCE MORE', $answer['body']);
check('a header of a shutdown function', 'yes', $answer['headers']['x-shutdown'] ?? null);
$site->until('building');
check('the builder has the lock', true, $site->isLocked('order'));
check('a caller meanwhile', 'stale old', $site->get('/show?key=order'));
$site->release('building');
$site->untilUnlocked('order');
check('the value afterwards', 'hit "new"', $site->shown('order'));
check('builds', 1, $site->notes('order is built'));

// Many at once, and the builder held until all of them have their answers.
$site->putStale('herd', 'old');
$answers = $site->getAtOnce(array_fill(0, 40, '/show?key=herd&pause=herd-is-built'));
check('answers of a herd', ['stale old' => 40], array_count_values($answers));
$site->until('herd-is-built');
$site->release('herd-is-built');
$site->untilUnlocked('herd');
check('the value after a herd', 'hit "new"', $site->shown('herd'));
check('builds of a herd', 1, $site->notes('herd is built'));

// Somebody else stores a value between the answer and the rebuild.
$site->putStale('overtaken', 'old');
$requestsOver = $site->notes('a request is over');
$request = $site->send('/then-shutdown?key=overtaken&shutdown=overtaken-shutdown');
$site->until('overtaken-shutdown');
stampede_put('overtaken', null, 'of somebody else');
$site->release('overtaken-shutdown');
$site->receive($request);
wait_until(fn () => $site->notes('a request is over') > $requestsOver, 'the end of the request');
check('the value of somebody else', 'hit "of somebody else"', $site->shown('overtaken'));
check('builds after that', 0, $site->notes('overtaken is built'));
check('a lock after that', false, $site->isLocked('overtaken'));

// A live copy that is due early.
stampede_put('early', null, 'old', ['ttl' => 10, 'jitter' => 0]);
$answers = $site->getAtOnce(array_fill(0, 40, '/early?key=early&pause=early-is-built'));
check('answers while a copy is replaced early', ['hit old' => 40], array_count_values($answers));
$site->until('early-is-built');
check('an early rebuild has the lock', true, $site->isLocked('early'));
$site->release('early-is-built');
$site->untilUnlocked('early');
check('the value after an early rebuild', 'hit "new"', $site->shown('early'));
check('early builds', 1, $site->notes('early is built'));

// Nothing to show: built in the request.
check('a cold entry', 'built new', $site->get('/show?key=cold'));
stampede_put('forgotten', null, 'old');
stampede_forget('forgotten');
check('a forgotten entry', 'built new', $site->get('/show?key=forgotten'));
stampede_put('invalidated', null, 'old');
stampede_invalidate('invalidated');
check('an invalidated entry', 'stale old', $site->get('/show?key=invalidated'));
wait_until(fn () => $site->shown('invalidated') === 'hit "new"', 'the rebuild of an invalidated entry');

// Several entries of one request; one of them asked for twice.
$site->putStale('first', 'old 1');
$site->putStale('second', 'old 2');
check('two entries', 'stale old 1, stale old 2, stale old 1', $site->get('/two?first=first&second=second'));
wait_until(fn () => $site->shown('second') === 'hit "new"', 'the second rebuild');
check('the first value', 'hit "new"', $site->shown('first'));
check('builds of the first', 1, $site->notes('first is built'));

// Inside a builder only a fresh value will do: nothing is put off there.
$site->putStale('outer', 'old');
$site->putStale('inner', 'old');
check('the outer entry', 'stale', $site->get('/nested?outer=outer&inner=inner'));
wait_until(fn () => $site->shown('outer') === 'hit "built new"', 'the outer entry');
check('the inner entry', 'hit "new"', $site->shown('inner'));

$site->putStale('sum', 'old');
check('a builder that wants the previous value', 'old', $site->get('/knows-the-previous-value?key=sum'));
wait_until(fn () => $site->shown('sum') === 'hit "old and newer"', 'a value made of the previous one');

// Requests that end in another way all the same rebuild.
foreach (['/then-throws' => 500, '/then-exits' => 200, '/finishes-itself' => 200] as $page => $status) {
    $key = basename($page);
    $site->putStale($key, 'old');
    $answer = $site->receive($site->send("$page?key=$key"));
    check("status of $page", $status, $answer['status']);
    check("answer of $page", 'stale old', $answer['body']);
    wait_until(fn () => $site->shown($key) === 'hit "new"', "the rebuild after $page");
}

// Builders that fail after the response.
$endings = ['throws', 'exits', 'runs into a fatal error', 'uses up the memory', 'returns what cannot be stored'];
foreach ($endings as $ending) {
    $site->putStale($ending, 'old');
    $answer = $site->receive($site->send('/fails?' . http_build_query(['key' => $ending, 'ending' => $ending])));
    check("status, builder $ending", 200, $answer['status']);
    check("answer, builder $ending", 'old', $answer['body']);
    wait_until(fn () => $site->notes("$ending is built") === 1, "the builder that $ending");
    $site->untilUnlocked($ending);
    check("the value, builder $ending", 'stale "old"', $site->shown($ending));
}
foreach (['not today', 'enough', 'Allowed memory size', 'Closure'] as $reason) {
    wait_until(fn () => str_contains(file_get_contents($site->errorLog), $reason), "'$reason' in the log");
}
// What goes wrong in the application itself is no matter of the builder.
$site->putStale('output', 'old');
$site->get('/output-callback-throws?key=output');
wait_until(fn () => str_contains(file_get_contents($site->errorLog), 'Uncaught LogicException: from the output callback'),
    'the exception of the output callback');
check('the builder behind it', 0, $site->notes('output is built'));
check('its lock', false, $site->isLocked('output'));

// A visitor's next request does not wait for his session, either.
if (extension_loaded('session')) {
    $site->putStale('session', 'old');
    foreach ([1, 2, 3] as $request) {
        check('the answer to a visitor', "request $request: stale old", $site->get('/session?key=session&pause=session'));
        $site->until('session');
    }
    $site->release('session');
    $site->untilUnlocked('session');
    check('the value afterwards', 'hit "new"', $site->shown('session'));
}

check('answers of all workers afterwards', ['hit new' => 40],
    array_count_values($site->getAtOnce(array_fill(0, 40, '/show?key=order'))));

// A builder that writes output, which nobody gets.
$site->putStale('outputs', 'old');
check('the answer, builder with output', 'old', $site->get('/outputs?key=outputs'));
wait_until(fn () => $site->shown('outputs') === 'hit "new"', 'the rebuild by a builder with output');

exit(verdict());
