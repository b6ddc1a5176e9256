<?php

/*
 * A Redis connection of config/database.php in the words of the extension: URL and prefix.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Cache;

use Illuminate\Support\ConfigurationUrlParser;
use InvalidArgumentException;

final class RedisUrl
{
    private function __construct(
        /** For the setting `redis` of the extension. */
        public readonly string $url,
        /** What the connection puts before every key by itself. */
        public readonly string $prefix,
    ) {
    }

    /** @param array $redis the whole of database.redis */
    public static function of(array $redis, string $name): self
    {
        if (isset($redis['clusters'][$name])) {
            throw new InvalidArgumentException("Redis connection [$name] is a cluster, which stampede does not support.");
        }
        if (!is_array($redis[$name] ?? null)) {
            throw new InvalidArgumentException("Redis connection [$name] of the cache driver [stampede] is not defined.");
        }
        $config = $redis[$name];
        if (isset($config['url'])) {
            $config = (new ConfigurationUrlParser())->parseConfiguration($config);
        }
        $options = array_merge($redis['options'] ?? [], $config['options'] ?? []);
        if (($options['replication'] ?? null) !== null) {
            throw new InvalidArgumentException("Redis connection [$name] is replicated, which stampede does not support.");
        }
        return new self(self::url($config, $name), (string) ($config['prefix'] ?? $options['prefix'] ?? ''));
    }

    private static function url(array $config, string $name): string
    {
        $scheme = strtolower((string) ($config['driver'] ?? $config['scheme'] ?? 'tcp'));
        $host = (string) ($config['path'] ?? $config['host'] ?? '');
        if (preg_match('~^(tcp|tls|rediss?|unix)://(.*)$~i', $host, $match)) {
            [, $scheme, $host] = $match;
        }
        $user = $config['username'] ?? null;
        $password = $config['password'] ?? null;
        $database = (string) ($config['database'] ?? '0');
        if ($host === '') {
            throw new InvalidArgumentException("Redis connection [$name] has no host.");
        }
        if ($host[0] === '/') {
            $login = $password === null || $password === '' ? [] : ['user' => $user, 'password' => $password];
            $parameters = ['db' => $database, ...array_filter($login, self::isGiven(...))];
            return 'unix://' . str_replace('%2F', '/', rawurlencode($host)) . '?'
                . http_build_query($parameters, '', '&', PHP_QUERY_RFC3986);
        }
        $login = match (true) {
            !self::isGiven($password) => '',
            self::isGiven($user) => rawurlencode((string) $user) . ':' . rawurlencode((string) $password) . '@',
            default => ':' . rawurlencode((string) $password) . '@',
        };
        if (substr_count($host, ':') > 1 && $host[0] !== '[') {
            $host = "[$host]";
        }
        $tls = in_array(strtolower($scheme), ['tls', 'rediss'], true);
        return ($tls ? 'rediss' : 'redis') . "://$login$host:" . ($config['port'] ?? 6379) . "/$database"
            . ($tls ? self::certificates($config) : '');
    }

    /** What phpredis and predis call `context` or `ssl`. */
    private static function certificates(array $config): string
    {
        $ssl = $config['context']['stream'] ?? $config['context'] ?? $config['ssl'] ?? [];
        $parameters = array_filter([
            'ca' => $ssl['cafile'] ?? null,
            'cert' => $ssl['local_cert'] ?? null,
            'key' => $ssl['local_pk'] ?? null,
            'name' => $ssl['peer_name'] ?? null,
        ]);
        return $parameters ? '?' . http_build_query($parameters, '', '&', PHP_QUERY_RFC3986) : '';
    }

    private static function isGiven(mixed $text): bool
    {
        return $text !== null && $text !== '';
    }
}
