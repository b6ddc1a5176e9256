<?php

/*
 * Stampede::fake(): entries live in the memory of the test, and what was invalidated can be asked for.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Testing;

use Illuminate\Cache\ArrayStore;
use Illuminate\Cache\Repository;
use PHPUnit\Framework\Assert;
use Stampede\Laravel\Cache\Entries;
use Stampede\Laravel\Cache\PlainEntries;
use Stampede\Laravel\StampedeManager;

final class StampedeFake extends StampedeManager
{
    private readonly PlainEntries $memory;
    /** @var list<array{string, string, ?list<?string>}> verb, key, locales */
    private array $ended = [];

    public function __construct()
    {
        $this->memory = new PlainEntries(new Repository(new ArrayStore()));
    }

    public function entries(): Entries
    {
        return $this->memory;
    }

    public function invalidate(string|array $keys, string|array|null $locales = null): void
    {
        $this->end('invalidate', (array) $keys, $locales === null ? null : (array) $locales);
    }

    public function forget(string|array $keys, string|array|null $locales = null): void
    {
        $this->end('forget', (array) $keys, $locales === null ? null : (array) $locales);
    }

    /** @param ?list<?string> $locales exactly those; null: all of them */
    public function assertInvalidated(string $key, ?array $locales = null): void
    {
        Assert::assertContains(['invalidate', $key, $locales], $this->ended, "[$key] was not invalidated so.");
    }

    /** @param ?list<?string> $locales exactly those; null: all of them */
    public function assertForgotten(string $key, ?array $locales = null): void
    {
        Assert::assertContains(['forget', $key, $locales], $this->ended, "[$key] was not forgotten so.");
    }

    public function assertNothingInvalidated(): void
    {
        Assert::assertSame([], $this->ended);
    }

    private function end(string $verb, array $keys, ?array $locales): void
    {
        foreach ($keys as $key) {
            $this->ended[] = [$verb, $key, $locales];
            $this->memory->invalidateIn($key, $locales);
        }
    }
}
