<?php

/*
 * php-fpm is reloaded or stopped while its workers build and wait. Asked to do so gracefully, all of them give their
 * answers first; asked to do so at once, nobody hangs and no lock outlives its lease.
 */

declare(strict_types=1);

require __DIR__ . '/../inc/site.php';

const LEASE = 3.0;
/** What a machine under load may add. */
const SLACK = 10.0;

if (PHP_SAPI === 'fpm-fcgi') {
    serve([
        '/pid' => function () {
            echo getmypid();
        },
        '/show' => function (string $key, string $lease, string $pause = '') {
            $result = stampede_fetch($key, null, function () use ($pause) {
                note('build');
                if ($pause !== '') {
                    pause_at($pause);
                }
                return 'value';
            }, ['lock_ttl' => (float) $lease, 'cold_wait' => 60]);
            echo $result->status->value, " $result->value";
        },
    ]);
    return;
}

/**
 * Sends requests until one of them builds and all others wait.
 *
 * @return array{list<resource>, int} the requests and the process that builds
 */
function build_and_wait(Site $site, string $key, float $lease): array
{
    $requests = [$site->send("/show?key=$key&lease=$lease&pause=$key-is-built")];
    [$builder] = $site->until("$key-is-built");
    for ($i = 0; $i < 3; $i++) {
        $requests[] = $site->send("/show?key=$key&lease=$lease");
    }
    wait_for_waiters($site->redis, 3);
    return [$requests, $builder];
}

/** The sockets and files that a process holds. */
function open_files(int $pid): array
{
    return array_map(fn ($descriptor) => @readlink($descriptor), glob("/proc/$pid/fd/*"));
}

/** Asks php-fpm to end its workers gracefully, and waits until one that is busy knows: it closes its listening socket. */
function tell_gracefully(Site $site, int $signal, int $worker): void
{
    $before = open_files($worker);
    posix_kill($site->fpm->pid(), $signal);
    wait_until(fn () => open_files($worker) != $before, "worker $worker listens no more");
}

$site = new Site(__FILE__, workers: 4, ini: ['stampede.request_wait' => '600']);
// Without this, php-fpm gives its workers no time when it is asked to be graceful.
file_put_contents($site->fpm->directory . '/fpm.conf', "[global]\nprocess_control_timeout = 60\n", FILE_APPEND);
$before = (int) $site->get('/pid');
posix_kill($site->fpm->pid(), SIGUSR2);
wait_until(fn () => !posix_kill($before, 0) && $site->receive($site->send('/pid'))['status'] === 200, 'new workers');
$graceful = ['built value' => 1, 'waited value' => 3];

// SIGUSR2: a new master takes over when all workers have ended. Until then requests queue.
[$requests, $builder] = build_and_wait($site, 'reloaded', 600);
tell_gracefully($site, SIGUSR2, $builder);
$next = $site->send('/show?key=reloaded&lease=600');
$site->release('reloaded-is-built');
$answers = array_map(fn ($request) => $site->receive($request)['body'], $requests);
check('answers of workers that are reloaded', $graceful, array_count_values($answers));
check('a request that came during the reload', 'hit value', $site->receive($next)['body']);
check('its lock', false, $site->isLocked('reloaded'));
check('builds', 1, $site->notes('build'));

// SIGQUIT: php-fpm ends when all workers have.
[$requests, $builder] = build_and_wait($site, 'stopped', 600);
tell_gracefully($site, SIGQUIT, $builder);
$site->release('stopped-is-built');
$answers = array_map(fn ($request) => $site->receive($request)['body'], $requests);
check('answers of workers that are stopped', $graceful, array_count_values($answers));
check('their lock', false, $site->isLocked('stopped'));
check('builds', 2, $site->notes('build'));
// It has ended, or is about to; whatever is left of it goes.
$site->fpm->restart();

// SIGTERM: no time to say goodbye.
[$requests] = build_and_wait($site, 'ended', LEASE);
$began = clock();
posix_kill($site->fpm->pid(), SIGTERM);
foreach ($requests as $i => $request) {
    check("status of request $i, ended at once", 502, $site->receive($request)['status']);
}
$took = clock() - $began;
check("all of them end at once ($took s)", true, $took < SLACK);
$site->fpm->restart();
$left = $site->redis->command('PTTL', 'ended:lock');
check("the rest of the lease ($left ms)", true, $left <= LEASE * 1000);
$answer = $site->get('/show?key=ended&lease=' . LEASE);
$took = clock() - $began;
check('the next one builds', 'built value', $answer);
check("when the lease is over ($took s)", true, $took < LEASE + SLACK);
check('builds', 4, $site->notes('build'));

// What is left: the connections of the workers that serve now, and nobody waits.
wait_until(fn () => $site->redis->info('blocked_clients') === 0, 'nobody waits any more');
check('all workers afterwards', ['hit value' => 40],
    array_count_values($site->getAtOnce(array_fill(0, 40, '/show?key=ended&lease=600'))));
check('connections afterwards', true,
    count(array_filter(clients($site->redis), fn ($client) => str_starts_with($client['name'], 'stampede-'))) <= 5);

exit(verdict());
