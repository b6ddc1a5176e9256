<?php

/*
 * What happens when in one run, drawn from a seed: who asks for what, how long each builder takes and what it does
 * meanwhile, what is done to processes and to Redis. Every step has its moment, in milliseconds from the common start,
 * so that a schedule played again comes out much the same.
 *
 * Each seed has a weather of its own: few kinds of steps, but many of each, lives and leases of one length. Moments are
 * shared, because what breaks a cache are things that happen at once.
 */

declare(strict_types=1);

/** A key in one locale, or without one. */
final class Entry
{
    public function __construct(public readonly string $key, public readonly ?string $locale)
    {
    }

    /** Also the name of its live copy. */
    public function __toString(): string
    {
        return $this->locale === null ? $this->key : "{$this->key}:{$this->locale}";
    }
}

/** One step of a process, or of what is done to all of them. */
final class Step
{
    /**
     * @param float $at milliseconds from the start; for a step inside a builder it means nothing
     * @param array<string, mixed> $with
     */
    public function __construct(
        public readonly float $at,
        public readonly string $verb,
        public readonly array $with = [],
    ) {
    }
}

/** What a builder does: some time, another step, some time again, and an end. */
final class Plan
{
    public function __construct(
        /** milliseconds before the inner step, and after it */
        public readonly float $before,
        public readonly float $after,
        public readonly ?Step $inner,
        /** 'return', 'throw', 'exit', 'discard' */
        public readonly string $end,
        /** whether it looks at the previous value */
        public readonly bool $looks,
        /** seconds beyond lock_ttl to which it extends its lease, seconds that it chooses for its copies, or null */
        public readonly ?float $extend,
        public readonly ?float $ttl,
        public readonly ?float $staleTtl,
    ) {
    }
}

/** Chance that can be repeated. */
final class Dice
{
    private readonly Random\Randomizer $random;

    public function __construct(int $seed)
    {
        $this->random = new Random\Randomizer(new Random\Engine\Mt19937($seed));
    }

    public function between(float $from, float $to): float
    {
        return $from + ($to - $from) * $this->random->getInt(0, 1_000_000) / 1_000_000;
    }

    public function chance(float $probability): bool
    {
        return $this->between(0, 1) < $probability;
    }

    public function count(int $from, int $to): int
    {
        return $this->random->getInt($from, $to);
    }

    public function one(array $of): mixed
    {
        return $of[$this->random->getInt(0, count($of) - 1)];
    }

    /** Some of them, one at least. */
    public function some(array $of): array
    {
        return array_slice($this->random->shuffleArray($of), 0, $this->count(1, count($of)));
    }

    /** @param array<string, int|float> $weights */
    public function weighted(array $weights): string
    {
        $left = $this->between(0, array_sum($weights));
        foreach ($weights as $name => $weight) {
            if (($left -= $weight) < 0) {
                return $name;
            }
        }
        return array_key_first($weights);
    }
}

final class Schedule
{
    /** Milliseconds. */
    private const LENGTH = 500.0;
    /** Milliseconds within which things happen "at once". */
    private const AT_ONCE = 3.0;
    private const DEEPEST = 2;

    private readonly Dice $dice;
    /**
     * Whether copies lie in Memcached: every third seed, unless it is hasty. Whoever gives Memcached up soon misses copies
     * that lie there, and no rule could tell whether that was right.
     */
    public readonly bool $memcached;
    /** @var list<Entry> */
    public readonly array $entries;
    /** Whether a server that does not answer is given up soon. Else calls wait for it, whatever happens. */
    public readonly bool $hasty;
    /** @var array<string, float> INI settings, without their prefix, in seconds */
    public readonly array $settings;
    /** @var array<string, float> options of an ordinary call, in seconds */
    private readonly array $options;
    /** How long an ordinary builder takes at most, in milliseconds. */
    private readonly float $buildTime;
    /** How probable it is that a builder does something that is about the cache itself. */
    private readonly float $nesting;
    /** @var array<string, int> */
    private readonly array $verbs;
    /** @var list<float> */
    private readonly array $moments;
    /** @var list<list<Step>> the steps of each process */
    public readonly array $processes;
    /** @var list<Step> what is done to all of them */
    public readonly array $blows;

    public function __construct(public readonly int $seed)
    {
        $this->dice = new Dice($seed);
        $this->drawWeather();
        $this->processes = array_map(fn () => $this->drawProcess(), range(1, $this->dice->count(6, 12)));
        $this->blows = $this->drawBlows();
    }

