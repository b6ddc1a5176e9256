<?php

/*
 * A worker killed in the middle of a build: those who wait for it are answered within their budget, and the next build
 * starts when its lease is over.
 */

declare(strict_types=1);

require __DIR__ . '/../inc/site.php';

const LEASE = 5.0;
const BUDGET = 2.0;

if (PHP_SAPI === 'fpm-fcgi') {
    serve([
        '/show' => function (string $key, string $pause = '') {
            $began = hrtime(true);
            $result = stampede_fetch($key, null, function () use ($pause) {
                note('build');
                if ($pause !== '') {
                    pause_at($pause);
                }
                return 'value';
            }, ['lock_ttl' => LEASE, 'cold_wait' => BUDGET, 'wait' => BUDGET, 'empty' => '-']);
            echo json_encode([$result->status->value, $result->value, $result->waited, (hrtime(true) - $began) / 1e9]);
        },
    ]);
    return;
}

/** What a machine under load may add. */
const SLACK = 5.0;

$site = new Site(__FILE__, workers: 8, ini: ['stampede.request_wait' => '10']);

foreach (['cold' => ['empty', '-'], 'stale' => ['stale', 'old']] as $key => $expected) {
    if ($key === 'stale') {
        $site->putStale($key, 'old');
    }
    $builds = $site->notes('build');
    $leader = $site->send("/show?key=$key&pause=$key-is-built");
    [$pid] = $site->until("$key-is-built");
    $locked = clock();
    $waiters = array_map($site->send(...), array_fill(0, 6, "/show?key=$key"));
    wait_until(fn () => $site->redis->info('blocked_clients') > 0, 'somebody who waits');
    posix_kill($pid, SIGKILL);

    check("status of the killed one, $key", 502, $site->receive($leader)['status']);
    foreach ($waiters as $i => $waiter) {
        [$status, $value, $waited, $seconds] = json_decode($site->receive($waiter)['body']);
        check("answer $i, $key", $expected, [$status, $value]);
        check("answer $i, $key: within the budget ($waited of $seconds s)", true,
            $waited < BUDGET + SLACK && $seconds < BUDGET + SLACK);
    }
    check("the lock, $key", true, $site->isLocked($key) || clock() > $locked + LEASE);
    check("builds before the lease is over, $key", true,
        $site->notes('build') === $builds + 1 || clock() > $locked + LEASE);

    // Requests go on coming, as they do.
    $built = wait_until(fn () => json_decode($site->get("/show?key=$key"))[0] === 'built', "the next build of $key");
    $took = clock() - $locked;
    check("the next build of $key comes when the lease is over ($took s)", true,
        $took > LEASE - BUDGET && $took < LEASE + SLACK);
    check("builds, $key", $builds + 2, $site->notes('build'));
    check("the value, $key", 'hit "value"', $site->shown($key));
}

// All workers, the new one too, work as before.
$answers = array_map(json_decode(...), $site->getAtOnce(array_fill(0, 40, '/show?key=cold')));
check('answers afterwards', ['hit' => 40], array_count_values(array_column($answers, 0)));

exit(verdict());
