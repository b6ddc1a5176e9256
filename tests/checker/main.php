<?php

/*
 * Plays many seeds, several at a time, each in a PHP process of its own. The first argument is the path of the
 * extension, the others are those of tests/check.
 */

declare(strict_types=1);

const USAGE = <<<'END'
    usage: tests/check [N] [--from SEED] [--seconds SECONDS] [--jobs JOBS]
           tests/check [N] --seed SEED

    Plays N random schedules (20) of processes that share a cache: remember, invalidate, forget, put, nested calls,
    builders that fail, kill -9, SIGSTOP, evictions, lost connections, restarts of Redis with and without a snapshot.
    With every third seed the copies lie in Memcached.
    Afterwards all that the processes have seen is held against the rules of the cache.

        --from SEED    the first seed (1)
        --seconds S    begin no schedule after so many seconds; without N as many schedules as fit in
        --jobs J       schedules at one time (twice the number of processors)
        --seed SEED    play one seed, N times (1), and tell all that happens

    The same seed makes the same schedule, moment by moment. Who comes first within a moment is up to the machine, so
    that a fault that hangs on it may need several runs to come back: tests/check 20 --seed SEED.

    END;

final class Checker
{
    private int $passed = 0;
    private int $failed = 0;
    /** @var array<int, array{resource, resource, int}> process, output, seed */
    private array $running = [];

    /** @param list<string> $php the command that runs a PHP file with the extension */
    public function __construct(private readonly array $php, private readonly int $jobs)
    {
    }

    /**
     * @param iterable<int> $seeds
     * @return bool whether all have passed
     */
    public function play(iterable $seeds, bool $tell): bool
    {
        foreach ($seeds as $seed) {
            while (count($this->running) >= $this->jobs) {
                $this->collect();
            }
            $this->start($seed, $tell);
        }
        while ($this->running !== []) {
            $this->collect();
        }
        echo "{$this->passed} passed, {$this->failed} failed\n";
        return $this->failed === 0 && $this->passed > 0;
    }

    private function start(int $seed, bool $tell): void
    {
        $output = tmpfile();
        $process = proc_open(
            [...$this->php, __DIR__ . '/seed.php', (string) $seed, ...($tell ? ['tell'] : [])],
            [['file', '/dev/null', 'r'], $output, $output],
            $pipes,
        );
        $this->running[] = [$process, $output, $seed];
    }

    /** Takes in those that have ended, if any. */
    private function collect(): void
    {
        usleep(10_000);
        foreach ($this->running as $i => [$process, $output, $seed]) {
            $status = proc_get_status($process);
            if ($status['running']) {
                continue;
            }
            unset($this->running[$i]);
            rewind($output);
            $text = stream_get_contents($output);
            if ($status['exitcode'] === 0) {
                $this->passed++;
                echo $text;
            } else {
                $this->failed++;
                echo "seed $seed FAILED\n\n$text\nagain: tests/check --seed $seed\n\n";
            }
            if (($this->passed + $this->failed) % 50 === 0) {
                fwrite(STDERR, "{$this->passed} passed, {$this->failed} failed so far\n");
            }
        }
    }
}

/** The seeds to play, until the time is over. */
function seeds(int $first, int $count, float $seconds): Generator
{
    $end = hrtime(true) / 1e9 + $seconds;
    for ($seed = $first; $seed < $first + $count && hrtime(true) / 1e9 < $end; $seed++) {
        yield $seed;
    }
}

/**
 * PHP with nothing but what is needed: each extension costs every process that is forked.
 *
 * @return list<string>
 */
function php_with(string $extension): array
{
    $php = [PHP_BINARY, '-n', '-d', "extension=$extension", '-d', 'display_errors=1', '-d', 'log_errors=0'];
    foreach (['pcntl', 'posix'] as $name) {
        if (!str_contains((string) shell_exec(escapeshellarg(PHP_BINARY) . ' -n -m'), "\n$name\n")) {
            array_push($php, '-d', "extension=$name");
        }
    }
    return $php;
}

function processors(): int
{
    return max(1, (int) shell_exec('nproc 2>/dev/null'));
}

/** @return array<string, string> the options by their names, and N as '' */
function parse(array $arguments): array
{
    $options = [];
    while (($argument = array_shift($arguments)) !== null) {
        $name = in_array($argument, ['--from', '--seconds', '--jobs', '--seed'], true) ? $argument : '';
        $value = $name === '' ? $argument : array_shift($arguments);
        if (!is_numeric($value)) {
            fwrite($argument === '--help' ? STDOUT : STDERR, USAGE);
            exit($argument === '--help' ? 0 : 2);
        }
        $options[$name] = $value;
    }
    return $options;
}

$options = parse(array_slice($argv, 2));
$seed = $options['--seed'] ?? null;
$count = (int) ($options[''] ?? ($seed !== null ? 1 : (isset($options['--seconds']) ? 1_000_000_000 : 20)));
$checker = new Checker(php_with($argv[1]), (int) ($options['--jobs'] ?? 2 * processors()));
$seeds = $seed !== null ? array_fill(0, $count, (int) $seed)
    : seeds((int) ($options['--from'] ?? 1), $count, (float) ($options['--seconds'] ?? INF));
exit($checker->play($seeds, $seed !== null) ? 0 : 1);
