<?php

/*
 * What values may be answered, and which must be.
 */

declare(strict_types=1);

final class RulesOfValues extends Rules
{
    /** Milliseconds by which the clock of Redis may end a life before ours does. */
    private const CLOCK = 5.0;

    protected function check(): void
    {
        foreach ($this->history->entries as $entry) {
            foreach ($this->history->callsOf($entry) as $call) {
                if ($call->maker !== null) {
                    $this->checkMaker($entry, $call);
                }
                if ($call->answersCopy() && isset($this->history->calls[$call->maker])) {
                    $this->checkCopy($entry, $call, $call->maker, $call->begin, $call->end, $call->isFresh());
                }
                foreach ($call->build?->shown ?? [] as [$maker, $begin, $end]) {
                    if (isset($this->history->calls[$maker])) {
                        $this->checkCopy($entry, $call, $maker, $begin, $end, false);
                    }
                }
                if (!$this->schedule->sharesNames($entry) && $this->hadStore($call)) {
                    $this->checkNothingShown($entry, $call);
                    $this->checkNothingFresh($entry, $call);
                }
            }
        }
    }

    /** Every value is one that was made for the entry, and was stored. */
    private function checkMaker(Entry $entry, Call $call): void
    {
        $maker = $this->history->calls[$call->maker] ?? null;
        if ($maker === null || !$maker->concerns($entry) || $maker->build === null && $maker->verb !== 'put') {
            $this->report($entry, "{$call->id} was answered a value of somebody else: {$call->maker}", $call);
        } elseif ($call->answersCopy() && $maker->isDone() && !$maker->mayHaveStored()) {
            // A store that lost an answer may have stored before, and refused when asked again. In Memcached a copy lies
            // there before Redis accepts or rejects it.
            $mayHaveSeen = $this->schedule->memcached && ($call->begin < $maker->end || $maker->fill === 'failed');
            if (!$mayHaveSeen && (!in_array($maker->fill, ['rejected', 'superseded'], true) || $this->hadStore($maker))) {
                $this->report($entry, "{$call->id} was answered what {$maker->id} made, which was not stored",
                    $maker, $call);
            }
        } elseif ($call->isFresh() && $maker->fill === 'late' && $this->hadStore($maker)) {
            $this->report($entry, "{$call->id} took for fresh what {$maker->id} stored as stale copy alone",
                $maker, $call);
        }
    }

    /** A copy is not older than what ended before it was asked for. */
    private function checkCopy(Entry $entry, Call $call, string $id, float $asked, float $end, bool $fresh): void
    {
        $maker = $this->history->calls[$id];
        foreach ($this->history->callsOf($entry) as $before) {
            if ($before->end >= $asked || !$before->isDone()
                    || $this->history->isLost($before->begin, $before->end, $end)) {
                continue;
            }
            if (($before->verb === 'forget' || $before->verb === 'invalidate' && $fresh)
                    && $maker->truthOfValue() < $before->truth) {
                $as = $fresh ? 'as fresh' : 'as stale';
                $done = $before->verb === 'forget' ? 'forgotten' : 'invalidated';
                $this->report($entry, "{$call->id} was answered $as what {$maker->id} made at truth "
                    . "{$maker->truthOfValue()}, after {$before->id} had $done it at truth {$before->truth}",
                    $maker, $before, $call);
                return;
            }
            if ($before->hasStored() && $before !== $maker && $maker->latestNumber() < $before->earliestNumber()) {
                $this->report($entry, "{$call->id} was answered what {$maker->id} made, after {$before->id}, "
                    . 'which began later, had been stored', $maker, $before, $call);
                return;
            }
        }
    }

    /** Who gets nothing was not kept from a copy that lay there all the time. */
    private function checkNothingShown(Entry $entry, Call $call): void
    {
        if ($call->status !== 'empty' && $call->status !== 'nothing') {
            return;
        }
        foreach ($this->history->callsOf($entry) as $stored) {
            // Who has waited looks for a stale copy once more before it answers empty.
            if ($stored->hasStored() && $stored->end < $call->begin + $call->waited && $stored->staleUntil() > $call->end + self::CLOCK
                    && !$this->mayBeInvalidated($entry, $stored->earliestNumber(), $call->end, 'forget')
                    && !$this->mayBeTaken($entry, $stored->earliestNumber(), $call->end, 'stale', 'gen')
                    && !$this->mayBeReplaced($entry, $stored, $call->end, fn (Call $other) => $other->staleUntil())) {
                $this->report($entry, "{$call->id} got nothing, although {$stored->id} had stored a copy to be shown",
                    $stored, $call);
                return;
            }
        }
    }

    /** Who builds, or is answered an old copy, was not kept from a fresh one that lay there all the time. */
    private function checkNothingFresh(Entry $entry, Call $call): void
    {
        $builds = $call->build !== null && !$call->options['refresh'];
        if (!$builds && !in_array($call->status, ['stale', 'empty', 'nothing'], true)
                || $call->build !== null && $call->options['refresh']) {
            return;
        }
        // Who took the lock had to look once more when it asked for that; a nested builder may have had none.
        $asked = $builds && $call->within === null ? $call->build->askedAt : $call->begin;
        $until = $builds ? $call->build->begin : $call->end;
        $early = 1000 * ($call->options['early'] ?? 0) * ($call->options['ttl'] ?? 0);
        $freshUntil = fn (Call $stored): float => $stored->freshUntil() - $early;
        foreach ($this->history->callsOf($entry) as $stored) {
            if ($stored->hasStoredFresh() && $stored->end < $asked && $freshUntil($stored) > $until + self::CLOCK
                    && !$this->mayBeInvalidated($entry, $stored->earliestNumber(), $until, 'invalidate', 'forget')
                    && !$this->mayBeTaken($entry, $stored->earliestNumber(), $until, 'live', 'gen')
                    && !$this->mayBeReplaced($entry, $stored, $until, $freshUntil)) {
                $this->report($entry, "{$call->id} " . ($builds ? 'built' : "was answered {$call->status}")
                    . ", although {$stored->id} had stored a fresh copy", $stored, $call);
                return;
            }
        }
    }

    /**
     * Whether something else may have been stored that does not live so long, or not as fresh. In Memcached what is written
     * lands on what is there, also when it is not stored in the end.
     */
    private function mayBeReplaced(Entry $entry, Call $stored, float $until, callable $livesUntil): bool
    {
        foreach ($this->history->callsOf($entry) as $other) {
            $mayHaveWritten = $this->schedule->memcached && ($other->verb === 'put' || $other->build !== null);
            if ($other !== $stored && $mayHaveWritten && $other->begin <= $until && $other->end >= $stored->begin) {
                return true;
            }
            if ($other !== $stored && $other->mayHaveStored()
                    && $other->begin <= $until && $other->end >= $stored->begin
                    && (!$other->hasStoredFresh() || $livesUntil($other) <= $until + self::CLOCK)) {
                return true;
            }
        }
        return false;
    }
}
