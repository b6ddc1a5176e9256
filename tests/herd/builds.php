<?php

/*
 * Counts what builders do, outside of the cache and whatever becomes of their process: lines appended to a file.
 */

declare(strict_types=1);

final class Builds
{
    private readonly string $file;

    public function __construct()
    {
        $this->file = Workspace::directory('builds') . '/lines';
        touch($this->file);
    }

    /** Runs $work as a build. */
    public function run(callable $work): mixed
    {
        $this->note('begin');
        try {
            return $work();
        } finally {
            $this->note('end');
        }
    }

    /** A builder that takes so many seconds, which it spends waiting for a database, as it were. */
    public function builder(mixed $value, float $seconds = 0): Closure
    {
        return fn () => $this->run(function () use ($value, $seconds) {
            work_for($seconds);
            return $value;
        });
    }

    public function count(): int
    {
        return count($this->begins());
    }

    /** @return list<float> when each build began, by clock() */
    public function begins(): array
    {
        return array_column(array_filter($this->lines(), fn (array $line) => $line[0] === 'begin'), 1);
    }

    /** How many ran at one time, at most. One that never ended, because its process was killed, counts to the end. */
    public function atOneTime(): int
    {
        $running = $most = 0;
        foreach ($this->lines() as [$what]) {
            $running += $what === 'begin' ? 1 : -1;
            $most = max($most, $running);
        }
        return $most;
    }

    private function note(string $what): void
    {
        file_put_contents($this->file, $what . ' ' . clock() . "\n", FILE_APPEND);
    }

    /** @return list<array{string, float}> in the order of time */
    private function lines(): array
    {
        return array_map(function (string $line): array {
            [$what, $time] = explode(' ', $line);
            return [$what, (float) $time];
        }, file($this->file, FILE_IGNORE_NEW_LINES));
    }
}

/** Lets time pass, in spite of signals. */
function work_for(float $seconds): void
{
    for ($end = clock() + $seconds; ($left = $end - clock()) > 0;) {
        usleep((int) ceil($left * 1e6));
    }
}
