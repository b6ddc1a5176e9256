<?php

/*
 * How callers, builders and locks behave.
 */

declare(strict_types=1);

final class RulesOfConduct extends Rules
{
    /** Milliseconds by which the clock of Redis may end a lease before ours does. */
    private const CLOCK = 5.0;
    /** Milliseconds that a busy machine may take, besides what can be accounted for. */
    private const SLACK = 5000.0;
    /** The same, where not single calls are judged but what most of them came to. */
    private const MOST_SLACK = 100.0;
    /** How many calls it takes to speak of most. */
    private const SOME = 4;
    /** Exchanges with the server that one call may make, for each of which it may have to wait. */
    private const EXCHANGES = 20;

    protected function check(): void
    {
        foreach ($this->history->entries as $entry) {
            $calls = $this->history->callsOf($entry);
            $this->checkOneBuilder($entry, $calls);
            foreach ($calls as $call) {
                $this->checkTime($entry, $call);
                $this->checkThrown($entry, $call);
                if ($call->verb === 'remember' && $call->isDone()) {
                    $this->checkAnswer($entry, $call);
                    $this->checkNesting($entry, $call);
                }
                if ($call->fill !== null) {
                    $this->checkFill($entry, $call);
                }
            }
        }
        $this->checkLocksLeft();
        $this->checkWaits();
    }

    /**
     * One builder at a time, while its lease lasts and nobody takes its lock away. That of a builder that was killed
     * lasts to its end.
     *
     * @param list<Call> $calls
     */
    private function checkOneBuilder(Entry $entry, array $calls): void
    {
        $locked = array_values(array_filter($calls, $this->surelyHadLock(...)));
        foreach ($locked as $i => $one) {
            foreach (array_slice($locked, $i + 1) as $other) {
                $overlap = $this->overlap($one->build, $other->build);
                $from = min($one->build->askedAt, $other->build->askedAt);
                if ($overlap !== null && !$this->mayBeTaken($entry, $from, $overlap, 'lock')) {
                    $this->report($entry, "{$one->id} and {$other->id} built at the same time", $one, $other);
                }
            }
        }
    }

    private function surelyHadLock(Call $call): bool
    {
        return $call->build !== null && ($call->fill !== null
            || $call->within === null && $call->status !== 'fallback' && $this->hadStore($call));
    }

    /** When both had the lock, if ever. */
    private function overlap(Build $one, Build $other): ?float
    {
        foreach ($one->leases as [$oneFrom, $oneTo]) {
            foreach ($other->leases as [$otherFrom, $otherTo]) {
                $from = max($oneFrom, $otherFrom);
                if ($from < min($oneTo - self::CLOCK, $one->end, $otherTo - self::CLOCK, $other->end)) {
                    return $from;
                }
            }
        }
        return null;
    }

    /** Nobody waits past its budget. */
    private function checkTime(Entry $entry, Call $call): void
    {
        if (!is_finite($call->end) || $call->build !== null) {
            return;
        }
        $budget = 1000 * max($call->options['wait'] ?? 0, $call->options['cold_wait'] ?? 0);
        $deadlines = $this->schedule->hasty ? self::EXCHANGES * 1000
            * ($this->schedule->settings['connect_timeout'] + $this->schedule->settings['read_timeout']) : 0;
        $most = $budget + $deadlines + $call->delay + $this->standstill($call) + self::SLACK;
        if (max($call->end - $call->begin, $call->waited) > $most) {
            $took = sprintf('%.0f ms with a budget of %.0f ms', $call->end - $call->begin, $budget);
            $this->report($entry, "{$call->id} took $took", $call);
        }
    }

