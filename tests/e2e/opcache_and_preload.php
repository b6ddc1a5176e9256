<?php

/*
 * A script that is preloaded runs in the master of php-fpm, before there are workers, and may use the cache there: no
 * worker ever speaks on the master's connection, and tokens and values are each worker's own. And the code of opcache is
 * never written to, which opcache.protect_memory turns into a crash.
 */

declare(strict_types=1);

require __DIR__ . '/../inc/site.php';

const WORKERS = 4;
const JIT = ['opcache.jit' => 'tracing', 'opcache.jit_buffer_size' => '16M', 'opcache.jit_hot_func' => '5'];

/** What is preloaded: it uses the cache, and leaves a function and a class whose methods are builders. */
const PRELOADED = <<<'PHP'
    <?php
    stampede_remember('of the master', null, fn () => 'built by ' . getmypid());

    function build_by_function(?string $locale): string
    {
        return "function $locale";
    }

    final class Builder
    {
        private const OPTIONS = ['ttl' => 600, 'classes' => ['stdClass', self::class], 'empty' => ['nothing', ['here']]];
        public readonly string $name;

        public static function show(string $key): self
        {
            return stampede_remember($key, 'ru', [self::class, 'build'], self::OPTIONS);
        }

        public static function build(?string $locale): self
        {
            $builder = new self();
            $builder->name = "class $locale";
            return $builder;
        }
    }
    PHP;

if (PHP_SAPI === 'fpm-fcgi') {
    serve([
        '/master' => function () {
            echo stampede_remember('of the master', null, fn () => 'built again');
        },
        '/show' => function (string $key) {
            echo stampede_remember($key, null, fn () => "value of $key", ['cold_wait' => 60, 'empty' => ['an', 'array']]);
        },
        '/preloaded' => function (string $key) {
            echo stampede_remember("$key by function", 'ru', 'build_by_function'), ', ', Builder::show($key)->name;
        },
        '/token' => function (string $key) {
            stampede_remember($key, null, function () use ($key) {
                pause_at('tokens');
                return $key;
            });
        },
        '/deferred' => function (string $key) {
            echo stampede_remember($key, null, static fn () => 'new', ['defer' => true]);
        },
        '/loop' => function () {
            $statuses = [];
            for ($i = 0; $i < 500; $i++) {
                $result = stampede_fetch('loop ' . $i % 3, null, fn () => [$i % 3, ['constant']], ['ttl' => 600]);
                $statuses[] = $result->value[0] === $i % 3 ? $result->status : null;
            }
            echo count(array_keys($statuses, Stampede\Status::Hit, true));
        },
    ]);
    return;
}

// For root, PHP preloads in a child of the master. The connection of interest is one that the master itself has opened.
if (posix_geteuid() === 0) {
    pcntl_exec('/usr/bin/setpriv', ['--reuid=nobody', '--regid=nogroup', '--clear-groups',
        // It must read what root may read: this test, the extension.
        '--inh-caps=+dac_override', '--ambient-caps=+dac_override',
        PHP_BINARY, '-d', 'extension=' . getenv('STAMPEDE_EXTENSION'), __FILE__]);
    exit(1);
}

/** The ports from which somebody has sent commands, as MONITOR writes them. */
function senders(array $commands): array
{
    preg_match_all('/\[\d+ 127\.0\.0\.1:(\d+)\]/', implode('', $commands), $match);
    return array_unique($match[1]);
}

/** The story as a whole, with further settings. */
function run(array $ini): void
{
    $directory = Workspace::directory('preload');
    file_put_contents("$directory/preload.php", PRELOADED);
    $site = new Site(__FILE__, WORKERS, $ini + (extension_loaded('Zend OPcache') ? [] : ['zend_extension' => 'opcache']) + [
        'opcache.enable' => '1',
        'opcache.protect_memory' => '1',
        'opcache.file_update_protection' => '0',
        'opcache.preload' => "$directory/preload.php",
        'stampede.lock_ttl' => '600',
        'stampede.request_wait' => '600',
    ], tcp: true);

    $master = $site->fpm->pid();
    check('what the master built', "hit \"built by $master\"", $site->shown('of the master'));
    $ofMaster = array_filter(clients($site->redis), fn (array $client) => $client['name'] === "stampede-$master");
    check('connections of the master', 1, count($ofMaster));
    $port = substr(strrchr(current($ofMaster)['addr'], ':'), 1);

    // All workers at once, and often.
    $monitor = monitor($site->redis);
    for ($round = 0; $round < 10; $round++) {
        $keys = array_map(fn ($i) => $i % (3 + $round), range(0, 19));
        $answers = $site->getAtOnce(array_map(fn ($key) => "/show?key=$key", $keys));
        check("answers of round $round", array_map(fn ($key) => "value of $key", $keys), $answers);
    }
    check('what the master built, in a worker', "built by $master", $site->get('/master'));

    // Every worker draws tokens of its own.
    $requests = array_map(fn ($i) => $site->send("/token?key=token$i"), range(1, WORKERS));
    $builders = $site->until('tokens', WORKERS);
    check('workers', WORKERS, count(array_unique($builders)));
    $tokens = array_map(fn ($i) => $site->redis->command('GET', "token$i:lock"), range(1, WORKERS));
    check('tokens', WORKERS, count(array_unique(array_filter($tokens))));
    $site->release('tokens');
    array_map($site->receive(...), $requests);

    $commands = monitored($site->redis, $monitor);
    check('commands on the connection of the master', false, in_array($port, senders($commands), true));
    check('connections that sent commands', WORKERS, count(senders($commands)));
    $workers = [];
    foreach (clients($site->redis) as $client) {
        if (preg_match('/^stampede-(\d+)$/', $client['name'], $match)) {
            $workers[] = (int) $match[1];
        }
    }
    $processes = [getmypid(), $master, ...$builders];
    sort($workers);
    sort($processes);
    check('one connection of each process', $processes, $workers);

    // Constant arrays, functions and classes that lie in shared memory.
    for ($i = 0; $i < 20; $i++) {
        check("preloaded builders $i", 'function ru, class ru', $site->get('/preloaded?key=' . $i % 5));
    }
    for ($i = 0; $i < 3; $i++) {
        check("loop $i", $i === 0 ? '497' : '500', $site->get('/loop'));
    }
    $site->putStale('deferred', 'old');
    check('a stale entry', 'old', $site->get('/deferred?key=deferred'));
    wait_until(fn () => $site->shown('deferred') === 'hit "new"', 'its rebuild');
    check('errors', '', file_get_contents($site->errorLog));
    check('log of php-fpm', '', $site->fpm->logTail());
}

run(['opcache.jit' => 'off']);
run(JIT);

exit(verdict());
