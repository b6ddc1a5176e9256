<?php

/*
 * What the facade needs of a cache: entries that have a locale.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Cache;

use Closure;

interface Entries
{
    /** @param Closure $builder called with the locale */
    public function rememberIn(string $key, ?string $locale, mixed $ttl, Closure $builder): mixed;

    /** @param array{0: mixed, 1: mixed} $ttl how long it is fresh, how long it may be shown */
    public function flexibleIn(string $key, ?string $locale, array $ttl, Closure $builder, bool $alwaysDefer = false): mixed;

    /** Builds whether there is something or not, one builder at a time. */
    public function refreshIn(string $key, ?string $locale, mixed $ttl, Closure $builder): mixed;

    public function getFrom(string $key, ?string $locale): mixed;

    public function putInto(string $key, ?string $locale, mixed $value, mixed $ttl): bool;

    /** @param ?list<?string> $locales null: all of them, and the entry without one */
    public function invalidateIn(string $key, ?array $locales = null): void;

    /** @param ?list<?string> $locales see invalidateIn() */
    public function forgetIn(string $key, ?array $locales = null): void;
}
