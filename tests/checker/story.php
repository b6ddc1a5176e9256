<?php

/*
 * Tells people what happened, from the lines of the diaries.
 */

declare(strict_types=1);

final class Story
{
    /** How much is told: of a longer story the beginning and the end. */
    private const LINES = 80;
    /** Milliseconds before and after. */
    private const AROUND = 1.0;

    public function __construct(private readonly History $history)
    {
    }

    public function tellAll(): string
    {
        return $this->write($this->history->lines);
    }

    /** What led to the breach. */
    public function tell(Breach $breach): string
    {
        if ($breach->process !== null) {
            $tellers = [$breach->process, 'blows'];
            $lines = array_filter($this->history->lines, fn (array $line) => in_array($line[1], $tellers, true));
            return $this->write(array_slice($lines, -self::LINES / 2));
        }
        $lines = $breach->entry === null ? [] : array_values(array_filter(
            $this->history->lines,
            fn (array $line) => $line[0] >= $breach->from - self::AROUND && $line[0] <= $breach->to + self::AROUND
                && $this->isAbout($breach->entry, $line[2]),
        ));
        if (count($lines) <= self::LINES) {
            return $this->write($lines);
        }
        $half = intdiv(self::LINES, 2);
        $left = count($lines) - 2 * $half;
        return $this->write(array_slice($lines, 0, $half)) . "          ... $left more ...\n"
            . $this->write(array_slice($lines, -$half));
    }

    /** @param list<array{float, string, array}> $lines */
    private function write(array $lines): string
    {
        return implode('', array_map(fn (array $line) => sprintf("%9.3f ms  %-9s %s\n", $line[0], $line[1],
            $this->sentence($line[2][1], array_slice($line[2], 2))), $lines));
    }

    private function isAbout(Entry $entry, array $line): bool
    {
        if (in_array($line[1], ['blow', 'left', 'start'], true)) {
            return true;
        }
        for ($call = $this->history->calls[$line[2]]; $call !== null; $call = $call->within) {
            if ($call->concerns($entry)) {
                return true;
            }
        }
        return false;
    }

    private function sentence(string $what, array $details): string
    {
        return match ($what) {
            'start' => 'all begin',
            'call' => $this->call(...$details),
            'answer' => "$details[0]: " . implode(', ', array_filter([
                $details[1],
                $details[2] === null ? '' : "value of $details[2]",
                $details[3] === null ? '' : "fill $details[3]",
                $details[4] > 0 ? sprintf('waited %.1f ms', 1000 * $details[4]) : '',
            ])),
            'threw' => "$details[0] threw $details[1]: $details[2]",
            'truth' => "$details[0]: the truth is $details[1]",
            'build' => "$details[0] begins to build at truth $details[1]"
                . ($details[2] === null ? ', its lease is over' : ', lease to ' . $this->time($details[2])),
            'looked' => "$details[0] is shown the stale copy of " . ($details[1] ?? 'nobody'),
            'extended' => "$details[0] extends its lease: " . ($details[1] ? 'to ' . $this->time($details[2]) : 'no'),
            'built' => "$details[0] ends its builder: $details[1]" . ($details[2] === null ? '' : ", ttl $details[2]")
                . ($details[3] === null ? '' : ", stale_ttl $details[3]"),
            'blow' => strtoupper($details[0]) . ($details[2] === null ? '' : ' ' . json_encode($details[2]))
                . " (since {$this->time($details[1])})",
            'left' => 'the lock of ' . new Entry($details[0], $details[1]) . " is left, for $details[2] ms",
        };
    }

    private function time(int $nanoseconds): string
    {
        return sprintf('%.1f ms', $this->history->time($nanoseconds));
    }

    private function call(string $id, ?string $within, string $verb, string $key, mixed $locale, array $options): string
    {
        $locales = $locale === null ? 'all locales' : json_encode($locale);
        $isOneEntry = is_string($locale) || !$this->history->calls[$id]->isInvalidation();
        $whom = $isOneEntry ? (string) new Entry($key, $locale) : "$key in $locales";
        $terms = [];
        foreach ($options as $name => $value) {
            $terms[] = $value === true ? $name : ($value === false ? '' : "$name $value");
        }
        return "$id: $verb $whom" . ($within === null ? '' : ", within $within")
            . ($terms === [] ? '' : ' (' . implode(', ', array_filter($terms)) . ')');
    }
}
