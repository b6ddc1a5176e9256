<?php

/*
 * What all rules have in common: the history that they are held against, what was wrong, and what is certain in it.
 */

declare(strict_types=1);

abstract class Rules
{
    /** @var list<Breach> */
    private array $breaches = [];
    /** @var array<string, true> */
    private array $torn = [];

    public function __construct(protected readonly Schedule $schedule, protected readonly History $history)
    {
        // What one process finds out about the store counts for all of them.
        $left = [];
        foreach ($history->calls as $call) {
            if ($this->isTornApart($call)) {
                $left[] = [$call->begin, $this->endOfTrouble($call)];
            }
        }
        foreach ($history->calls as $call) {
            foreach ($left as [$from, $to]) {
                if ($call->begin <= $to && $call->end >= $from) {
                    $this->torn[$call->id] = true;
                }
            }
        }
    }

    /** @return list<Breach> */
    final public function breaches(): array
    {
        $this->check();
        return $this->breaches;
    }

    abstract protected function check(): void;

    /** @param Call ...$calls those that it is about */
    protected function report(Entry $entry, string $text, Call ...$calls): void
    {
        $begin = min(array_map(fn (Call $call) => $call->begin, $calls));
        $ends = array_map(fn (Call $call) => is_finite($call->end) ? $call->end : $call->begin, $calls);
        $this->breaches[] = new Breach($text, $entry, from: $begin, to: max($ends));
    }

    /** Whether the store surely was there for the call, with all that it answered. */
    protected function hadStore(Call $call): bool
    {
        return !$this->schedule->hasty && !$this->isTorn($call);
    }

    /** Whether the connection may have been lost during the call, or the store was left alone because of another one. */
    protected function isTorn(Call $call): bool
    {
        return isset($this->torn[$call->id]);
    }

    /** Whether something may have taken one of these things of the entry, somewhere between the two times. */
    protected function mayBeTaken(Entry $entry, float $from, float $to, string ...$things): bool
    {
        foreach ($this->history->blows as $blow) {
            if ($blow->touches($from, $to) && $blow->takes($entry, ...$things)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an invalidation of the entry may have been carried out between the two times. */
    protected function mayBeInvalidated(Entry $entry, float $from, float $to, string ...$verbs): bool
    {
        foreach ($this->history->callsOf($entry) as $call) {
            $end = $call->isDone() ? $call->end : INF;
            if (in_array($call->verb, $verbs, true) && $call->begin <= $to && $end >= $from) {
                return true;
            }
        }
        return false;
    }

    /** Until when the store may be left alone because of this call. */
    private function endOfTrouble(Call $call): float
    {
        $settings = $this->schedule->settings;
        $end = $call->end;
        $afterwards = $settings['retry_after'];
        foreach ($this->history->blows as $blow) {
            if (!is_finite($call->end) && $blow->verb === 'kill' && $blow->details === $call->process()) {
                $end = $blow->end;
                // It may have been the one that was trying whether the store is back.
                $afterwards += $settings['connect_timeout'] + $settings['read_timeout'];
            }
        }
        return $this->firstSuccess($end + 1000 * $afterwards);
    }

    /** When somebody has surely had an answer again, who asked after that time. All others are kept away until then. */
    private function firstSuccess(float $time): float
    {
        $success = INF;
        foreach ($this->history->calls as $call) {
            $answered = in_array($call->status, ['hit', 'waited', 'stale', 'done'], true) || $call->fill !== null;
            if ($call->begin > $time && $answered) {
                $success = min($success, $call->build?->begin ?? $call->end);
            }
        }
        return $success;
    }

    private function isTornApart(Call $call): bool
    {
        foreach ($this->history->blows as $blow) {
            if ($blow->tears() && $blow->touches($call->begin, $call->end)) {
                return true;
            }
        }
        return false;
    }
}
