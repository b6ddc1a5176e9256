<?php

/*
 * How fast a herd gets its answer: 200 processes wait for one value that nobody has yet, and one process builds it. Measured
 * is the time from the builder's return to the last answer, and, apart from that, the commands that each waiter sends.
 * Beside the extension stands what one would write by hand: a lock by SET NX, and a get every 25 ms until the value is
 * there. Both compress.
 *
 * The builder returns when all have waited for half a second. The commands are counted in one more run, by MONITOR: it
 * shows which command comes from a script, and, because the waiters alone use TCP, which one from a waiter. The first look
 * (HMGET and GET, or one GET) is what every call costs; the rest is what waiting costs.
 *
 * usage: bench/run wake [--json]
 */

declare(strict_types=1);

require __DIR__ . '/../tests/inc/servers.php';
require __DIR__ . '/inc/figures.php';
require __DIR__ . '/inc/values.php';

const WAITERS = 200;
const SIZES = [85, 160 << 10];
const REPEATS = 7;
/** Seconds. */
const BUILD_TIME = 0.5;
const POLL_INTERVAL = 0.025;
const PATIENCE = 30.0;

/**
 * What happened when, written by many processes to one file, because nobody needs to run to receive it. A line of it is
 * one letter and a time in nanoseconds of the clock that all processes share.
 */
final class Log
{
    public const WAITING = 'w';
    public const BUILDING = 'b';
    public const RETURNED = 'r';
    public const STORED = 's';
    public const ANSWERED = 'a';
    public const WRONG = 'x';

    private readonly string $path;
    /** @var resource */
    private $file;

    public function __construct()
    {
        $this->path = Workspace::directory('log') . '/events';
        $this->file = fopen($this->path, 'a');
    }

    public function add(string $what): void
    {
        fwrite($this->file, $what . hrtime(true) . "\n");
    }

    /** @return list<int> the times, in order */
    public function times(string $what): array
    {
        $lines = array_filter(file($this->path), static fn (string $line): bool => $line[0] === $what);
        $times = array_map(static fn (string $line): int => (int) substr($line, 1), $lines);
        sort($times);
        return $times;
    }

    public function await(string $what, int $count): void
    {
        patiently(fn (): bool => count($this->times($what)) >= $count);
    }
}

/** One value to wait for. */
final class Run
{
    public readonly Log $log;

    public function __construct(public readonly string $key, public readonly string $value)
    {
        $this->log = new Log();
    }

    /** @return array{half: float, last: float, stored: float} milliseconds from the builder's return */
    public function results(): array
    {
        $start = $this->log->times(Log::RETURNED)[0];
        $answers = $this->log->times(Log::ANSWERED);
        $since = static fn (int $time): float => ($time - $start) / 1e6;
        return [
            'half' => $since($answers[intdiv(WAITERS, 2)]),
            'last' => $since(end($answers)),
            'stored' => $since($this->log->times(Log::STORED)[0]),
        ];
    }
}

/** How to build a value once and how to wait for it. */
interface Method
{
    /** @param ?int $port on 127.0.0.1, or null for the unix socket */
    public function connect(RedisServer $server, ?int $port): void;

    public function build(string $key, callable $builder): void;

    /** The value, if it was another process that built it. */
    public function wait(string $key): ?string;

    /** Whether all waiters wait, as far as the server knows. */
    public function areWaiting(RedisServer $server): bool;

    /** @return array<string, int> the commands of a call that finds its value at once */
    public function firstLook(): array;
}

final class ByStampede implements Method
{
    private const PATIENT = ['cold_wait' => PATIENCE, 'lock_ttl' => PATIENCE];

    public function connect(RedisServer $server, ?int $port): void
    {
        ini_set('stampede.redis', $port ? "redis://127.0.0.1:$port" : "unix://{$server->socket}");
        ini_set('stampede.max_waiters', (string) WAITERS);
        ini_set('stampede.request_wait', (string) PATIENCE);
        ini_set('stampede.connect_timeout', (string) PATIENCE);
        ini_set('stampede.read_timeout', (string) PATIENCE);
    }

    public function build(string $key, callable $builder): void
    {
        stampede_remember($key, null, $builder, self::PATIENT);
    }

    public function wait(string $key): ?string
    {
        $result = stampede_fetch($key, null, static fn () => null, self::PATIENT);
        return $result->status === Stampede\Status::Waited ? $result->value : null;
    }

    public function areWaiting(RedisServer $server): bool
    {
        return $server->info('blocked_clients') === WAITERS;
    }

    public function firstLook(): array
    {
        return ['HMGET' => 1, 'GET' => 1];
    }
}

final class ByPolling implements Method
{
    private Redis $redis;

    public function connect(RedisServer $server, ?int $port): void
    {
        $this->redis = new Redis();
        $port ? $this->redis->connect('127.0.0.1', $port) : $this->redis->connect($server->socket);
    }

