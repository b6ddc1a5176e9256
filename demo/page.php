<?php

/*
 * The second half of the demo: a page whose copies lie in Memcached and whose lock lies in Redis, and life times that end
 * together or not.
 */

declare(strict_types=1);

const PAGE_REQUESTS = 200;
const PAGE = 'page:home:en';
const MANY = 200;
const MANY_TTL = 60;
const JITTERS = ['none' => 0.0, 'default' => 0.1];
/** Redis is under pressure by so many writes of 100 KB; less in all than what is in it and older. */
const PRESSURE = 120;

/** Fires the requests, and returns the figures of one line of the table. */
function page_wave(Site $site, string $name, ?callable $meanwhile = null): array
{
    progress("the page $name: " . PAGE_REQUESTS . ' requests');
    $site->forgetListQueries();
    $evicted = $site->redis->info('evicted_keys');
    $other = $meanwhile ? in_a_child($meanwhile) : null;
    $answers = $site->getPage(PAGE_REQUESTS);
    $headers = array_column($answers, 'headers');
    $bytes = array_map(strlen(...), array_column($answers, 'body'));
    $others = array_values(array_filter($answers, static fn (array $answer): bool => !is_whole_page($answer)));
    return [
        'wave' => $name,
        'list_queries' => $site->listQueries(),
        'answers' => array_count_values(array_map(page_status(...), array_column($headers, 'cache-status'))),
        'whole' => PAGE_REQUESTS - count($others),
        'instead' => $others ? substr($others[0]['body'], 0, 300) : null,
        'p50_ms' => percentile(50, array_column($answers, 'milliseconds')),
        'p99_ms' => percentile(99, array_column($answers, 'milliseconds')),
        'pressure' => $other ? $other() : null,
        'evicted_keys' => $site->redis->info('evicted_keys') - $evicted,
        'evictions' => $site->memcached->info('evictions'),
        'bytes' => max($bytes),
    ];
}

function page_waves(Site $site): array
{
    $site->reset();
    $site->getPage(1);
    $site->fillRedis();
    wait_for('the page expires', static fn (): bool => $site->memcached->get(PAGE) === null);
    $waves = [page_wave($site, 'expired', static fn (): array => press($site))];
    // Should the page have expired meanwhile: it is to be there.
    $site->getPage(1);
    $waves[] = page_wave($site, 'there');
    $site->memcached->restart();
    $waves[] = page_wave($site, 'lost');
    return $waves;
}

/** The answer of PHP or nginx in the words of the other table. */
function page_status(string $status): string
{
    return match (true) {
        $status === 'memcached; hit' => 'nginx',
        str_contains($status, 'bypass') => 'fallback',
        str_contains($status, 'detail=stale') => 'stale',
        str_contains($status, 'detail=empty') => 'empty',
        str_contains($status, 'collapsed') => 'waited',
        str_contains($status, 'fwd=') => 'built',
        default => 'hit',
    };
}

function is_whole_page(array $answer): bool
{
    return str_ends_with((string) @gzdecode($answer['body']), "</html>\n");
}

/**
 * While the page is built, writes into Redis what makes it throw out the oldest keys, and looks whether lock and record
 * stay. (EXISTS and PTTL do not make a key look used.)
 */
function press(Site $site): array
{
    $redis = $site->redis;
    wait_for('somebody builds the page', static fn (): bool => $redis->command('EXISTS', PAGE . ':lock') === 1);
    $lease = PHP_INT_MAX;
    $seen = ['writes' => 0, 'lock' => 'kept', 'record' => 'kept'];
    while ($seen['writes'] < PRESSURE) {
        fill_redis_by(100, 1_000_000 + $seen['writes'] * 100, $redis);
        $left = $redis->command('PTTL', PAGE . ':lock');
        if ($left < 0 && $site->memcached->get(PAGE) !== null) {
            break; // the page is stored, and the lock dropped
        }
        $seen['writes']++;
        // A lock that somebody else has taken has a longer lease than the one before.
        if ($left < 0 || $left > $lease) {
            $seen['lock'] = 'lost';
        }
        $lease = $left;
        if ($redis->command('EXISTS', 'page:home:gen') === 0) {
            $seen['record'] = 'lost';
        }
    }
    return $seen;
}

/** Entries that are written at one moment: in how many seconds how many of them end, by the jitter. */
function spread(Site $site): array
{
    $spread = [];
    foreach (JITTERS as $name => $jitter) {
        progress(MANY . " entries that live equally long, jitter $jitter");
        $site->get(['/many/' . MANY . '/' . MANY_TTL . "/$jitter"], 'none');
        $seconds = [];
        for ($i = 0; $i < MANY; $i++) {
            $seconds[] = $site->memcached->secondsLeft("many:$i");
        }
        $spread[$name] = array_count_values($seconds);
        ksort($spread[$name]);
    }
    return $spread;
}

/** Runs a function beside this process; what is returned waits for it and returns what it did. */
function in_a_child(callable $work): callable
{
    [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $pid = pcntl_fork();
    if ($pid === 0) {
        try {
            fwrite($its, json_encode($work()));
        } catch (Throwable $error) {
            fwrite(STDERR, "$error\n");
        } finally {
            // Not by exit(): servers and connections are the parent's to close.
            posix_kill(getmypid(), SIGKILL);
        }
    }
    fclose($its);
    return static function () use ($ours, $pid): array {
        $result = json_decode((string) stream_get_contents($ours), true);
        pcntl_waitpid($pid, $status);
        return $result ?? throw new RuntimeException('the process that writes into Redis failed');
    };
}

function wait_for(string $what, callable $condition): void
{
    for ($end = microtime(true) + 30; !$condition();) {
        if (microtime(true) > $end) {
            throw new RuntimeException("not seen within 30 seconds: $what");
        }
        usleep(1000);
    }
}
