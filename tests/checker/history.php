<?php

/*
 * What happened in a run, put together from the diaries of all processes. Times are milliseconds from the start.
 *
 * Nothing here knows more than was seen from outside. Where the order of two things cannot be known, the questions
 * below are answered in favour of the program.
 */

declare(strict_types=1);

/** A call of a process. */
final class Call
{
    public float $end = INF;
    /** of Stampede\Status, or 'nothing' (peek), or 'done' */
    public ?string $status = null;
    /** of Stampede\Fill */
    public ?string $fill = null;
    /** the call that made the value answered */
    public ?string $maker = null;
    public float $waited = 0;
    /** how long this process waited for a processor meanwhile */
    public float $delay = 0;
    /** @var ?array{string, string} class and message of what it threw */
    public ?array $thrown = null;
    public ?Build $build = null;
    /** put, invalidate, forget: how far the truth had come (see Player) */
    public int $truth = PHP_INT_MAX;
    /** @var list<Call> those of its builder */
    private array $inner = [];

    public function __construct(
        public readonly string $id,
        public readonly ?Call $within,
        public readonly string $verb,
        public readonly string $key,
        /** of invalidate and forget also a list, or null for all of them */
        public readonly string|array|null $locale,
        /** @var array<string, mixed> */
        public readonly array $options,
        public readonly float $begin,
    ) {
    }

    public function add(Call $inner): void
    {
        $this->inner[] = $inner;
    }

    /** @return list<Call> all calls that were made within it, at any depth */
    public function allInner(): array
    {
        return array_merge($this->inner, ...array_map(fn (Call $inner) => $inner->allInner(), $this->inner));
    }

    public function process(): string
    {
        return strstr($this->id, '.', true);
    }

    public function entry(): string
    {
        return (string) new Entry($this->key, $this->locale);
    }

    /** Whether the call is about the entry; an invalidation may be about several. */
    public function concerns(Entry $entry): bool
    {
        if ($this->key !== $entry->key) {
            return false;
        }
        if ($this->isInvalidation()) {
            return $this->locale === null || in_array($entry->locale, (array) $this->locale, true);
        }
        return $this->locale === $entry->locale;
    }

    public function isInvalidation(): bool
    {
        return $this->verb === 'invalidate' || $this->verb === 'forget';
    }

    /** Whether it ended as it should: without that, nobody knows whether it was carried out, or will be. */
    public function isDone(): bool
    {
        return $this->status !== null;
    }

    public function isFresh(): bool
    {
        return in_array($this->status, ['hit', 'waited'], true);
    }

    /** Whether what it answered was made by somebody else. */
    public function answersCopy(): bool
    {
        return in_array($this->status, ['hit', 'waited', 'stale'], true);
    }

    /** Whether it may have stored something, for all that it says. */
    public function mayHaveStored(): bool
    {
        if ($this->verb === 'put') {
            return true;
        }
        return $this->build?->outcome === 'return'
            && (!$this->isDone() || in_array($this->fill, ['filled', 'late', 'failed'], true));
    }

    /** Whether it surely stored something, or something newer was stored already. */
    public function hasStored(): bool
    {
        return $this->verb === 'put' ? $this->isDone() : in_array($this->fill, ['filled', 'late'], true);
    }

    public function hasStoredFresh(): bool
    {
        return $this->verb === 'put' ? $this->isDone() : $this->fill === 'filled';
    }

    /** When its number was drawn, at the earliest. */
    public function earliestNumber(): float
    {
        return $this->build?->askedAt ?? $this->begin;
    }

    /** When its number had been drawn, at the latest. */
    public function latestNumber(): float
    {
        return $this->verb === 'put' ? ($this->isDone() ? $this->end : INF) : $this->build->begin;
    }

    /** How far the truth had come when its number had been drawn, at the latest. */
    public function truthOfValue(): int
    {
        return $this->build?->truth ?? $this->truth;
    }

    /** Until when its stale copy lives, at the least. */
    public function staleUntil(): float
    {
        $life = $this->build?->staleTtl ?? $this->options['stale_ttl'];
        return $life == 0 ? INF : max($this->storedFrom() + 1000 * $life, $this->freshUntil());
    }

    /** Until when its live copy lives, at the least. */
    public function freshUntil(): float
    {
        return $this->storedFrom() + 1000 * ($this->build?->ttl ?? $this->options['ttl']);
    }

    private function storedFrom(): float
    {
        return $this->build === null ? $this->begin : $this->build->end;
    }
}

/** What the builder of a call did. */
final class Build
{
    public float $end = INF;
    /** how it ended: see Plan; null when it was killed */
    public ?string $outcome = null;
    public ?float $ttl = null;
    public ?float $staleTtl = null;
    /** @var list<array{float, float}> from when to when its process surely had the lock, if it took one */
    public array $leases = [];
    /** @var list<array{?string, float, float}> the makers of the stale copies that it was shown, and when */
    public array $shown = [];

    public function __construct(
        public readonly Call $call,
        public readonly int $truth,
        public readonly float $begin,
        /** when the lock was asked for, at the earliest */
        public readonly float $askedAt,
    ) {
    }
}

/** Something done to all of them. */
final class Blow
{
    public function __construct(
        public readonly string $verb,
        public readonly mixed $details,
        public readonly float $begin,
        public readonly float $end,
    ) {
    }