    public function build(string $key, callable $builder): void
    {
        $this->redis->set("$key:lock", '1', ['nx', 'px' => (int) (PATIENCE * 1000)]);
        $this->redis->set($key, gzencode($builder(), 6));
    }

    public function wait(string $key): ?string
    {
        $blob = $this->redis->get($key);
        if ($blob !== false || $this->redis->set("$key:lock", '1', ['nx', 'px' => 1000])) {
            return null;
        }
        do {
            usleep((int) (POLL_INTERVAL * 1e6));
            $blob = $this->redis->get($key);
        } while ($blob === false);
        return gzdecode($blob);
    }

    public function areWaiting(RedisServer $server): bool
    {
        return true;
    }

    public function firstLook(): array
    {
        return ['GET' => 1];
    }
}

/**
 * One builder and its waiters, each in a process of its own, that go through a list of runs. A byte that they read from
 * this process tells them to go on; the end of this process is their end.
 */
final class Herd
{
    /** @var resource one byte: the builder begins to build, or returns */
    private $builder;
    /** @var resource one byte: one waiter begins to wait */
    private $waiters;
    /** @var list<int> */
    private array $children = [];

    /** @param list<Run> $runs */
    public function __construct(
        private readonly RedisServer $server,
        private readonly Method $method,
        private readonly array $runs,
    ) {
        [$this->builder, $toBuilder] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        [$this->waiters, $toWaiters] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        foreach ([$toBuilder, $toWaiters] as $signals) {
            // PHP would read ahead and take the bytes of others, and take a long silence for the end.
            stream_set_read_buffer($signals, 0);
            stream_set_timeout($signals, 3600);
        }
        $this->fork($this->build(...), $toBuilder);
        for ($i = 0; $i < WAITERS; $i++) {
            $this->fork($this->wait(...), $toWaiters);
        }
    }

    public function run(Run $run): void
    {
        fwrite($this->builder, '.');
        $run->log->await(Log::BUILDING, 1);
        fwrite($this->waiters, str_repeat('.', WAITERS));
        $run->log->await(Log::WAITING, WAITERS);
        patiently(fn (): bool => $this->method->areWaiting($this->server));
        usleep((int) (BUILD_TIME * 1e6));
        fwrite($this->builder, '.');
        $run->log->await(Log::ANSWERED, WAITERS);
        $run->log->await(Log::STORED, 1);
    }

    public function end(): void
    {
        fclose($this->builder);
        fclose($this->waiters);
        array_map(static fn (int $pid) => pcntl_waitpid($pid, $status), $this->children);
    }

    /** @param resource $signals */
    private function fork(callable $work, $signals): void
    {
        $pid = pcntl_fork();
        if ($pid > 0) {
            $this->children[] = $pid;
            return;
        }
        fclose($this->builder);
        fclose($this->waiters);
        $work($signals);
        $this->awaitSignal($signals);
    }

    /** @param resource $signals */
    private function awaitSignal($signals): void
    {
        if (fread($signals, 1) !== '.') {
            // Quicker than exit(), and with none of the things that the end of a script means to its parent's objects.
            posix_kill(getmypid(), SIGKILL);
        }
    }

    /** @param resource $signals */
    private function build($signals): void
    {
        $this->method->connect($this->server, null);
        foreach ($this->runs as $run) {
            $this->awaitSignal($signals);
            $this->method->build($run->key, function () use ($run, $signals): string {
                $run->log->add(Log::BUILDING);
                $this->awaitSignal($signals);
                $run->log->add(Log::RETURNED);
                return $run->value;
            });
            $run->log->add(Log::STORED);
        }
    }

    /** @param resource $signals */
    private function wait($signals): void
    {
        $this->method->connect($this->server, $this->server->port);
        foreach ($this->runs as $run) {
            $this->awaitSignal($signals);
            $run->log->add(Log::WAITING);
            $value = $this->method->wait($run->key);
            $run->log->add($value === $run->value ? Log::ANSWERED : Log::WRONG);
        }
    }
}

/** What MONITOR says of the waiters' commands. */
final class CommandCount
{
    /** @var resource */
    private $monitor;

    public function __construct(RedisServer $server)
    {
        $this->monitor = stream_socket_client('unix://' . $server->socket);
        fwrite($this->monitor, "MONITOR\r\n");
        fgets($this->monitor);
    }

    /** @return array{sent: array<string, float>, in_scripts: array<string, float>} per waiter */
    public function result(RedisServer $server): array
    {
        $server->command('ECHO', 'the end');
        $counts = ['sent' => [], 'in_scripts' => []];
        $byWaiter = false;
        while (!str_ends_with($line = fgets($this->monitor), "\"ECHO\" \"the end\"\r\n")) {
            if (!preg_match('/^\+[\d.]+ \[\d+ ([^\]]+)\] "(\w+)"/', $line, $match)) {
                continue;
            }
            [, $from, $command] = $match;
            if ($from !== 'lua') {
                // The commands of a script follow the one that ran it.
                $byWaiter = str_starts_with($from, '127.0.0.1:');
            }
            if ($byWaiter) {
                $where = $from === 'lua' ? 'in_scripts' : 'sent';
                $command = strtoupper($command);
                $counts[$where][$command] = ($counts[$where][$command] ?? 0) + 1;
            }
        }
        $perWaiter = static fn (array $counts): array => array_map(static fn (int $n): float => $n / WAITERS, $counts);
        return array_map($perWaiter, $counts);
    }
}

