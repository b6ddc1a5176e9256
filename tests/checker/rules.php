<?php

/*
 * What all rules have in common: the history that they are held against, what was wrong, and what is certain in it.
 */

declare(strict_types=1);

abstract class Rules
{
    /** @var list<Breach> */
    private array $breaches = [];
    /** @var array<string, true> the calls during which the connection may have been lost, or given up before */
    private array $torn = [];

    public function __construct(protected readonly Schedule $schedule, protected readonly History $history)
    {
        $until = [];
        $retryAfter = 1000 * $schedule->settings['retry_after'];
        foreach ($history->calls as $call) {
            $process = $call->process();
            if ($call->begin <= ($until[$process] ?? -INF) || $this->isTornApart($call)) {
                $this->torn[$call->id] = true;
                $until[$process] = max($until[$process] ?? -INF, $call->end + $retryAfter);
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
        return !$this->schedule->hasty && !isset($this->torn[$call->id]);
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
