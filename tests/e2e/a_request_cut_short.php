<?php

/*
 * However a request ends while it builds, its lock is gone when the request is, and the same worker serves the next ones
 * as if nothing had happened: over one connection, with the right value for each key.
 */

declare(strict_types=1);

require __DIR__ . '/../inc/site.php';

final class Unwilling
{
    public function __serialize(): array
    {
        exit('not me');
    }
}

/** The ways in which a request may end inside a builder. */
function endings(): array
{
    return [
        'exit' => fn () => exit('bye'),
        'die in a nested function' => fn () => array_map(fn () => die('bye'), [1]),
        'exit in a nested builder' => fn () => stampede_remember('inner', null, fn () => exit('bye')),
        'exit while the value is stored' => fn () => new Unwilling(),
        'exit in a destructor' => fn () => new class {
            public function __destruct()
            {
                exit('bye');
            }
        },
        'uncaught exception' => fn () => throw new LogicException('no'),
        'uncaught error' => fn () => no_such_function(),
        'fatal error' => fn () => trigger_error('enough', E_USER_ERROR),
        'compile error' => fn () => eval('function check() {}'),
        'memory limit' => function () {
            ini_set('memory_limit', '32M');
            return str_repeat('x', 1 << 26);
        },
        'time limit' => function () {
            set_time_limit(1);
            for (;;) {
            }
        },
        'exit after the response' => function () {
            fastcgi_finish_request();
            exit;
        },
        'client gone' => function () {
            for (;;) {
                echo str_repeat('x', 4096);
                flush();
                usleep(1000);
            }
        },
    ];
}

if (PHP_SAPI === 'fpm-fcgi') {
    serve([
        '/ends' => function (string $ending) {
            stampede_remember($ending, null, endings()[$ending], ['classes' => true]);
        },
        '/show' => function (string $key) {
            $result = stampede_fetch($key, null, fn () => "value of $key");
            echo getmypid(), " {$result->status->value} $result->value";
        },
        '/reads' => function (string $key) {
            ini_set('memory_limit', '16M');
            echo strlen(stampede_remember($key, null, fn () => ''));
        },
        '/quiet' => function () {
            stampede_remember('quiet', null, function () {
                pause_at('quiet');
                return 'built for nobody';
            });
        },
    ]);
    return;
}

// Leases that no slow machine outlives: what drops the lock is the end of the request.
$site = new Site(__FILE__, workers: 1, ini: ['stampede.lock_ttl' => '600']);

/** The worker is well: it answers what others have stored, and builds what nobody has. */
function check_health(Site $site, int $worker, string $after, array $keys): void
{
    foreach (['one' => 'hit', 'two' => 'hit'] + array_fill_keys($keys, 'built') as $key => $status) {
        check("$key after $after", "$worker $status value of $key", $site->get('/show?key=' . urlencode($key)));
    }
    $workers = array_filter(clients($site->redis), fn (array $client) => $client['name'] === "stampede-$worker");
    check("connections after $after", 1, count($workers));
}

stampede_put('one', null, 'value of one');
stampede_put('two', null, 'value of two');
$worker = (int) $site->get('/show?key=one');

foreach (array_keys(endings()) as $ending) {
    $request = $site->send('/ends?ending=' . urlencode($ending));
    if ($ending === 'client gone') {
        fread($request, 1000);
        fclose($request);
    } else {
        $site->receive($request);
    }
    $site->untilUnlocked($ending);
    check("inner lock after $ending", false, $site->isLocked('inner'));
    check_health($site, $worker, $ending, [$ending]);
}

// A client that leaves a quiet builder: nobody notices, and the value is stored.
$request = $site->send('/quiet');
$site->until('quiet');
fclose($request);
$site->release('quiet');
$site->untilUnlocked('quiet');
check('the value that was built for nobody', 'hit "built for nobody"', $site->shown('quiet'));
check_health($site, $worker, 'a client that left', []);

// Values that do not fit into the memory of a request: too large as stored bytes, and too large only when inflated.
$large = ['stored bytes' => random_bytes(1 << 25), 'inflated' => str_repeat('x', 1 << 25)];
foreach ($large as $key => $value) {
    stampede_put($key, null, $value, ['gzip_level' => 1]);
    check("status of $key", 500, $site->receive($site->send('/reads?key=' . urlencode($key)))['status']);
    check("a lock on $key", false, $site->isLocked($key));
    check_health($site, $worker, "a value too large ($key)", []);
}

exit(verdict());
