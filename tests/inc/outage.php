<?php

/*
 * An outage of Redis under traffic: nginx, php-fpm and MariaDB serve 50 requests per second for pages out of the cache,
 * Redis is killed or frozen, and comes back. tests/e2e checks what must hold, bench/ measures.
 */

declare(strict_types=1);

require_once __DIR__ . '/site.php';

const OUTAGE_WORKERS = 20;
const OUTAGE_RATE = 50;
const OUTAGE_KEYS = 30;
const OUTAGE_BUILDERS = 4;
const OUTAGE_RETRY_AFTER = 1.0;

if (PHP_SAPI === 'fpm-fcgi') {
    serve([
        '/page' => function (string $key) {
            $began = hrtime(true);
            $result = stampede_fetch("list$key", null, function () use ($key) {
                $database = new PDO('mysql:unix_socket=' . getenv('DATABASE'), 'root');
                note('query ' . hrtime(true));
                $list = $database->query("SELECT CONCAT('list', " . (int) $key . ", REPEAT('x', 20000)), SLEEP(0.2)")->fetchColumn();
                note('answer ' . hrtime(true));
                return $list;
            }, ['ttl' => 1]);
            $right = $result->value === null || str_starts_with($result->value, "list{$key}x");
            echo json_encode([$right ? $result->status->value : 'wrong', (hrtime(true) - $began) / 1e6]);
        },
        '/stats' => function () {
            echo json_encode(stampede_stats());
        },
    ]);
    return;
}

/** One request: when it was sent, in seconds, counted from the kill; what it came to; what it took, in milliseconds. */
final class Visit
{
    public function __construct(
        public readonly float $at,
        public readonly int $http,
        public readonly string $status,
        public readonly float $call,
        public readonly float $whole,
    ) {
    }
}

final class Outage
{
    /** @var list<Visit> */
    public array $visits = [];
    /** The most queries that ran at one time: before, and while Redis was down. */
    public int $atOneTimeBefore = 0;
    public int $atOneTime = 0;
    /** While Redis was down, as the database counts them itself. */
    public int $queries = 0;
    /** stampede_stats() at the end */
    public array $stats;
    private readonly Site $site;
    private readonly PDO $database;
    private float $killed = 0.0;

    /** @param bool $freeze Redis stops answering, instead of being killed */
    public function __construct(
        private readonly float $before,
        private readonly float $down,
        private readonly float $after,
        private readonly bool $freeze = false,
    ) {
        $database = new MariaDbServer();
        $this->site = new Site(__FILE__, OUTAGE_WORKERS, [
            'stampede.connect_timeout' => '0.2',
            'stampede.read_timeout' => '0.5',
            'stampede.fallback_builders' => (string) OUTAGE_BUILDERS,
            'stampede.retry_after' => (string) OUTAGE_RETRY_AFTER,
        ], env: ['DATABASE' => $database->socket]);
        $this->database = $database->connect();
    }

    public function run(): void
    {
        foreach (range(0, OUTAGE_KEYS - 1) as $key) {
            $this->site->get("/page?key=$key");
        }
        $this->killed = hrtime(true) / 1e9 + $this->before;
        $this->traffic(0);
        $this->freeze ? $this->site->redis->freeze() : $this->site->redis->kill9();
        $queries = $this->countQueries();
        $this->traffic($this->down);
        $this->queries = $this->countQueries() - $queries;
        $this->freeze ? $this->site->redis->thaw() : $this->site->redis->start();
        $this->traffic($this->down + $this->after);
        $this->stats = json_decode($this->site->get('/stats'), true);
        $this->atOneTimeBefore = $this->mostQueries(-$this->before, 0);
        $this->atOneTime = $this->mostQueries(0, $this->down);
    }

    /** Requests at their times, whatever becomes of the others, until so many seconds after the kill. */
    private function traffic(float $until): void
    {
        static $number = 0;
        $open = [];
        for ($next = $this->now(); $next < $until || $open;) {
            if ($next < $until && $this->now() >= $next) {
                $key = ($number++ * 7) % OUTAGE_KEYS;
                $stream = $this->site->send("/page?key=$key");
                $open[] = ['stream' => $stream, 'at' => $this->now(), 'answer' => ''];
                $next += 1 / OUTAGE_RATE;
                continue;
            }
            $this->hear($open, $next < $until ? $next - $this->now() : 0.1);
        }
    }

    private function hear(array &$open, float $seconds): void
    {
        $readable = array_column($open, 'stream');
        if (!$readable) {
            usleep((int) max(0, $seconds * 1e6));
            return;
        }
        $readable = array_combine(array_keys($open), $readable);
        $none = null;
        stream_select($readable, $none, $none, 0, (int) max(0, $seconds * 1e6));
        foreach ($readable as $i => $stream) {
            $open[$i]['answer'] .= fread($stream, 1 << 16);
            if (feof($stream)) {
                $this->visits[] = $this->visit($open[$i]);
                unset($open[$i]);
            }
        }
    }

    private function visit(array $request): Visit
    {
        $whole = ($this->now() - $request['at']) * 1000;
        $answer = parse_http_answer($request['answer'], $whole);
        [$status, $call] = json_decode($answer['body'], true) ?? ['none', 0.0];
        return new Visit($request['at'], $answer['status'], $status, $call, $whole);
    }

    /** Seconds since the kill; negative before. */
    private function now(): float
    {
        return hrtime(true) / 1e9 - $this->killed;
    }

    private function mostQueries(float $from, float $to): int
    {
        $steps = [];
        foreach ($this->site->allNotes() as $note) {
            [$what, $time] = explode(' ', $note);
            $steps[] = [$time / 1e9 - $this->killed, $what === 'query' ? 1 : -1];
        }
        sort($steps);
        $running = $most = 0;
        foreach ($steps as [$at, $step]) {
            $running += $step;
            $most = $at >= $from && $at < $to ? max($most, $running) : $most;
        }
        return $most;
    }

    private function countQueries(): int
    {
        return (int) $this->database->query("SHOW GLOBAL STATUS LIKE 'Com_select'")->fetchColumn(1);
    }
}

/** @param list<Visit> $visits */
function visits_between(array $visits, float $from, float $to): array
{
    return array_values(array_filter($visits, fn (Visit $visit) => $visit->at >= $from && $visit->at < $to));
}

/** @param list<Visit> $visits */
function percentile(array $visits, string $what, float $share): float
{
    $times = array_column($visits, $what);
    sort($times);
    return $times ? $times[(int) min(count($times) - 1, floor($share * count($times)))] : 0.0;
}
