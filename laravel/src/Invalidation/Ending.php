<?php

/*
 * The two ways in which the life of an entry ends by hand.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Invalidation;

use Stampede\Laravel\Cache\Entries;

enum Ending: string
{
    /** The last value may be shown until there is a new one. */
    case Invalidate = 'invalidate';
    /** Nobody sees it again. */
    case Forget = 'forget';

    /** @param ?list<?string> $locales */
    public function of(Entries $entries, string $key, ?array $locales): void
    {
        match ($this) {
            self::Invalidate => $entries->invalidateIn($key, $locales),
            self::Forget => $entries->forgetIn($key, $locales),
        };
    }
}
