<?php

/*
 * A whole site for one end-to-end test: Redis, php-fpm and nginx around one script. That script is the test itself, which
 * is read on both sides:
 *
 *     if (PHP_SAPI === 'fpm-fcgi') {
 *         serve(['/page' => function () { pause_at('building'); ... }]);
 *         return;
 *     }
 *     $site = new Site(__FILE__, workers: 1);
 *     $request = $site->send('/page');
 *     $site->until('building');
 *     $site->release('building');
 *     check('the page', 'value', $site->receive($request)['body']);
 *     exit(verdict());
 *
 * Nothing sleeps in the hope that others are done: pages say where they are and wait to be let on.
 */

declare(strict_types=1);

if (PHP_SAPI !== 'fpm-fcgi') {
    require_once __DIR__ . '/../herd/herd.php';
}

/* ---- what pages use ---- */

/** Runs the page of this request: its path chooses, and its query holds the arguments by name. */
function serve(array $pages): void
{
    [$path, $query] = explode('?', $_SERVER['REQUEST_URI'], 2) + [1 => ''];
    parse_str($query, $arguments);
    $pages[$path](...$arguments);
}

/** Says that something happened; Site::notes() tells what and how often. */
function note(string $what): void
{
    file_put_contents(getenv('SITE') . '/notes', "$what\n", FILE_APPEND);
}

/** Says that the request has come to this point, and waits there until the test releases it. */
function pause_at(string $point): void
{
    file_put_contents(getenv('SITE') . "/$point.reached", getmypid() . "\n", FILE_APPEND);
    while (!file_exists(getenv('SITE') . "/$point.released")) {
        usleep(2000);
    }
}

/* ---- what the test uses ---- */

final class Site
{
    public readonly RedisServer $redis;
    public readonly PhpFpm $fpm;
    public readonly Nginx $nginx;
    /** What PHP logs in all workers, whether there is a client to tell or not. */
    public readonly string $errorLog;
    private readonly string $directory;

    /**
     * @param array<string, string> $ini for php-fpm
     * @param bool $tcp Redis on a port, so that it can tell its clients apart
     * @param array<string, string> $env for php-fpm
     */
    public function __construct(string $script, int $workers, array $ini = [], bool $tcp = false, array $env = [])
    {
        $this->directory = Workspace::directory('site');
        $this->errorLog = $this->directory . '/errors';
        touch($this->errorLog);
        touch($this->directory . '/notes');
        $this->redis = new RedisServer([], $tcp);
        $url = $tcp ? "redis://127.0.0.1:{$this->redis->port}" : redis_url($this->redis);
        $limits = [
            'stampede.redis' => $url,
            // Limits of the network are no matter of most tests.
            'stampede.connect_timeout' => '30',
            'stampede.read_timeout' => '30',
        ];
        foreach ($limits as $name => $value) {
            ini_set($name, $value);
        }
        $this->fpm = new PhpFpm($workers, getenv('STAMPEDE_EXTENSION') ?: null, $ini + $limits + [
            'error_log' => $this->errorLog,
            'log_errors' => '1',
            'display_errors' => '0',
            // As in the php.ini that PHP recommends: pages may set their status to the end.
            'output_buffering' => '4096',
        ], $env + ['SITE' => $this->directory]);
        $this->nginx = new Nginx($this->fpm, $script);
    }

    /**
     * Sends a request and does not wait for its answer.
     *
     * @return resource
     */
    public function send(string $uri)
    {
        $connection = stream_socket_client($this->nginx->address);
        fwrite($connection, "GET $uri HTTP/1.0\r\nHost: localhost\r\n\r\n");
        return $connection;
    }

    /**
     * Waits for the whole answer, which ends where the connection does.
     *
     * @param resource $request
     * @return array{status: int, headers: array<string, string>, body: string, milliseconds: float} see http_herd(); without
     *         the time
     */
    public function receive($request): array
    {
        stream_set_timeout($request, 60);
        $answer = (string) stream_get_contents($request);
        if (stream_get_meta_data($request)['timed_out']) {
            throw new RuntimeException("no whole answer within 60 seconds: $answer");
        }
        return parse_http_answer($answer, 0);
    }

    /** The body of an answer. */
    public function get(string $uri): string
    {
        return $this->receive($this->send($uri))['body'];
    }

    /**
     * The bodies of requests that were sent at one moment.
     *
     * @param list<string> $uris
     * @return list<string>
     */
    public function getAtOnce(array $uris): array
    {
        return array_column(http_herd($uris, $this->nginx->address), 'body');
    }

    /**
     * Waits until so many requests have come to the point.
     *
     * @return list<int> the processes that have
     */
    public function until(string $point, int $count = 1): array
    {
        $file = "{$this->directory}/$point.reached";
        $pids = fn () => array_map(intval(...), is_file($file) ? file($file) : []);
        wait_until(fn () => count($pids()) >= $count, "$count requests at the point '$point'", 60);
        return $pids();
    }

    public function hasReached(string $point): bool
    {
        return is_file("{$this->directory}/$point.reached");
    }

    /** Lets everybody on who is at the point or comes there. */
    public function release(string $point): void
    {
        touch("{$this->directory}/$point.released");
    }

    /** How often this was noted. */
    public function notes(string $what): int
    {
        return count(array_keys($this->allNotes(), $what, true));
    }

    /** @return list<string> */
    public function allNotes(): array
    {
        return file($this->directory . '/notes', FILE_IGNORE_NEW_LINES);
    }

    public function isLocked(string $name): bool
    {
        return $this->redis->command('EXISTS', "$name:lock") === 1;
    }

    /** Waits until nobody holds the lock, which a build drops when it is done. */
    public function untilUnlocked(string $name): void
    {
        wait_until(fn () => !$this->isLocked($name), "$name:lock is dropped", 60);
    }

    /** Stores a value whose live copy has ended and whose stale copy has not. */
    public function putStale(string $name, mixed $value): void
    {
        stampede_put($name, null, $value);
        $this->redis->command('DEL', $name);
    }

    /** What there is to show: "hit "value"", "stale "value"" or "nothing". */
    public function shown(string $name): string
    {
        $result = stampede_peek($name);
        return $result ? $result->status->value . ' ' . json_encode($result->value) : 'nothing';
    }
}

/** Says what is not as it should be. */
function check(string $what, mixed $expected, mixed $actual): void
{
    if ($expected !== $actual) {
        complain("$what: " . var_export($actual, true) . ', expected ' . var_export($expected, true));
    }
}

function complain(string $complaint): void
{
    echo $complaint, "\n";
    verdict(1);
}

/** The exit status of the test. */
function verdict(int $worse = 0): int
{
    static $status = 0;
    return $status |= $worse;
}
