<?php

/*
 * The framework's memo of one request, into which a remembered value can be put that is already in the cache.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Cache;

use Illuminate\Cache\MemoizedStore;

final class MemoizedStampedeStore extends MemoizedStore
{
    public function memoized(string $key): mixed
    {
        return $this->cache[$this->prefix($key)] ?? null;
    }

    public function memoize(string $key, mixed $value): void
    {
        $this->cache[$this->prefix($key)] = $value;
    }
}