    /** Whether copies without a life time are made. */
    public function keepsForEver(): bool
    {
        return $this->options['stale_ttl'] === 0.0;
    }

    /** Whether others have the same names in Redis. */
    public function sharesNames(Entry $entry): bool
    {
        return count(array_keys(array_map(strval(...), $this->entries), "$entry")) > 1;
    }

    private function drawWeather(): void
    {
        $dice = $this->dice;
        $this->entries = $this->drawEntries();
        $this->hasty = $dice->chance(0.25);
        $this->memcached = $this->seed % 3 === 0 && !$this->hasty;
        $this->settings = [
            'connect_timeout' => $this->hasty ? 0.2 : 30.0,
            'read_timeout' => $this->hasty ? $dice->one([0.03, 0.1]) : 30.0,
            'retry_after' => $dice->one([0.0, 0.02, 0.1]),
            'request_wait' => $dice->one([60.0, 60.0, 60.0, 0.1]),
        ];
        $lease = $dice->one([0.03, 0.08, 0.2, 1.0, 5.0]);
        $this->options = [
            'ttl' => $dice->one([0.02, 0.06, 0.2, 60.0, 60.0]),
            'stale_ttl' => $dice->one([0.0, 0.1, 0.3, 600.0, 600.0]),
            'jitter' => $dice->one([0.0, 0.1, 0.5]),
            'lock_ttl' => $lease,
            'wait' => $dice->one([0.0, 0.005, 0.03]),
            'cold_wait' => $dice->one([0.0, 0.02, 0.1, 0.4]),
        ];
        $this->buildTime = $dice->one([3.0, 20.0, 60.0, min(2000 * $lease, 150.0)]);
        $this->nesting = $dice->one([0.1, 0.3, 0.3, 0.9]);
        $often = fn (): int => $dice->one([0, 0, 1, 2, 4]);
        $this->verbs = [
            'remember' => 10,
            'peek' => $often(),
            'put' => $often(),
            'invalidate' => $often() + 1,
            'forget' => $often(),
            'change' => $often(),
        ];
        $this->moments = array_map(fn () => $dice->between(0, self::LENGTH), range(1, $dice->count(5, 25)));
    }

    /** @return list<Entry> */
    private function drawEntries(): array
    {
        $dice = $this->dice;
        if ($dice->chance(0.1)) {
            // Two entries with the same names in Redis.
            return [new Entry('a', 'ru'), new Entry('a:ru', null), new Entry('a', null)];
        }
        $entries = [];
        foreach (array_slice(['a', 'b', 'c'], 0, $dice->count(1, 3)) as $key) {
            foreach ($dice->some([null, 'ru', 'en']) as $locale) {
                $entries[] = new Entry($key, $locale);
            }
        }
        return $dice->some($entries);
    }

    /** @return list<Step> in the order of time */
    private function drawProcess(): array
    {
        $steps = array_map(
            fn () => $this->drawStep($this->moment(), $this->dice->weighted($this->verbs), 0),
            range(1, $this->dice->count(6, 20)),
        );
        usort($steps, fn (Step $a, Step $b) => $a->at <=> $b->at);
        return $steps;
    }

    private function moment(): float
    {
        $dice = $this->dice;
        return $dice->chance(0.7) ? $dice->one($this->moments) + $dice->between(0, self::AT_ONCE)
            : $dice->between(0, self::LENGTH);
    }

    private function drawStep(float $at, string $verb, int $depth): Step
    {
        $entry = $this->dice->one($this->entries);
        return new Step($at, $verb, match ($verb) {
            'remember' => [
                'entry' => $entry,
                'options' => $this->drawOptions(),
                'plan' => $this->drawPlan($depth),
            ],
            'peek' => ['entry' => $entry],
            'put' => [
                'entry' => $entry,
                'options' => array_intersect_key($this->options, ['ttl' => 0, 'stale_ttl' => 0, 'jitter' => 0]),
            ],
            'invalidate', 'forget' => ['key' => $entry->key, 'locales' => $this->drawLocales($entry)],
            'change' => ['key' => $entry->key],
        });
    }

    /** One locale, a list, or all. The entry without a locale stands in a list, because null alone means all. */
    private function drawLocales(Entry $entry): string|array|null
    {
        return match ($this->dice->count(1, 4)) {
            1 => null,
            2 => $this->dice->some([null, 'ru', 'en']),
            default => $entry->locale ?? [null],
        };
    }

