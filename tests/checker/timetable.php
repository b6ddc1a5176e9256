<?php

/*
 * The common clock of a run. It stands still while Redis restarts, which may take long on a busy machine: otherwise
 * most steps would fall into that time. Each process takes one step then, and the next one afterwards.
 */

declare(strict_types=1);

final class Timetable
{
    private float $start = 0;
    /** How many times had been written down when this process took its last step. */
    private int $seen = 0;

    /** @param string $file where standstills are written down, the beginning and the end of each by clock() */
    public function __construct(private readonly string $file)
    {
        touch($file);
    }

    public function start(float $start): void
    {
        $this->start = $start;
    }

    /** Waits until that many milliseconds after the start. */
    public function waitFor(float $at): void
    {
        for (;;) {
            $times = array_map(floatval(...), file($this->file));
            $left = $this->start + $at / 1000 + $this->stoodStill($times) - clock();
            $standsStill = count($times) % 2 === 1;
            if ($left <= 0 && !($standsStill && count($times) === $this->seen)) {
                $this->seen = count($times);
                return;
            }
            work_for($left > 0 ? $left : 0.002);
        }
    }

    public function standStill(callable $meanwhile): mixed
    {
        $this->write();
        try {
            return $meanwhile();
        } finally {
            $this->write();
        }
    }

    /** @param list<float> $times */
    private function stoodStill(array $times): float
    {
        $total = 0;
        foreach (array_chunk($times, 2) as $pair) {
            $total += count($pair) === 2 ? $pair[1] - $pair[0] : 0;
        }
        return $total;
    }

    private function write(): void
    {
        file_put_contents($this->file, clock() . "\n", FILE_APPEND);
    }
}
