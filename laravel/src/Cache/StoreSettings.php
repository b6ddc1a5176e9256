<?php

/*
 * What an entry of config/cache.php with the driver "stampede" means: defaults, checks with clear errors, and the
 * settings of the extension that follow.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Cache;

use Illuminate\Contracts\Config\Repository as Config;
use InvalidArgumentException;

final class StoreSettings
{
    /** What the extension knows under the same name. */
    private const OF_THE_EXTENSION = ['jitter', 'early', 'lock_ttl', 'cold_wait', 'wait', 'request_wait', 'max_waiters',
        'on_error', 'gzip_level', 'max_value', 'connect_timeout', 'read_timeout', 'retry_after', 'fallback_builders'];
    private const OURS = ['connection', 'lock_connection', 'prefix', 'stale', 'on_timeout', 'empty', 'classes'];
    /** What the framework knows of every store. */
    private const OF_THE_FRAMEWORK = ['driver', 'store', 'name', 'events'];

    private function __construct(
        public readonly string $connection,
        public readonly string $lockConnection,
        /** Before every name of the application's cache; that of the connection comes before it. */
        public readonly string $prefix,
        public readonly RedisUrl $redis,
        /** Seconds that a remembered value may be shown after its life. */
        public readonly float $stale,
        public readonly bool $throwsOnTimeout,
        public readonly mixed $empty,
        /** For the constructor of Stampede\Cache, all but `redis` and `prefix`. */
        public readonly array $extension,
    ) {
    }

    /** @param array $store the entry of config/cache.php, with its name under `store` */
    public static function of(array $store, Config $config): self
    {
        $name = $store['store'] ?? $store['name'] ?? 'stampede';
        $known = [...self::OURS, ...self::OF_THE_EXTENSION];
        $unknown = array_diff(array_keys($store), $known, self::OF_THE_FRAMEWORK);
        if ($unknown) {
            throw new InvalidArgumentException("Cache store [$name]: unknown setting [" . implode('], [', $unknown)
                . ']; known are ' . implode(', ', $known) . '.');
        }
        $settings = $store + $config->get('stampede.defaults', []);
        $onTimeout = $settings['on_timeout'] ?? 'throw';
        if (!in_array($onTimeout, ['throw', 'empty'], true)) {
            throw new InvalidArgumentException("Cache store [$name]: on_timeout must be \"throw\" or \"empty\".");
        }
        if ($onTimeout === 'empty' && !array_key_exists('empty', $settings)) {
            throw new InvalidArgumentException("Cache store [$name]: on_timeout is \"empty\", so \"empty\" must be given.");
        }
        $stale = self::number($settings['stale'] ?? 600);
        if (!is_int($stale) && !is_float($stale) || $stale < 0 || $stale > 315360000) {
            throw new InvalidArgumentException("Cache store [$name]: stale must be seconds, 0 to 315360000.");
        }
        $connection = $settings['connection'] ?? 'cache';
        return new self(
            $connection,
            $settings['lock_connection'] ?? $connection,
            (string) ($settings['prefix'] ?? $config->get('cache.prefix', '')),
            RedisUrl::of($config->get('database.redis', []), $connection),
            (float) $stale,
            $onTimeout === 'throw',
            $settings['empty'] ?? null,
            self::extension($settings, $config),
        );
    }

    private static function extension(array $settings, Config $config): array
    {
        $extension = [];
        foreach (array_intersect_key($settings, array_flip(self::OF_THE_EXTENSION)) as $name => $value) {
            $extension[$name] = self::number($value);
        }
        $extension['classes'] = $settings['classes'] ?? $config->get('cache.serializable_classes') ?? true;
        return $extension;
    }

    /** Environment variables are strings; the extension wants numbers. */
    private static function number(mixed $value): mixed
    {
        return is_string($value) && is_numeric($value) ? $value + 0 : $value;
    }
}