    /** @return array<string, mixed> */
    private function drawOptions(): array
    {
        $dice = $this->dice;
        $options = $this->options;
        if ($dice->chance(0.1)) {
            $options['ttl'] = $dice->one([0.01, 0.1, 60.0]);
        }
        if ($dice->chance(0.1)) {
            $options['lock_ttl'] = $dice->one([0.01, 0.05, 2.0]);
        }
        return $options + [
            'refresh' => $dice->chance(0.15),
            'early' => $dice->chance(0.15) ? $dice->one([0.5, 1.0]) : 0.0,
            'on_error' => $dice->one(['throw', 'throw', 'stale']),
        ];
    }

    private function drawPlan(int $depth): Plan
    {
        $dice = $this->dice;
        $inner = null;
        if ($depth < self::DEEPEST && $dice->chance($this->nesting)) {
            $verb = $dice->chance(0.7) ? 'remember' : $dice->weighted($this->verbs);
            $inner = $this->drawStep(0, $verb, $depth + 1);
        }
        return new Plan(
            before: $dice->between(0, $this->buildTime),
            after: $dice->chance(0.5) ? 0 : $dice->between(0, $this->buildTime),
            inner: $inner,
            end: $dice->weighted(['return' => 30, 'throw' => 2, 'discard' => 1, 'exit' => 0.4]),
            looks: $dice->chance(0.2),
            extend: $dice->chance(0.1) ? $dice->between(0, 1) : null,
            ttl: $dice->chance(0.05) ? $dice->one([0.02, 30.0]) : null,
            staleTtl: $dice->chance(0.05) ? $dice->one([0.02, 30.0]) : null,
        );
    }

    /** @return list<Step> in the order of time */
    private function drawBlows(): array
    {
        $dice = $this->dice;
        $kinds = $dice->some(['kill', 'stop', 'evict', 'flush', 'flush scripts', 'drop clients', 'freeze', 'snapshot',
            'restart empty', 'misplace', 'repeat', 'repeat', ...$this->memcached ? ['flush memcached', 'freeze memcached'] : []]);
        $blows = [];
        foreach (range(1, $dice->count(1, 10)) as $ignored) {
            array_push($blows, ...$this->drawBlow($this->moment() + $dice->between(0, 30), $dice->one($kinds)));
        }
        usort($blows, fn (Step $a, Step $b) => $a->at <=> $b->at);
        return $blows;
    }

    /** The copy of one entry goes under the name of another, of the same key if there is one: their record is the same. */
    private function drawMisplacement(float $at): Step
    {
        $from = $this->dice->one($this->entries);
        $others = array_values(array_filter($this->entries, fn (Entry $to) => $to !== $from && $to->key === $from->key));
        $to = $this->dice->one($others ?: $this->entries);
        return new Step($at, 'misplace', ['from' => $from, 'to' => $to, 'what' => $this->dice->one(['live', 'stale'])]);
    }

    /** @return list<Step> */
    private function drawBlow(float $at, string $kind): array
    {
        $dice = $this->dice;
        $process = $dice->count(0, count($this->processes) - 1);
        return match ($kind) {
            'kill' => [new Step($at, 'kill', ['process' => $process])],
            'stop' => [
                new Step($at, 'stop', ['process' => $process]),
                new Step(
                    $at + $dice->one([5, min(1500 * $this->options['lock_ttl'], 250)]),
                    'continue',
                    ['process' => $process],
                ),
            ],
            'evict' => [new Step($at, 'evict', [
                'entry' => $dice->one($this->entries),
                'what' => $dice->some(['live', 'stale', 'lock', 'gen', 'done']),
            ])],
            'misplace' => [$this->drawMisplacement($at)],
            'repeat' => [new Step($at, 'repeat', ['script' => $dice->one(['arbitrate', 'arbitrate', 'extend', 'abandon'])])],
            'freeze', 'freeze memcached' => [new Step($at, $kind, ['milliseconds' => $dice->one([
                5,
                $this->hasty ? 1500 * $this->settings['read_timeout'] : 50,
            ])])],
            'snapshot' => [
                new Step($at, 'snapshot'),
                new Step($at + $dice->between(0, 200), 'restart from snapshot'),
            ],
            default => [new Step($at, $kind)],
        };
    }
}
