<?php

/*
 * How long a hit takes, for values of four sizes, as strings and as arrays, beside
 *
 *     phpredis+gz   phpredis get, gzdecode, and for arrays unserialize: what one would write by hand to store as little
 *     phpredis      phpredis get, and for arrays unserialize: the same without compression
 *     hiredis       a plain GET of the extension's own blob in C: what a round trip for these bytes costs in any case
 *
 * All of them ask one private Redis over one unix socket. They take turns in short batches, and the order changes from
 * round to round, so that whatever else the machine does hits all of them alike. A time is the median over the rounds of
 * a batch's mean, a ratio the median of the rounds' ratios.
 *
 * usage: bench/run hit [--json]
 */

declare(strict_types=1);

require __DIR__ . '/../tests/inc/servers.php';
require __DIR__ . '/inc/figures.php';
require __DIR__ . '/inc/values.php';

const SIZES = [85, 4 << 10, 60 << 10, 160 << 10];
/** Of one batch and of all rounds, in nanoseconds. */
const BATCH_TIME = 4_000_000;
const TOTAL_TIME = 30_000_000_000;

/** The plain GET in C, compiled here; it runs as a process of its own that is told what to do over a pipe. */
final class PlainGet
{
    /** @var resource */
    private $process;
    /** @var array<int, resource> */
    private array $pipes = [];

