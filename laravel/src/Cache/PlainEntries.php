<?php

/*
 * Entries with a locale in any store of the framework, without protection: for tests, where the store is "array" or
 * "null". A key in a locale is the key "key:locale" there.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Cache;

use Closure;
use Illuminate\Contracts\Cache\Repository;

class PlainEntries implements Entries
{
    /** @var array<string, array<string, true>> the names used so far, by key */
    private array $names = [];

    public function __construct(private readonly Repository $repository)
    {
    }

    public function rememberIn(string $key, ?string $locale, mixed $ttl, Closure $builder): mixed
    {
        return $this->repository->remember($this->name($key, $locale), $ttl, fn () => $builder($locale));
    }

    public function flexibleIn(string $key, ?string $locale, array $ttl, Closure $builder, bool $alwaysDefer = false): mixed
    {
        return $this->repository->flexible($this->name($key, $locale), array_values($ttl), fn () => $builder($locale), null,
            $alwaysDefer);
    }

    public function refreshIn(string $key, ?string $locale, mixed $ttl, Closure $builder): mixed
    {
        $value = $builder($locale);
        $this->putInto($key, $locale, $value, value($ttl, $value));
        return $value;
    }

    public function getFrom(string $key, ?string $locale): mixed
    {
        return $this->repository->get($this->name($key, $locale));
    }

    public function putInto(string $key, ?string $locale, mixed $value, mixed $ttl): bool
    {
        return $this->repository->put($this->name($key, $locale), $value, $ttl);
    }

    public function invalidateIn(string $key, ?array $locales = null): void
    {
        $names = $locales === null
            ? [$key, ...array_keys($this->names[$key] ?? [])]
            : array_map(fn (?string $locale) => $this->name($key, $locale), $locales);
        foreach ($names as $name) {
            $this->repository->forget((string) $name);
        }
    }

    public function forgetIn(string $key, ?array $locales = null): void
    {
        $this->invalidateIn($key, $locales);
    }

    private function name(string $key, ?string $locale): string
    {
        $name = $locale === null ? $key : "$key:$locale";
        $this->names[$key][$name] = true;
        return $name;
    }
}
