<?php

/*
 * What the phpt tests have in common: a Redis server of their own, and short ways to say what came out.
 *
 *     $redis = private_redis();
 *     stampede_put('a', 'de', 1);
 *     echo implode(' ', names($redis)), "\n";
 */

declare(strict_types=1);

require __DIR__ . '/servers.php';
require __DIR__ . '/tls.php';

// valgrind takes the code that PCRE compiles for reading beyond the end of things.
ini_set('pcre.jit', '0');

/**
 * Starts a Redis server and points the INI at it.
 *
 * @param list<string> $config lines for redis.conf
 */
function private_redis(array $config = []): RedisServer
{
    $redis = getenv('STAMPEDE_TLS') ? tls_redis($config) : new RedisServer($config);
    ini_set('stampede.redis', redis_url($redis));
    // Limits of the network are no matter of most tests, and valgrind makes everything slow.
    ini_set('stampede.connect_timeout', '30');
    ini_set('stampede.read_timeout', '30');
    return $redis;
}

/**
 * Starts a memcached server and lets the INI keep values in it.
 *
 * @param list<string> $options arguments for memcached
 */
function private_memcached(array $options = [], bool $tcp = false): MemcachedServer
{
    $memcached = new MemcachedServer($options, $tcp);
    ini_set('stampede.memcached', $memcached->address);
    return $memcached;
}

/** The same with TLS, which redis_url() then asks for. */
function tls_redis(array $config): RedisServer
{
    global $tlsUrls;
    $authority = new Authority();
    $port = free_port();
    $redis = new RedisServer([...$config, ...tls_config($port, $authority->certify('server', 'IP:127.0.0.1'), $authority)]);
    $tlsUrls[$redis->socket] = ["rediss://127.0.0.1:$port", "?ca={$authority->ca}"];
    return $redis;
}

function redis_url(RedisServer $redis, int $database = 0): string
{
    global $tlsUrls;
    if (isset($tlsUrls[$redis->socket])) {
        return implode("/$database", $tlsUrls[$redis->socket]);
    }
    return "unix://{$redis->socket}" . ($database > 0 ? "?db=$database" : '');
}

/**
 * The names of everything that lies in the server, sorted.
 *
 * @return list<string>
 */
function names(RedisServer $redis): array
{
    $names = $redis->command('KEYS', '*');
    sort($names);
    return $names;
}

/** What a call throws, as "class: message", or "nothing". */
function thrown(callable $call): string
{
    try {
        $call();
    } catch (Throwable $thrown) {
        return get_class($thrown) . ': ' . $thrown->getMessage();
    }
    return 'nothing';
}

/**
 * All there is to know of a value: types, all bits of floats, order, references, which objects are the same one.
 */
function anatomy(mixed $value): string
{
    $precision = ini_set('serialize_precision', '-1');
    $text = serialize($value);
    ini_set('serialize_precision', $precision);
    return $text;
}

/**
 * Lets a new PHP process run the code, with the settings that this one was started with and those given.
 *
 * @param array<string, string> $ini
 * @return string all that it printed
 */
function other_php(string $code, array $ini = []): string
{
    $command = escapeshellarg(PHP_BINARY) . ' ' . getenv('TEST_PHP_EXTRA_ARGS');
    foreach ($ini as $name => $value) {
        // In quotes: URLs hold characters that mean something in an INI file.
        $command .= ' -d ' . escapeshellarg("$name=\"$value\"");
    }
    return (string) shell_exec("$command -r " . escapeshellarg($code) . ' 2>&1');
}
