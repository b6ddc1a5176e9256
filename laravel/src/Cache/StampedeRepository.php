<?php

/*
 * remember(), rememberForever(), sear() and flexible() by the extension: one builder in the cluster, on a cold start as
 * well as after the life of the value. Everything else is the framework's Repository.
 *
 * Events are those of the framework: RetrievingKey, then CacheHit; or CacheMissed before the builder runs, WritingKey,
 * and KeyWritten or KeyWriteFailed. Who gets what somebody else built while it waited, has a hit.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Cache;

use BadMethodCallException;
use Closure;
use Illuminate\Cache\Events\CacheHit;
use Illuminate\Cache\Events\CacheMissed;
use Illuminate\Cache\Events\KeyWriteFailed;
use Illuminate\Cache\Events\KeyWritten;
use Illuminate\Cache\Events\RetrievingKey;
use Illuminate\Cache\Events\WritingKey;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Cache\LockTimeoutException;
use RuntimeException;
use Stampede\Build;
use Stampede\Fill;
use Stampede\Result;
use Stampede\Status;

use function Illuminate\Support\defer;
use function Illuminate\Support\enum_value;

/**
 * @property StampedeStore $store
 */
final class StampedeRepository extends Repository implements Entries
{
    /** The shortest life that the extension knows. */
    private const AT_ONCE = 0.001;

    public function __construct(StampedeStore $store, array $config = [])
    {
        parent::__construct($store, $config);
    }

    public function remember($key, $ttl, Closure $callback)
    {
        return $this->rememberWithWarmth($key, $ttl, $callback)[0];
    }

    /** @return array{mixed, bool} the value, and whether it was there */
    public function rememberWithWarmth($key, $ttl, Closure $callback): array
    {
        [$value, $built] = $this->remembered((string) enum_value($key), null, $ttl, fn () => $callback());
        return [$value, !$built];
    }

    public function rememberForever($key, Closure $callback)
    {
        return $this->remember($key, null, $callback);
    }

    public function flexible($key, $ttl, $callback, $lock = null, $alwaysDefer = false)
    {
        $lease = ($lock['seconds'] ?? 0) > 0 ? ['lock_ttl' => $lock['seconds']] : [];
        return $this->fresh((string) enum_value($key), null, $ttl, fn () => value($callback), (bool) $alwaysDefer, $lease);
    }

    public function rememberIn(string $key, ?string $locale, mixed $ttl, Closure $builder): mixed
    {
        return $this->remembered($key, $locale, $ttl, $builder)[0];
    }

    public function flexibleIn(string $key, ?string $locale, array $ttl, Closure $builder, bool $alwaysDefer = false): mixed
    {
        return $this->fresh($key, $locale, $ttl, $builder, $alwaysDefer);
    }

    public function refreshIn(string $key, ?string $locale, mixed $ttl, Closure $builder): mixed
    {
        $seconds = $this->seconds($ttl);
        $options = ['refresh' => true] + $this->lives($seconds);
        [$value, $ran, $result] = $this->answer($key, $locale, $ttl, $seconds, $builder, $options);
        if ($ran && ($result->status === Status::Fallback || in_array($result->fill, [Fill::Failed, Fill::Rejected], true))) {
            throw new RuntimeException("[$key] was built and could not be stored.");
        }
        return $value;
    }

    public function getFrom(string $key, ?string $locale): mixed
    {
        if ($locale === null) {
            return $this->get($key);
        }
        $name = self::shownName($key, $locale);
        $this->event(new RetrievingKey($this->getName(), $name));
        $copy = $this->store->cache()->peek(Names::key($key), $locale);
        $value = $copy?->status === Status::Hit ? $copy->value : null;
        $this->event($value === null
            ? new CacheMissed($this->getName(), $name)
            : new CacheHit($this->getName(), $name, $value));
        return $value;
    }

