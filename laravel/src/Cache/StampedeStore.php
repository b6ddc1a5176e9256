<?php

/*
 * The cache store: values by the extension, counters and locks on the application's own Redis connection. It stores and
 * looks; building is the matter of StampedeRepository.
 *
 * get() answers what is fresh: as in every store of the framework, a value is gone when its life is over, also where a
 * stale copy of it is kept for remember().
 */

declare(strict_types=1);

namespace Stampede\Laravel\Cache;

use Closure;
use Illuminate\Cache\RedisStore;
use Illuminate\Contracts\Cache\LockProvider;
use Illuminate\Contracts\Cache\Store;
use Illuminate\Contracts\Redis\Factory as Redis;
use Illuminate\Redis\Connections\Connection;
use InvalidArgumentException;
use RuntimeException;
use Stampede\Cache;
use Stampede\Fill;
use Stampede\Status;
use TypeError;
use ValueError;

final class StampedeStore implements Store, LockProvider
{
    /** Ten years: the longest life that the extension knows. */
    public const FOREVER = 315360000;
    /** How often a counter is tried again that somebody writes to at the same time. */
    private const ATTEMPTS = 100;

    private Cache $cache;
    private Names $names;
    private ?Numbers $numbers = null;
    private ?RedisStore $locks = null;
    private string $prefix;

    /** @param Closure(): Redis $redis not asked for by requests whose values are all there */
    public function __construct(private readonly Closure $redis, public readonly StoreSettings $settings)
    {
        if (!class_exists(Cache::class)) {
            throw new RuntimeException('The cache driver [stampede] needs the PHP extension stampede, which is not loaded.');
        }
        $this->setPrefix($settings->prefix);
    }

    /** What the extension knows of this store. */
    public function cache(): Cache
    {
        return $this->cache;
    }

    public function names(): Names
    {
        return $this->names;
    }

    public function connection(): Connection
    {
        return ($this->redis)()->connection($this->settings->connection);
    }

    public function get($key): mixed
    {
        $key = (string) $key;
        return $this->copy($key) ?? $this->numberOrLateCopy($key, $this->numbers()->read([$key])[0]);
    }

    public function many(array $keys): array
    {
        $values = [];
        $keys = array_map(strval(...), array_values($keys));
        foreach ($keys ? $this->numbers()->read($keys) : [] as $i => $found) {
            $values[$keys[$i]] = $this->numberOrLateCopy($keys[$i], $found);
        }
        return $values;
    }

    /** The counter under this key, or null where there is none. */
    public function number(string $key): ?int
    {
        $found = $this->numbers()->read([$key])[0];
        return is_int($found) ? $found : null;
    }

    public function put($key, $value, $seconds): bool
    {
        $this->cache->put(Names::key((string) $key), null, $value, self::exactly(self::life($seconds)));
        return true;
    }

    public function putMany(array $values, $seconds): bool
    {
        foreach ($values as $key => $value) {
            $this->put($key, $value, $seconds);
        }
        return true;
    }

    public function forever($key, $value): bool
    {
        return $this->put($key, $value, self::FOREVER);
    }

    /** Stores a value where there is none, at one moment: of many callers one hears true. */
    public function add($key, $value, $seconds): bool
    {
        $key = (string) $key;
        $seconds = self::life($seconds);
        return is_int($value) ? $this->addNumber($key, $value, $seconds) : $this->addCopy($key, $value, $seconds);
    }

    public function increment($key, $value = 1): int|bool
    {
        $key = (string) $key;
        for ($i = 0; $i < self::ATTEMPTS; $i++) {
            [$done, $result] = $this->numbers()->addUp($key, (int) $value);
            if ($done) {
                return $result;
            }
            // A copy of the extension's lies there, which may have ended by an invalidation.
            $copy = $this->cache->peek(Names::key($key));
            $isFresh = $copy?->status === Status::Hit;
            $number = $isFresh ? self::integer($copy->value) : 0;
            if ($number === null) {
                return false;
            }
            if ($this->numbers()->replace($key, $result, $number + (int) $value, $isFresh ? null : 0)) {
                return $number + (int) $value;
            }
        }
        return false;
    }