    public function __construct(string $socket)
    {
        $program = Workspace::directory('plain-get') . '/hiredis_get';
        $compile = 'gcc -O2 -o %s %s $(pkg-config --cflags --libs hiredis)';
        passthru(sprintf($compile, escapeshellarg($program), escapeshellarg(__DIR__ . '/hiredis_get.c')), $status);
        if ($status !== 0) {
            throw new RuntimeException('cannot compile hiredis_get.c');
        }
        $this->process = proc_open([$program, $socket], [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
    }

    public function __destruct()
    {
        array_map(fclose(...), $this->pipes);
        proc_close($this->process);
    }

    /** @return array{int, int} nanoseconds for all, and the length of the value */
    public function run(string $key, int $times): array
    {
        fwrite($this->pipes[0], "$times $key\n");
        $answer = fgets($this->pipes[1]) ?: throw new RuntimeException('hiredis_get ended');
        return array_map(intval(...), explode(' ', $answer));
    }
}

/** Whatever runs once, checks its answer; whatever runs often, returns how many nanoseconds that took. */
final class HitCase
{
    public readonly int $stored;
    private readonly string $key;
    /** @var array<string, list<float>> nanoseconds of a hit, round by round */
    private array $times = [];
    /** @var array<string, int> how many hits make a batch */
    private array $batches = [];

    public function __construct(
        public readonly string $kind,
        public readonly int $size,
        private readonly Redis $redis,
        private readonly PlainGet $plain,
    ) {
        $this->key = "$kind:$size";
        $value = $kind === 'string' ? json_text($size) : rows($size, serialize(...));
        $text = $kind === 'string' ? $value : serialize($value);
        stampede_put($this->key, null, $value, ['ttl' => 3600]);
        $redis->set("gz:{$this->key}", gzencode($text, 6));
        $redis->set("raw:{$this->key}", $text);
        $this->stored = $redis->strlen($this->key);
        $this->check($value);
        foreach (array_keys($this->contestants()) as $name) {
            $this->batches[$name] = 1;
            // The first batches only find out how many hits make one.
            for ($i = 0; $i < 3; $i++) {
                $this->batches[$name] = max(1, (int) (BATCH_TIME / $this->batch($name)));
            }
        }
    }

    /** Lets each of them run one batch; which of them begins depends on the number of the round. */
    public function round(int $number): void
    {
        $names = array_keys($this->batches);
        for ($i = 0; $i < count($names); $i++) {
            $name = $names[($number + $i) % count($names)];
            $this->times[$name][] = $this->batch($name);
        }
    }

    /** @return array<string, int> nanoseconds of a hit */
    public function times(): array
    {
        return array_map(static fn (array $times): int => (int) median($times), $this->times);
    }

    /** How many times as long as with the other one a hit takes with the extension. */
    public function ratioTo(string $other): float
    {
        $ratios = array_map(static fn ($a, $b): float => $a / $b, $this->times['stampede'], $this->times[$other]);
        return round(median($ratios), 2);
    }

    private function batch(string $name): float
    {
        $run = $this->contestants()[$name];
        $times = $this->batches[$name];
        // None should pay for what the one before it has left in the processor's caches.
        $run(1 + intdiv($times, 10));
        return $run($times) / $times;
    }

    private function check(mixed $value): void
    {
        $never = static fn () => throw new LogicException('a hit must not build');
        $byHand = $this->kind === 'string' ? 'strval' : 'unserialize';
        $length = $this->plain->run($this->key, 1)[1];
        if (
            stampede_remember($this->key, null, $never) !== $value
            || $byHand(gzdecode($this->redis->get("gz:{$this->key}"))) !== $value
            || $byHand($this->redis->get("raw:{$this->key}")) !== $value
            || $length !== $this->stored
        ) {
            throw new LogicException("{$this->key}: not all of them answer what was stored");
        }
    }

    /** @return array<string, callable(int): int> */
    private function contestants(): array
    {
        $array = $this->kind === 'array';
        return [
            'stampede' => $this->stampede(...),
            'phpredis+gz' => $array ? $this->gzArray(...) : $this->gzString(...),
            'phpredis' => $array ? $this->rawArray(...) : $this->rawString(...),
            'hiredis' => fn (int $times): int => $this->plain->run($this->key, $times)[0],
        ];
    }

    // One function each, with nothing in the loop that is not measured.

    private function stampede(int $times): int
    {
        $key = $this->key;
        $builder = static fn () => throw new LogicException('a hit must not build');
        $start = hrtime(true);
        for ($i = 0; $i < $times; $i++) {
            $value = stampede_remember($key, null, $builder);
        }
        return hrtime(true) - $start;
    }

    private function gzArray(int $times): int
    {
        [$redis, $key] = [$this->redis, "gz:{$this->key}"];
        $start = hrtime(true);
        for ($i = 0; $i < $times; $i++) {
            $value = unserialize(gzdecode($redis->get($key)));
        }
        return hrtime(true) - $start;
    }

    private function gzString(int $times): int
    {
        [$redis, $key] = [$this->redis, "gz:{$this->key}"];
        $start = hrtime(true);
        for ($i = 0; $i < $times; $i++) {
            $value = gzdecode($redis->get($key));
        }
        return hrtime(true) - $start;
    }

    private function rawArray(int $times): int
    {
        [$redis, $key] = [$this->redis, "raw:{$this->key}"];
        $start = hrtime(true);
        for ($i = 0; $i < $times; $i++) {
            $value = unserialize($redis->get($key));
        }
        return hrtime(true) - $start;
    }

    private function rawString(int $times): int
    {
        [$redis, $key] = [$this->redis, "raw:{$this->key}"];
        $start = hrtime(true);
        for ($i = 0; $i < $times; $i++) {
            $value = $redis->get($key);
        }
        return hrtime(true) - $start;
    }
}

/** @return list<HitCase> */
function cases(Redis $redis, PlainGet $plain): array
{
    $cases = [];
    foreach (['string', 'array'] as $kind) {
        foreach (SIZES as $size) {
            $cases[] = new HitCase($kind, $size, $redis, $plain);
        }
    }
    return $cases;
}

/** The figures of one line of the table. */
function figures(HitCase $case): array
{
    return [
        'kind' => $case->kind,
        'bytes' => $case->size,
        'stored_bytes' => $case->stored,
        'ns' => $case->times(),
        'ratio_to_hiredis' => $case->ratioTo('hiredis'),
        'ratio_to_phpredis_gz' => $case->ratioTo('phpredis+gz'),
        'ratio_to_phpredis' => $case->ratioTo('phpredis'),
    ];
}

function hit_table(array $figures): string
{
    $rows = [
        ['value', 'bytes', 'stored', 'stampede', 'phpredis+gz', 'phpredis', 'hiredis', 'stampede to', 'to', 'to'],
        ['', '', '', 'us', 'us', 'us', 'us', 'hiredis', 'phpredis+gz', 'phpredis'],
    ];
    foreach ($figures as $f) {
        $rows[] = [
            $f['kind'],
            number_format($f['bytes']),
            number_format($f['stored_bytes']),
            ...array_map(static fn (int $ns): string => sprintf('%.1f', $ns / 1000), array_values($f['ns'])),
            sprintf('%.2f', $f['ratio_to_hiredis']),
            sprintf('%.2f', $f['ratio_to_phpredis_gz']),
            sprintf('%.2f', $f['ratio_to_phpredis']),
        ];
    }
    return table($rows, 1);
}

if (array_diff(array_slice($argv, 1), ['--json'])) {
    fwrite(STDERR, "usage: bench/run hit [--json]\n");
    exit(2);
}
$server = new RedisServer();
ini_set('stampede.redis', "unix://{$server->socket}");
$redis = new Redis();
$redis->connect($server->socket);
$cases = cases($redis, new PlainGet($server->socket));
fwrite(STDERR, sprintf("Measuring for %d seconds\n", TOTAL_TIME / 1e9));
for ($rounds = 0, $start = hrtime(true); hrtime(true) - $start < TOTAL_TIME; $rounds++) {
    foreach ($cases as $case) {
        $case->round($rounds);
    }
}
$figures = array_map(figures(...), $cases);
if (in_array('--json', $argv, true)) {
    echo json_encode(['rounds' => $rounds, 'cases' => $figures], JSON_PRETTY_PRINT | JSON_THROW_ON_ERROR), "\n";
} else {
    echo hit_table($figures), "Medians over $rounds rounds.\n";
}