    /** Most waits end with their budgets, at the latest. */
    private function checkWaits(): void
    {
        $beyond = $waiters = [];
        foreach ($this->history->calls as $call) {
            if ($call->waited > 0 && $this->hadStore($call)) {
                $budget = 1000 * max($call->options['wait'], $call->options['cold_wait']);
                $beyond[] = $call->waited - $budget - $call->delay - $this->standstill($call);
                $waiters[] = $call;
            }
        }
        sort($beyond);
        if (count($beyond) >= self::SOME && $beyond[intdiv(count($beyond), 2)] > self::MOST_SLACK) {
            $this->report(new Entry($waiters[0]->key, $waiters[0]->locale), 'most calls waited past their budgets', ...$waiters);
        }
    }

    /** Milliseconds of the call during which its process or a server stood still. */
    private function standstill(Call $call): float
    {
        $total = 0;
        $stopped = null;
        foreach ($this->history->blows as $blow) {
            [$from, $to] = [$blow->begin, $blow->end];
            if ($blow->verb === 'stop' && $blow->details === $call->process()) {
                $stopped ??= $from;
            }
            if ($blow->verb === 'continue' && $blow->details === $call->process()) {
                [$from, $stopped] = [$stopped ?? $from, null];
            } elseif (!$blow->tears() && !in_array($blow->verb, ['freeze', 'freeze memcached'], true)) {
                continue;
            }
            $total += max(0, min($to, $call->end) - max($from, $call->begin));
        }
        return $total;
    }

    /** Nothing is thrown but what the builder threw, recursion, and the lack of a store where it is needed. */
    private function checkThrown(Entry $entry, Call $call): void
    {
        $recursion = $call->verb === 'remember' && $this->isWithinItself($call);
        [$class, $message] = $call->thrown ?? [null, null];
        $expected = match ($class) {
            BuilderFailed::class => $message === $call->id && $call->build?->outcome === 'throw',
            Stampede\RecursionException::class => $recursion && $call->build === null,
            Stampede\ConnectionException::class => $call->verb !== 'remember' && !$this->hadStore($call),
            null => !($recursion && $call->isDone()),
            default => false,
        };
        if (!$expected) {
            $what = $class === null ? 'did not notice that it is part of its own builder' : "threw $class: $message";
            $this->report($entry, "{$call->id} $what", $call);
        }
    }

    private function isWithinItself(Call $call): bool
    {
        for ($outer = $call->within; $outer !== null; $outer = $outer->within) {
            if ([$outer->key, $outer->locale] === [$call->key, $call->locale]) {
                return true;
            }
        }
        return false;
    }

    /** What a call answers agrees with what its builder did. */
    private function checkAnswer(Entry $entry, Call $call): void
    {
        $outcome = $call->build?->outcome;
        $mayHideError = $call->options['on_error'] === 'stale' || $call->options['early'] > 0;
        $right = match ($call->status) {
            'built' => $call->maker === $call->id && match ($outcome) {
                'discard' => $call->fill === null,
                // Only a nested builder may have no lock, and nothing to store.
                'return' => $call->fill === null ? $call->within !== null
                    : $call->fill !== 'failed' || !$this->hadStore($call),
                default => false,
            },
            'fallback' => $call->maker === $call->id && $call->fill === null && !$this->hadStore($call),
            'hit', 'stale' => $call->maker !== null && $call->fill === null
                && ($outcome === null || $outcome === 'throw' && $mayHideError),
            'waited' => $call->maker !== null && $outcome === null && $call->fill === null,
            'empty' => $call->maker === null && $outcome === null && $call->fill === null,
            default => false,
        };
        if (!$right) {
            $did = 'its builder ' . ($call->build === null ? 'did not run' : 'ended with ' . ($outcome ?? 'nothing'));
            $fill = $call->fill === null ? 'no fill' : "fill {$call->fill}";
            $this->report($entry, "{$call->id} was answered {$call->status} with $fill, and $did", $call);
        }
        $mustBeFresh = $call->process() === 'epilogue' && !$this->isLockLeft($entry) && !$this->isTorn($call);
        if ($mustBeFresh && !in_array($call->status, ['hit', 'built'], true)) {
            $this->report($entry, "nobody builds any more, and {$call->id} was answered {$call->status}", $call);
        }
    }