    public function decrement($key, $value = 1): int|bool
    {
        return $this->increment($key, -(int) $value);
    }

    /** A new life for what is there. (A method of the contract from Laravel 13 on.) */
    public function touch($key, $seconds): bool
    {
        return $this->get($key) !== null && $this->numbers()->touch((string) $key, self::life($seconds));
    }

    /** In every locale: nobody sees the old value again, and a build that is running is not stored. */
    public function forget($key): bool
    {
        $this->cache->forget(Names::key((string) $key));
        $this->numbers()->delete((string) $key);
        return true;
    }

    /** What this store has stored, and nothing else; builds that are running are not stored. Locks stay. */
    public function flush(): bool
    {
        $this->numbers()->deleteAll();
        return true;
    }

    public function lock($name, $seconds = 0, $owner = null)
    {
        return $this->locks()->lock($name, $seconds, $owner);
    }

    public function restoreLock($name, $owner)
    {
        return $this->locks()->restoreLock($name, $owner);
    }

    public function getPrefix(): string
    {
        return $this->prefix;
    }

    /** For applications that change it while they run, such as one per tenant. */
    public function setPrefix($prefix): void
    {
        $this->prefix = (string) $prefix;
        // Other names than those of the framework's own Redis store, so that both may share a database.
        $this->names = new Names($this->settings->redis->prefix, "{$this->prefix}stampede:");
        $this->numbers = $this->locks = null;
        try {
            $this->cache = new Cache([
                'redis' => $this->settings->redis->url,
                'prefix' => $this->names->fullPrefix(),
            ] + $this->settings->extension);
        } catch (ValueError | TypeError $error) {
            throw new InvalidArgumentException("Cache driver [stampede]: {$error->getMessage()}", previous: $error);
        }
    }

    private function numbers(): Numbers
    {
        return $this->numbers ??= new Numbers($this->connection(...), $this->names);
    }

    private function locks(): RedisStore
    {
        $prefix = "{$this->prefix}stampede-lock:";
        return $this->locks ??= (new RedisStore(($this->redis)(), $prefix, $this->settings->connection))
            ->setLockConnection($this->settings->lockConnection);
    }

    private function copy(string $key): mixed
    {
        $copy = $this->cache->peek(Names::key($key));
        return $copy?->status === Status::Hit ? $copy->value : null;
    }

    private function numberOrLateCopy(string $key, int|string|null $found): mixed
    {
        return $found === Numbers::COPY ? $this->copy($key) : $found;
    }

    private function addNumber(string $key, int $number, int $seconds): bool
    {
        [$done, $digest] = $this->numbers()->putNew($key, $number, $seconds);
        if ($done || $digest === '') {
            return $done;
        }
        // A copy that ended by an invalidation is nothing.
        return $this->copy($key) === null && $this->numbers()->replace($key, $digest, $number, $seconds);
    }

    /** Others who want to add, or to build, see that somebody does, and do not wait. */
    private function addCopy(string $key, mixed $value, int $seconds): bool
    {
        $result = $this->cache->fetch(Names::key($key), null, function ($locale, $build) use ($key, $value) {
            if ($this->number($key) !== null) {
                $build->discard();
            }
            return $value;
        }, ['wait' => 0, 'cold_wait' => 0, 'defer' => false, 'early' => 0] + self::exactly($seconds));
        return $result->fill === Fill::Filled;
    }

    private static function life(mixed $seconds): int
    {
        return max(1, min((int) $seconds, self::FOREVER));
    }

    /** A life to the second, after which nothing is shown. */
    private static function exactly(int $seconds): array
    {
        return ['ttl' => $seconds, 'stale_ttl' => $seconds, 'jitter' => 0];
    }

    private static function integer(mixed $value): ?int
    {
        $integer = filter_var($value, FILTER_VALIDATE_INT);
        return is_bool($value) || $integer === false ? null : $integer;
    }
}