function patiently(callable $done): void
{
    for ($end = microtime(true) + PATIENCE; !$done(); usleep(20_000)) {
        if (microtime(true) > $end) {
            throw new RuntimeException('the processes do not do what they should');
        }
    }
}

/** The figures of one method: times for each size, and commands. */
function measure(RedisServer $server, Method $method, string $name): array
{
    $runs = [];
    foreach (SIZES as $size) {
        for ($i = 0; $i < REPEATS; $i++) {
            $runs[$size][] = new Run("$name:$size:$i", json_text($size));
        }
    }
    // Processes that were just forked have their memory still to get; those of a web server have it.
    $warmUp = new Run("$name:warm-up", json_text(max(SIZES)));
    $counted = new Run("$name:counted", json_text(SIZES[0]));
    $herd = new Herd($server, $method, [$warmUp, ...array_merge(...array_values($runs)), $counted]);
    $herd->run($warmUp);
    $times = [];
    foreach ($runs as $size => $some) {
        fwrite(STDERR, sprintf("%s, %d bytes: %d runs\n", $name, $size, REPEATS));
        array_map($herd->run(...), $some);
        $times[] = ['method' => $name, 'bytes' => $size] + times($some);
    }
    $count = new CommandCount($server);
    $herd->run($counted);
    $commands = ['method' => $name] + commands($method, $count->result($server));
    $herd->end();
    return [$times, $commands];
}

/** @param list<Run> $runs */
function times(array $runs): array
{
    $results = array_map(static fn (Run $run): array => $run->results(), $runs);
    $round = static fn (float $ms): float => round($ms, 1);
    return [
        'stored_ms' => $round(median(array_column($results, 'stored'))),
        'half_ms' => $round(median(array_column($results, 'half'))),
        'last_ms' => $round(median(array_column($results, 'last'))),
        'last_ms_max' => $round(max(array_column($results, 'last'))),
    ];
}

/** Splits what was sent into the first look and what waiting cost. */
function commands(Method $method, array $counts): array
{
    $waiting = $counts['sent'];
    foreach ($method->firstLook() as $command => $times) {
        $waiting[$command] -= $times;
    }
    $rounded = static fn (array $counts): array => array_filter(array_map(static fn ($n) => round($n, 2), $counts));
    return [
        'first_look' => $method->firstLook(),
        'waiting' => $rounded($waiting),
        'in_scripts' => $rounded($counts['in_scripts']),
    ];
}

function wake_tables(array $times, array $commands): string
{
    $rows = [
        ['ms from the builder\'s return to', 'bytes', 'stored', 'half of', 'last', 'last'],
        ['', '', '', 'the answers', 'answer', 'at worst'],
    ];
    foreach ($times as $t) {
        $rows[] = [
            $t['method'],
            number_format($t['bytes']),
            ...array_map(
                static fn (string $what): string => sprintf('%.1f', $t[$what]),
                ['stored_ms', 'half_ms', 'last_ms', 'last_ms_max'],
            ),
        ];
    }
    $lists = [['commands per waiter', 'first look', 'waiting', '', 'in scripts', '']];
    $sum = static fn (array $counts): string => (string) round(array_sum($counts), 2);
    $list = static fn (array $counts): string => implode(', ', array_map(
        static fn (string $command, $count): string => "$command $count",
        array_keys($counts),
        $counts,
    ));
    foreach ($commands as $c) {
        $lists[] = [
            $c['method'],
            $sum($c['first_look']),
            $sum($c['waiting']),
            $list($c['waiting']),
            $sum($c['in_scripts']),
            $list($c['in_scripts']),
        ];
    }
    return table($rows, 1) . "\n" . table($lists, 6);
}

if (array_diff(array_slice($argv, 1), ['--json'])) {
    fwrite(STDERR, "usage: bench/run wake [--json]\n");
    exit(2);
}
$server = new RedisServer(tcp: true);
$times = [];
$commands = [];
foreach (['stampede' => new ByStampede(), 'polling' => new ByPolling()] as $name => $method) {
    [$some, $commands[]] = measure($server, $method, $name);
    array_push($times, ...$some);
}
if (in_array('--json', $argv, true)) {
    $result = ['waiters' => WAITERS, 'times' => $times, 'commands' => $commands];
    echo json_encode($result, JSON_PRETTY_PRINT | JSON_THROW_ON_ERROR), "\n";
} else {
    echo wake_tables($times, $commands), sprintf("%d waiters, medians of %d runs.\n", WAITERS, REPEATS);
}
