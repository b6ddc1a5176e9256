<?php

/*
 * The facade, with a fake for tests.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Facades;

use Illuminate\Support\Facades\Facade;
use Stampede\Laravel\StampedeManager;
use Stampede\Laravel\Testing\StampedeFake;

/**
 * @method static mixed remember(string $key, mixed $ttl, \Closure $callback, ?string $locale = null)
 * @method static mixed shared(string $key, mixed $ttl, \Closure $callback)
 * @method static mixed flexible(string $key, array $ttl, \Closure $callback, ?string $locale = null)
 * @method static mixed get(string $key, ?string $locale = null)
 * @method static bool put(string $key, mixed $value, mixed $ttl = null, ?string $locale = null)
 * @method static void invalidate(string|array $keys, string|array|null $locales = null)
 * @method static void forget(string|array $keys, string|array|null $locales = null)
 * @method static void invalidateAfterCommit(string|array $keys, string|array|null $locales = null)
 * @method static string locale(?string $asked = null)
 * @method static array locales()
 * @method static void warming(string $key, mixed $ttl, \Closure $callback, bool $shared = false)
 * @method static string responseKey(string $url, bool $json = false)
 * @method static array stats()
 * @see StampedeManager
 */
final class Stampede extends Facade
{
    /** From now on entries live in memory, and invalidations are remembered: assertInvalidated(), assertForgotten(). */
    public static function fake(): StampedeFake
    {
        $fake = new StampedeFake();
        self::swap($fake);
        return $fake;
    }

    protected static function getFacadeAccessor(): string
    {
        return StampedeManager::class;
    }
}
