<?php

/*
 * Cache::memo() of a stampede store: what the request has seen is answered from its memory, and what is remembered
 * beyond that goes through the extension. The framework's own would get and put, without protection.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Cache;

use Closure;
use Illuminate\Cache\Repository;

use function Illuminate\Support\enum_value;

/**
 * @property MemoizedStampedeStore $store
 */
final class MemoRepository extends Repository
{
    public function __construct(string $driver, private readonly StampedeRepository $repository)
    {
        parent::__construct(new MemoizedStampedeStore($driver, $repository));
    }

    public function remember($key, $ttl, Closure $callback)
    {
        return $this->rememberWithWarmth($key, $ttl, $callback)[0];
    }

    public function rememberWithWarmth($key, $ttl, Closure $callback): array
    {
        $known = $this->store->memoized((string) enum_value($key));
        if ($known !== null) {
            return [$known, true];
        }
        $remembered = $this->repository->rememberWithWarmth($key, $ttl, $callback);
        $this->store->memoize((string) enum_value($key), $remembered[0]);
        return $remembered;
    }

    public function rememberForever($key, Closure $callback)
    {
        return $this->remember($key, null, $callback);
    }

    public function flexible($key, $ttl, $callback, $lock = null, $alwaysDefer = false)
    {
        $known = $this->store->memoized((string) enum_value($key));
        if ($known === null) {
            $known = $this->repository->flexible($key, $ttl, $callback, $lock, $alwaysDefer);
            $this->store->memoize((string) enum_value($key), $known);
        }
        return $known;
    }

    public function tags($names)
    {
        return $this->repository->tags($names);
    }
}