    public function putInto(string $key, ?string $locale, mixed $value, mixed $ttl): bool
    {
        $seconds = $this->seconds($ttl);
        if ($locale === null) {
            return $this->put($key, $value, $ttl);
        }
        if ($seconds === 0) {
            $this->forgetIn($key, [$locale]);
            return true;
        }
        $life = min($seconds ?? StampedeStore::FOREVER, StampedeStore::FOREVER);
        $name = self::shownName($key, $locale);
        $this->event(new WritingKey($this->getName(), $name, $value, $seconds));
        $this->store->cache()->put(Names::key($key), $locale, $value, [
            'ttl' => $life,
            'stale_ttl' => $life,
            'jitter' => 0,
        ]);
        $this->event(new KeyWritten($this->getName(), $name, $value, $seconds));
        return true;
    }

    public function invalidateIn(string $key, ?array $locales = null): void
    {
        $this->store->cache()->invalidate(Names::key($key), $locales);
        $this->forgetNumber($key, $locales);
    }

    public function forgetIn(string $key, ?array $locales = null): void
    {
        $this->store->cache()->forget(Names::key($key), $locales);
        $this->forgetNumber($key, $locales);
    }

    public function tags($names)
    {
        throw new BadMethodCallException('The cache driver [stampede] has no tags. Give what belongs together one key with '
            . 'several locales, or call Cache::forget() or Stampede::invalidate() with the list of the keys.');
    }

    /** @return array{mixed, bool} the value, and whether this call built it */
    private function remembered(string $key, ?string $locale, mixed $ttl, Closure $builder): array
    {
        $seconds = $this->seconds($ttl);
        return $seconds === 0
            ? $this->notToBeKept($key, $locale, $builder)
            : $this->answer($key, $locale, $ttl, $seconds, $builder, $this->lives($seconds));
    }

    /** Null is for ever, or not known before the value is. */
    private function seconds(mixed $ttl): ?int
    {
        return match (true) {
            is_int($ttl) => max($ttl, 0),
            $ttl === null, $ttl instanceof Closure => null,
            default => $this->getSeconds($ttl),
        };
    }

    /**
     * The life was over before it began: what is there is a hit, otherwise everybody builds, and nobody waits for what
     * will not be stored.
     */
    private function notToBeKept(string $key, ?string $locale, Closure $builder): array
    {
        $value = $this->getFrom($key, $locale);
        if ($value !== null) {
            return [$value, false];
        }
        $value = $builder($locale);
        $locale === null ? $this->forget($key) : $this->forgetIn($key, [$locale]);
        return [$value, true];
    }

    /** What there is, fresh or stale; what is stale is built anew when the framework runs what was deferred. */
    private function fresh(
        string $key,
        ?string $locale,
        array $ttl,
        Closure $builder,
        bool $alwaysDefer,
        array $options = [],
    ): mixed {
        [$fresh, $whole] = array_map(
            fn (mixed $ttl) => min($this->getSeconds($ttl), StampedeStore::FOREVER),
            array_values($ttl),
        );
        if ($whole <= 0) {
            return $this->notToBeKept($key, $locale, $builder)[0];
        }
        $options += ['ttl' => max($fresh, self::AT_ONCE), 'stale_ttl' => $whole, 'jitter' => 0];
        $copy = $this->store->cache()->peek(Names::key($key), $locale);
        if ($copy === null) {
            return $this->answer($key, $locale, $whole, $whole, $builder, $options)[0];
        }
        $name = self::shownName($key, $locale);
        $this->event(new RetrievingKey($this->getName(), $name));
        $this->event(new CacheHit($this->getName(), $name, $copy->value));
        if ($copy->isStale) {
            defer(
                fn () => $this->rebuild($key, $locale, $whole, $builder, $options),
                "stampede:flexible:{$this->store->names()->fullPrefix()}$key:$locale",
                $alwaysDefer,
            );
        }
        return $copy->value;
    }

    /** Builds what is not fresh, unless somebody else does: nobody waits for an answer. */
    private function rebuild(string $key, ?string $locale, int $seconds, Closure $builder, array $options): void
    {
        $ran = false;
        $noticed = function (mixed ...$arguments) use ($builder, &$ran) {
            $ran = true;
            return $builder(...$arguments);
        };
        try {
            $this->answer($key, $locale, $seconds, $seconds, $noticed, ['wait' => 0, 'cold_wait' => 0] + $options);
        } catch (LockTimeoutException $exception) {
            // Forgotten meanwhile, and somebody else builds.
            if ($ran) {
                throw $exception;
            }
        }
    }

