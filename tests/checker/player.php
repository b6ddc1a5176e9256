<?php

/*
 * A process that plays its steps of a schedule, and writes down what it sees.
 *
 * A value says whose it is: its entry, the call that made it, and how far the truth had come. It says so several times,
 * in a body of some size, and anything else that comes back is written down as foreign.
 */

declare(strict_types=1);

/** What a builder throws when its plan says so. */
final class BuilderFailed extends RuntimeException
{
}

final class Player
{
    private readonly Diary $diary;
    private int $calls = 0;

    public function __construct(private readonly string $name, string $diary, private readonly Truth $truth)
    {
        $this->diary = new Diary($diary);
    }

    /** @param list<Step> $steps */
    public function play(array $steps, Timetable $timetable): void
    {
        foreach ($steps as $step) {
            $timetable->waitFor($step->at);
            $this->take($step, null);
        }
    }

    /** @param ?string $within the call whose builder takes this step */
    private function take(Step $step, ?string $within): void
    {
        $id = $this->name . '.' . ++$this->calls;
        try {
            match ($step->verb) {
                'remember' => $this->remember($id, $within, ...$step->with),
                'peek' => $this->peek($id, $within, ...$step->with),
                'put' => $this->put($id, $within, ...$step->with),
                'invalidate', 'forget' => $this->invalidate($id, $within, $step->verb, ...$step->with),
                'change' => $this->truth->change($step->with['key']),
            };
        } catch (Exception $error) {
            $this->diary->note('threw', $id, get_class($error), $error->getMessage(), $this->delay());
        }
    }

    private function remember(string $id, ?string $within, Entry $entry, array $options, Plan $plan): void
    {
        $builder = fn (?string $locale, Stampede\Build $build) => $this->build($id, $entry, $options, $plan, $build);
        $this->diary->note('call', $id, $within, 'remember', $entry->key, $entry->locale, $options, $this->delay());
        $result = stampede_fetch($entry->key, $entry->locale, $builder, $options);
        $this->diary->note('answer', $id, $result->status->value, $this->maker($entry, $result->value),
            $result->fill?->value, $result->waited, $this->delay());
    }

    private function build(string $id, Entry $entry, array $options, Plan $plan, Stampede\Build $build): array
    {
        $truth = $this->truth->read($entry->key);
        $now = hrtime(true);
        $left = $build->remaining();
        $this->diary->note('build', $id, $truth, $left > 0 ? $now + (int) ($left * 1e9) : null);
        if ($plan->looks) {
            $looked = hrtime(true);
            $this->diary->note('looked', $id, $this->maker($entry, $build->stale()), $looked);
        }
        work_for($plan->before / 1000);
        if ($plan->extend !== null) {
            $now = hrtime(true);
            $seconds = $options['lock_ttl'] + $plan->extend;
            $this->diary->note('extended', $id, $build->extend($seconds), $now + (int) ($seconds * 1e9));
        }
        if ($plan->inner !== null) {
            $this->take($plan->inner, $id);
        }
        work_for($plan->after / 1000);
        if ($plan->ttl !== null) {
            $build->ttl($plan->ttl);
        }
        if ($plan->staleTtl !== null) {
            $build->staleTtl($plan->staleTtl);
        }
        if ($plan->end === 'discard') {
            $build->discard();
        }
        $this->diary->note('built', $id, $plan->end, $plan->ttl, $plan->staleTtl);
        match ($plan->end) {
            'throw' => throw new BuilderFailed($id),
            'exit' => exit(0),
            default => null,
        };
        return $this->value($entry, $id);
    }

    private function peek(string $id, ?string $within, Entry $entry): void
    {
        $this->diary->note('call', $id, $within, 'peek', $entry->key, $entry->locale, [], $this->delay());
        $result = stampede_peek($entry->key, $entry->locale);
        $status = $result?->status->value ?? 'nothing';
        $this->diary->note('answer', $id, $status, $this->maker($entry, $result?->value), null, 0.0, $this->delay());
    }

    private function put(string $id, ?string $within, Entry $entry, array $options): void
    {
        $this->diary->note('call', $id, $within, 'put', $entry->key, $entry->locale, $options, $this->delay());
        try {
            stampede_put($entry->key, $entry->locale, $this->value($entry, $id), $options);
        } finally {
            // What is committed from here on is surely newer than the put.
            $this->diary->note('truth', $id, $this->truth->read($entry->key));
        }
        $this->diary->note('answer', $id, 'done', null, null, 0.0, $this->delay());
    }

    private function invalidate(
        string $id,
        ?string $within,
        string $verb,
        string $key,
        string|array|null $locales,
    ): void {
        $this->truth->change($key);
        $truth = $this->truth->read($key);
        $this->diary->note('call', $id, $within, $verb, $key, $locales, [], $this->delay());
        $this->diary->note('truth', $id, $truth);
        match ($verb) {
            'invalidate' => stampede_invalidate($key, $locales),
            'forget' => stampede_forget($key, $locales),
        };
        $this->diary->note('answer', $id, 'done', null, null, 0.0, $this->delay());
    }

    private function value(Entry $entry, string $id): array
    {
        $body = "$entry made by $id ";
        return ['key' => $entry->key, 'locale' => $entry->locale, 'made by' => $id,
            'body' => str_repeat($body, crc32($id) % 200)];
    }

    /** The call that made the value, where there is one. */
    private function maker(Entry $entry, mixed $value): ?string
    {
        if ($value === null) {
            return null;
        }
        $id = is_array($value) ? $value['made by'] ?? null : null;
        $isRight = is_string($id) && $value === $this->value($entry, $id);
        return $isRight ? $id : 'foreign: ' . substr(json_encode($value), 0, 200);
    }

    /** Nanoseconds that this process could have run and did not, because the machine is busy. */
    private function delay(): int
    {
        return (int) (explode(' ', (string) @file_get_contents('/proc/self/schedstat'))[1] ?? 0);
    }
}