    /** A builder never gets the answer "empty", and what it makes of a stale copy is not fresh. */
    private function checkNesting(Entry $entry, Call $call): void
    {
        if ($call->within !== null && $call->status === 'empty') {
            $this->report($entry, "{$call->id} was answered empty within a builder", $call);
        }
        foreach ($call->fill === 'filled' ? $call->allInner() : [] as $inner) {
            if ($inner->status === 'stale') {
                $this->report($entry, "{$call->id} stored as fresh what it made of a stale copy, see {$inner->id}",
                    $call, $inner);
                return;
            }
        }
    }

    /** What became of a value is what its call says. */
    private function checkFill(Entry $entry, Call $call): void
    {
        foreach ($this->history->callsOf($entry) as $other) {
            $during = $other->isDone() && $other->begin > $call->build->begin && $other->end < $call->build->end;
            if (!$during || $this->history->isLost($other->begin, $other->end, $call->end)) {
                continue;
            }
            $impossible = match (true) {
                $other->verb === 'invalidate' => ['filled'],
                $other->verb === 'forget' => ['filled', 'late'],
                $other->hasStored() && $other->earliestNumber() > $call->build->begin => ['filled', 'late'],
                default => [],
            };
            if (in_array($call->fill, $impossible, true)) {
                $this->report($entry, "the fill of {$call->id} was {$call->fill}, in spite of {$other->id}",
                    $call, $other);
                return;
            }
        }
        // A store that lost an answer may have been changed by what came before, at any time.
        if (!$this->schedule->hasty && !$this->hasReason($entry, $call)) {
            $this->report($entry, "the fill of {$call->id} was {$call->fill}, and there was no reason for it", $call);
        }
    }

    private function hasReason(Entry $entry, Call $call): bool
    {
        $from = $call->build->askedAt;
        return match ($call->fill) {
            'late' => $this->mayBeInvalidated($entry, $from, $call->end, 'invalidate')
                || $this->mayBeTaken($entry, $from, $call->end, 'gen')
                || in_array('stale', array_map(fn (Call $inner) => $inner->status, $call->allInner()), true),
            'rejected' => $this->mayBeInvalidated($entry, $from, $call->end, 'forget')
                || $this->mayBeTaken($entry, $from, $call->end, 'gen'),
            'superseded' => $this->othersMayHaveStored($entry, $call),
            default => true,
        };
    }

    private function othersMayHaveStored(Entry $entry, Call $call): bool
    {
        foreach ($this->history->callsOf($entry) as $other) {
            if ($other !== $call && $other->mayHaveStored()
                    && $other->begin <= $call->end && $other->end >= $call->build->askedAt) {
                return true;
            }
        }
        return false;
    }

    /** When all have ended no lock is left, but those of builders that were killed; and those have a life. */
    private function checkLocksLeft(): void
    {
        foreach ($this->history->locksLeft as [$entry, $left]) {
            $mayStay = $this->schedule->hasty || $this->mayBeKilledWithLock($entry)
                || array_filter($this->history->blows, fn (Blow $blow) => $blow->verb === 'restart from snapshot'
                    || $blow->verb === 'repeat' && $blow->details !== 'abandon');
            if ($left === -1 || !$mayStay) {
                $life = $left === -1 ? 'for ever' : "for $left ms";
                $this->report($entry, "the lock of $entry is left $life", ...$this->history->callsOf($entry));
            }
        }
    }

    private function isLockLeft(Entry $entry): bool
    {
        return in_array("$entry", array_map(fn (array $lock) => (string) $lock[0], $this->history->locksLeft), true);
    }

    /** Whether somebody was killed who may have had the lock. */
    private function mayBeKilledWithLock(Entry $entry): bool
    {
        foreach ($this->history->calls as $call) {
            if ($call->verb === 'remember' && $call->entry() === "$entry" && !is_finite($call->end)
                    && $call->build?->outcome !== 'exit') {
                return true;
            }
        }
        return false;
    }
}