    /**
     * Asks the extension, tells the listeners, and makes an exception of an answer that is none.
     *
     * @return array{mixed, bool, Result} the value, whether this call built it, and what the extension said
     */
    private function answer(
        string $key,
        ?string $locale,
        mixed $ttl,
        ?int $seconds,
        Closure $builder,
        array $options,
    ): array {
        $name = self::shownName($key, $locale);
        $this->event(new RetrievingKey($this->getName(), $name));
        $ran = false;
        $build = function (?string $locale, Build $build) use ($key, $name, $ttl, $builder, $options, &$seconds, &$ran) {
            $number = $locale === null && $this->hasLease($build, $options) ? $this->store->number($key) : null;
            if ($number !== null) {
                $build->discard();
                return $number;
            }
            $ran = true;
            $this->event(new CacheMissed($this->getName(), $name));
            $value = $builder($locale, $build);
            if ($ttl instanceof Closure) {
                $seconds = $this->chooseLife($build, $ttl($value));
            }
            if ($seconds !== 0) {
                $this->event(new WritingKey($this->getName(), $name, $value, $seconds));
            }
            return $value;
        };
        $result = $this->store->cache()->fetch(Names::key($key), $locale, $build, $options);
        return [$this->told($name, $result, $ran, $seconds), $ran, $result];
    }

    /**
     * Who builds without a lease builds without Redis: no counter can be there, and the application's own connection
     * would wait for a server that is frozen for much longer than the extension does.
     */
    private function hasLease(Build $build, array $options): bool
    {
        return $build->extend($options['lock_ttl'] ?? $this->store->settings->extension['lock_ttl'] ?? 10);
    }

    /** The value of the result, once the listeners know. */
    private function told(string $key, Result $result, bool $ran, ?int $seconds): mixed
    {
        $store = $this->getName();
        if ($result->status === Status::Empty) {
            $this->event(new CacheMissed($store, $key));
            return $this->nothing($key);
        }
        $event = match (true) {
            !$ran => new CacheHit($store, $key, $result->value),
            // A life that was over when it was chosen.
            $seconds === 0 => null,
            $result->fill === Fill::Filled,
            $result->fill === Fill::Late => new KeyWritten($store, $key, $result->value, $seconds),
            default => new KeyWriteFailed($store, $key, $result->value, $seconds),
        };
        if ($event !== null) {
            $this->event($event);
        }
        return $result->value;
    }

    private function nothing(string $key): mixed
    {
        $settings = $this->store->settings;
        if ($settings->throwsOnTimeout) {
            throw new LockTimeoutException("There is no value for the cache key [$key] yet, and no leave to build it: "
                . 'somebody else is building it, or Redis is away and enough others are building.');
        }
        return value($settings->empty);
    }

    /** What the extension is to do with a remembered value; null: for ever. */
    private function lives(?int $seconds): array
    {
        $life = min($seconds ?? StampedeStore::FOREVER, StampedeStore::FOREVER);
        return ['ttl' => $life, 'stale_ttl' => min($life + $this->store->settings->stale, StampedeStore::FOREVER)];
    }

    /** A life that follows from the value. */
    private function chooseLife(Build $build, mixed $ttl): ?int
    {
        $seconds = $this->seconds($ttl);
        if ($seconds === 0) {
            $build->discard();
            return 0;
        }
        $lives = $this->lives($seconds);
        $build->ttl($lives['ttl']);
        $build->staleTtl($lives['stale_ttl']);
        return $seconds;
    }

    /** A counter is older than the change that it is invalidated for. */
    private function forgetNumber(string $key, ?array $locales): void
    {
        if (($locales === null || in_array(null, $locales, true)) && $this->store->number($key) !== null) {
            $this->store->forget($key);
        }
    }

    /** What listeners see of an entry. */
    private static function shownName(string $key, ?string $locale): string
    {
        return $locale === null ? $key : "$key:$locale";
    }
}