    /** Whether it may have taken one of these things of the entry: live, stale, lock, gen, done. */
    public function takes(Entry $entry, string ...$things): bool
    {
        if ($this->verb === 'flush memcached') {
            return array_intersect($things, ['live', 'stale']) !== [];
        }
        if ($this->verb !== 'evict' && $this->verb !== 'misplace') {
            return in_array($this->verb, ['flush', 'restart empty', 'restart from snapshot'], true);
        }
        [$key, $locale, $taken] = $this->details;
        foreach (array_intersect($things, $taken) as $thing) {
            if ($thing === 'gen' ? $key === $entry->key : (string) new Entry($key, $locale) === "$entry") {
                return true;
            }
        }
        return false;
    }

    /** Whether it may have torn the connections of clients. */
    public function tears(): bool
    {
        return in_array($this->verb, ['drop clients', 'restart empty', 'restart from snapshot'], true);
    }

    public function touches(float $from, float $to): bool
    {
        return $this->begin <= $to && $this->end >= $from;
    }
}

final class History
{
    /** @var array<string, Call> */
    public array $calls = [];
    /** @var list<Blow> */
    public array $blows = [];
    /** @var list<array{Entry, int}> the locks that were left, and for how many milliseconds */
    public array $locksLeft = [];
    /** @var list<array{float, string, array}> what stands in the diaries: time, process, line */
    public array $lines = [];
    private int $start = 0;

    /**
     * @param list<Entry> $entries
     * @param list<Breach> $breaches what was wrong before anybody looked at the history
     */
    public function __construct(public readonly array $entries, string $diaries, public readonly array $breaches)
    {
        foreach (glob("$diaries/*") as $file) {
            foreach (Diary::read($file) as $line) {
                $this->lines[] = [$line[0], basename($file), $line];
            }
        }
        sort($this->lines);
        $this->start = array_column(array_column($this->lines, 2), 0, 1)['start'];
        foreach ($this->lines as $i => [$time, , $line]) {
            $this->lines[$i][0] = $this->time($time);
            $this->enter($this->time($time), $line[1], array_slice($line, 2));
        }
    }

    /** @return list<Call> those about the entry, in the order of their beginning */
    public function callsOf(Entry $entry): array
    {
        return array_values(array_filter($this->calls, fn (Call $call) => $call->concerns($entry)));
    }

    /** Whether the rollback made something undone that happened between $from and $to, as $when saw it. */
    public function isLost(float $from, float $to, float $when): bool
    {
        foreach ($this->blows as $blow) {
            if ($blow->verb === 'restart from snapshot' && $blow->details !== null && $from < $blow->end
                    && $to > $this->time($blow->details) && $when > $blow->begin) {
                return true;
            }
        }
        return false;
    }

    public function time(int $nanoseconds): float
    {
        return ($nanoseconds - $this->start) / 1e6;
    }

    private function enter(float $time, string $what, array $details): void
    {
        match ($what) {
            'call' => $this->enterCall($time, ...$details),
            'answer' => $this->enterAnswer($time, ...$details),
            'threw' => $this->enterThrown($time, ...$details),
            'truth' => $this->calls[$details[0]]->truth = $details[1],
            'build' => $this->enterBuild($time, ...$details),
            'looked' => $this->calls[$details[0]]->build->shown[] = [$details[1], $this->time($details[2]), $time],
            'extended' => $this->enterExtended($time, ...$details),
            'built' => $this->enterBuilt($time, ...$details),
            'blow' => $this->blows[] = new Blow($details[0], $details[2], $this->time($details[1]), $time),
            'left' => $this->locksLeft[] = [new Entry($details[0], $details[1]), $details[2]],
            'start' => null,
        };
    }

    private function enterCall(float $time, string $id, ?string $within, string $verb, string $key,
        string|array|null $locale, array $options, int $delay): void
    {
        $outer = $within === null ? null : $this->calls[$within];
        $call = $this->calls[$id] = new Call($id, $outer, $verb, $key, $locale, $options, $time);
        $call->delay = -$delay / 1e6;
        if ($outer !== null) {
            $outer->add($call);
        }
    }

    private function enterAnswer(float $time, string $id, string $status, ?string $maker, ?string $fill, float $waited,
        int $delay): void
    {
        $call = $this->calls[$id];
        $call->end = $time;
        $call->status = $status;
        $call->maker = $maker;
        $call->fill = $fill;
        $call->waited = 1000 * $waited;
        $call->delay += $delay / 1e6;
    }

    private function enterThrown(float $time, string $id, string $class, string $message, int $delay): void
    {
        $call = $this->calls[$id];
        $call->end = $time;
        $call->thrown = [$class, $message];
        $call->delay += $delay / 1e6;
    }

    private function enterBuild(float $time, string $id, int $truth, ?int $leaseEnds): void
    {
        $call = $this->calls[$id];
        $askedAt = $leaseEnds === null ? $call->begin
            : max($call->begin, $this->time($leaseEnds) - 1000 * $call->options['lock_ttl']);
        $call->build = new Build($call, $truth, $time, $askedAt);
        if ($leaseEnds !== null) {
            $call->build->leases[] = [$time, $this->time($leaseEnds)];
        }
    }

    private function enterExtended(float $time, string $id, bool $renewed, int $until): void
    {
        if ($renewed) {
            $this->calls[$id]->build->leases[] = [$time, $this->time($until)];
        }
    }

    private function enterBuilt(float $time, string $id, string $outcome, ?float $ttl, ?float $staleTtl): void
    {
        $build = $this->calls[$id]->build;
        $build->end = $time;
        $build->outcome = $outcome;
        $build->ttl = $ttl;
        $build->staleTtl = $staleTtl;
        // exit() ends every builder that it is called in.
        for ($outer = $build->call->within; $outcome === 'exit' && $outer !== null; $outer = $outer->within) {
            $outer->build->end = $time;
            $outer->build->outcome = 'exit';
        }
    }
}
