<?php

/*
 * What the facade Stampede and the function stampede() do: entries in the locale of the application, or in none.
 *
 * It holds no application: under Octane that is another one for each request.
 */

declare(strict_types=1);

namespace Stampede\Laravel;

use Closure;
use Illuminate\Contracts\Cache\Repository;
use Illuminate\Http\Request;
use InvalidArgumentException;
use Stampede\Laravel\Cache\Entries;
use Stampede\Laravel\Cache\PlainEntries;
use Stampede\Laravel\Cache\StampedeRepository;
use Stampede\Laravel\Http\ResponseKey;
use Stampede\Laravel\Invalidation\Invalidator;
use Stampede\Laravel\Warming\Warmup;

class StampedeManager
{
    /** Drivers that tests use: without protection, and without a Redis. */
    private const PLAIN = ['array', 'null'];

    private ?PlainEntries $plain = null;
    private ?Repository $plainRepository = null;

    /**
     * The value of an entry in the application's locale, or in the one given; built at most once at a time in the
     * cluster.
     *
     * @param \DateTimeInterface|\DateInterval|int|null|Closure $ttl as of Cache::remember()
     * @param Closure $callback called with the locale, which is the application's while it runs
     */
    public function remember(string $key, mixed $ttl, Closure $callback, ?string $locale = null): mixed
    {
        return $this->entries()->rememberIn($key, $this->locale($locale), $ttl, $this->builder($callback));
    }

    /** The same for what all locales share, such as rows that hold all translations. */
    public function shared(string $key, mixed $ttl, Closure $callback): mixed
    {
        return $this->entries()->rememberIn($key, null, $ttl, $this->builder($callback));
    }

    /**
     * As Cache::flexible(): what is stale is shown and built anew after the response.
     *
     * @param array{0: mixed, 1: mixed} $ttl how long it is fresh, how long it may be shown
     */
    public function flexible(string $key, array $ttl, Closure $callback, ?string $locale = null): mixed
    {
        return $this->entries()->flexibleIn($key, $this->locale($locale), $ttl, $this->builder($callback));
    }

    public function get(string $key, ?string $locale = null): mixed
    {
        return $this->entries()->getFrom($key, $this->locale($locale));
    }

    public function put(string $key, mixed $value, mixed $ttl = null, ?string $locale = null): bool
    {
        return $this->entries()->putInto($key, $this->locale($locale), $value, $ttl);
    }

    /**
     * Ends the life of entries; their last value may be shown until somebody has built a new one. Now, not after
     * COMMIT: see invalidateAfterCommit(). What does not reach Redis is tried again by the queue.
     *
     * @param string|list<string> $keys
     * @param string|list<?string>|null $locales null: all, and the entry without one
     */
    public function invalidate(string|array $keys, string|array|null $locales = null): void
    {
        app(Invalidator::class)->invalidate((array) $keys, self::list($locales));
    }

    /** Like invalidate(), and nobody sees the last value again. */
    public function forget(string|array $keys, string|array|null $locales = null): void
    {
        app(Invalidator::class)->forget((array) $keys, self::list($locales));
    }

    /** Like invalidate(), when the transaction that is open has been committed; not at all when it is rolled back. */
    public function invalidateAfterCommit(string|array $keys, string|array|null $locales = null): void
    {
        app(Invalidator::class)->afterCommit(fn () => $this->invalidate($keys, $locales));
    }

    /**
     * The locale of an entry: the one given, else the application's. One that is not among `stampede.locales` is served
     * as the application's fallback locale.
     */
    public function locale(?string $asked = null): string
    {
        $locale = $asked ?? app()->getLocale();
        $known = app('config')['stampede.locales'];
        return $known === null || in_array($locale, $known, true) ? $locale : app()->getFallbackLocale();
    }

    /** @return list<string> those of `stampede.locales`, else the application's and its fallback */
    public function locales(): array
    {
        return app('config')['stampede.locales']
            ?? array_values(array_unique([app()->getLocale(), app()->getFallbackLocale()]));
    }

    /** Tells `php artisan stampede:warm` of an entry; in a service provider. */
    public function warming(string $key, mixed $ttl, Closure $callback, bool $shared = false): void
    {
        app(Warmup::class)->add($key, $ttl, $callback, $shared);
    }

    /** The key under which the middleware keeps what a URL answers; for invalidate() and forget(). */
    public function responseKey(string $url, bool $json = false): string
    {
        $request = Request::create(url()->to($url));
        $request->headers->set('Accept', $json ? 'application/json' : '*/*');
        return ResponseKey::of($request);
    }

    /** What all processes of this host have done, see stampede_stats(). */
    public function stats(): array
    {
        return stampede_stats();
    }

    public function entries(): Entries
    {
        $repository = $this->repository();
        if ($repository instanceof StampedeRepository) {
            return $repository;
        }
        if ($this->plainRepository !== $repository) {
            $this->plainRepository = $repository;
            $this->plain = new PlainEntries($repository);
        }
        return $this->plain;
    }

    /** A builder that runs in the locale that it builds for. */
    public function builder(Closure $callback): Closure
    {
        return function (?string $locale, mixed ...$more) use ($callback) {
            $before = app()->getLocale();
            if ($locale === null || $locale === $before) {
                return $callback($locale, ...$more);
            }
            try {
                app()->setLocale($locale);
                return $callback($locale, ...$more);
            } finally {
                app()->setLocale($before);
            }
        };
    }

    private function repository(): Repository
    {
        $config = app('config');
        $default = $config['cache.default'];
        $driver = fn (?string $store) => $store === 'null' ? 'null' : $config["cache.stores.$store.driver"];
        $store = $config['stampede.store']
            ?? (in_array($driver($default), ['stampede', ...self::PLAIN], true) ? $default : 'stampede');
        $repository = app('cache')->store($store);
        if (!$repository instanceof StampedeRepository && !in_array($driver($store), self::PLAIN, true)) {
            throw new InvalidArgumentException("The cache store [$store] that stampede.store names has another driver than "
                . 'stampede.');
        }
        return $repository;
    }

    /** @return ?list<?string> */
    private static function list(string|array|null $locales): ?array
    {
        return is_string($locales) ? [$locales] : $locales;
    }
}
