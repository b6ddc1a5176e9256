<?php

/*
 * A worker of php-fpm keeps one connection per endpoint for all its requests, and nothing else: what one request sets by
 * ini_set() is no matter of the next one, and what a pool sets holds for all of them.
 */

declare(strict_types=1);

require __DIR__ . '/../inc/site.php';

/** What a page is told of the settings that are in force. */
function settings_in_force(): string
{
    return implode(' ', array_map(fn ($name) => ini_get("stampede.$name"), ['prefix', 'ttl', 'stale_ttl']));
}

if (PHP_SAPI === 'fpm-fcgi') {
    serve([
        '/show' => function (string $key) {
            echo getmypid(), ' ', stampede_remember($key, null, fn () => "value of $key");
        },
        '/two-endpoints' => function (string $url) {
            $other = new Stampede\Cache(['redis' => $url]);
            echo $other->remember('other', null, fn () => 'other'), ' ', stampede_remember('own', null, fn () => 'own');
        },
        '/sets-ini' => function (string $redis) {
            ini_set('stampede.prefix', 'mine:');
            ini_set('stampede.redis', $redis);
            echo stampede_remember('own', null, fn () => 'mine');
        },
        '/settings' => function () {
            echo settings_in_force(), stampede_remember('of-a-pool', null, fn () => '');
        },
        '/tries-to-set' => function () {
            $before = settings_in_force();
            echo var_export(@ini_set('stampede.prefix', 'evil:'), true), ' ', ini_set('stampede.stale_ttl', '9'), "\n",
                $before, "\n", settings_in_force();
        },
    ]);
    return;
}

/** The connections of workers: process => id. Each names itself after its process. */
function connections(Site $site): array
{
    $connections = [];
    foreach (clients($site->redis) as $client) {
        if (preg_match('/^stampede-(\d+)$/', $client['name'], $match) && (int) $match[1] !== getmypid()) {
            $connections[(int) $match[1]][] = (int) $client['id'];
        }
    }
    return $connections;
}

/** Lets the running php-fpm begin anew with these lines for its pool, and waits until its new worker serves requests. */
function reconfigure(Site $site, array $lines): void
{
    static $original = null;
    $original ??= file_get_contents($site->fpm->directory . '/fpm.conf');
    $old = (int) $site->get('/show?key=anything');
    file_put_contents($site->fpm->directory . '/fpm.conf', $original . implode("\n", $lines) . "\n");
    posix_kill($site->fpm->pid(), SIGUSR2);
    wait_until(fn () => !posix_kill($old, 0), "the end of worker $old");
    wait_until(fn () => $site->receive($site->send('/show?key=anything'))['status'] === 200, 'a new worker');
}

$site = new Site(__FILE__, workers: 1);

// One worker.
[$worker] = explode(' ', $site->get('/show?key=0'));
$first = connections($site);
check('the worker and its connections', [[(int) $worker], 1], [array_keys($first), count($first[$worker] ?? [])]);
for ($i = 0; $i < 200; $i++) {
    $key = $i % 7;
    check("answer $i", "$worker value of $key", $site->get("/show?key=$key"));
}
check('its connections after 200 requests', $first, connections($site));

// The connection is dropped by the server, once: the next request opens another.
$site->redis->command('CLIENT', 'KILL', 'ID', (string) $first[$worker][0]);
check('the answer afterwards', "$worker value of 0", $site->get('/show?key=0'));
$second = connections($site);
check('its connections afterwards', [(int) $worker => 1], array_map(count(...), $second));
check('another one', true, $second !== $first);

// Another database is another endpoint.
$otherUrl = redis_url($site->redis, 1);
for ($i = 0; $i < 20; $i++) {
    check("two endpoints, answer $i", 'other own', $site->get('/two-endpoints?url=' . urlencode($otherUrl)));
}
$ofBoth = connections($site);
check('connections to two endpoints', [(int) $worker => 2], array_map(count(...), $ofBoth));
check('the first is still the same', [], array_diff($second[$worker], $ofBoth[$worker]));

// What a request sets ends with it.
for ($i = 0; $i < 20; $i++) {
    check("its own settings, answer $i", 'mine', $site->get('/sets-ini?redis=' . urlencode($otherUrl)));
    check("the next request, answer $i", 'other own', $site->get('/two-endpoints?url=' . urlencode($otherUrl)));
}
check('connections afterwards', $ofBoth, connections($site));
check('names in the first database', false, in_array('mine:own', names($site->redis), true));

// What the pool sets.
reconfigure($site, ['php_admin_value[stampede.prefix] = "pool:"', 'php_value[stampede.ttl] = 7',
    'php_value[stampede.stale_ttl] = 70']);
check('settings of the pool', 'pool: 7 70', $site->get('/settings'));
check('its names', true, in_array('pool:of-a-pool', names($site->redis), true));
$life = $site->redis->command('PTTL', 'pool:of-a-pool:stale');
check("its life of stale copies ($life ms)", true, $life > 0 && $life <= 70_000);
check('php_value may be changed by a page, php_admin_value may not', "false 70\npool: 7 70\npool: 7 9",
    $site->get('/tries-to-set'));
check('settings of the next request', 'pool: 7 70', $site->get('/settings'));

// Wrong values of a pool are refused, and its requests are served.
reconfigure($site, ['php_value[stampede.ttl] = soon', 'php_admin_value[stampede.redis] = "http://nonsense"',
    'php_admin_value[stampede.prefix] = "again:"']);
check('settings of the pool after wrong ones', 'again: 45 600', $site->get('/settings'));
check('its names after wrong settings', true, in_array('again:of-a-pool', names($site->redis), true));

exit(verdict());
