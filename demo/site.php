<?php

/*
 * The demo's site: MariaDB, Redis, Memcached, php-fpm and nginx, warmed up.
 */

declare(strict_types=1);

require __DIR__ . '/../tests/inc/nginx_of_docs.php';
require __DIR__ . '/data.php';

final class Site
{
    public const WORKERS = 20;
    private const REDIS_SIZE = 32 << 20;
    /** What other applications' keys leave free: enough for the lists, not for twenty workers that write them at once. */
    private const REDIS_REST = 2 << 20;

    public readonly RedisServer $redis;
    public readonly MemcachedServer $memcached;
    private readonly PDO $database;
    private readonly PhpFpm $fpm;
    private readonly Nginx $nginx;
    private readonly NginxFromMemcached $pages;

    /** @param string $extension the path of stampede.so */
    public function __construct(string $extension)
    {
        progress('starting Redis and Memcached');
        $this->redis = new RedisServer(['maxmemory ' . self::REDIS_SIZE, 'maxmemory-policy allkeys-lru']);
        $this->memcached = new MemcachedServer();
        progress('starting MariaDB and filling its tables');
        // A database has a machine of its own; here it must leave the web server its share of the processors.
        $mariadb = new MariaDbServer(nice: 5);
        $this->database = $mariadb->connect();
        fill_database($this->database);
        progress('starting php-fpm with ' . self::WORKERS . ' workers, and nginx');
        $this->fpm = new PhpFpm(
            self::WORKERS,
            $extension,
            [
                'stampede.redis' => "unix://{$this->redis->socket}",
                'opcache.enable' => '1',
                'output_buffering' => '0',
                'display_errors' => '1',
            ],
            ['DEMO_REDIS' => $this->redis->socket, 'DEMO_MEMCACHED' => $this->memcached->address, 'DEMO_DATABASE' => $mariadb->socket],
        );
        $this->nginx = new Nginx($this->fpm, __DIR__ . '/app/index.php');
        // On a machine that runs everything at once a slow answer is not the sign of a server that is down.
        $this->pages = new NginxFromMemcached($this->fpm, __DIR__ . '/app/index.php', $this->memcached, replacements: ['200ms' => '10s']);
    }

    /** Back to the beginning: an empty Redis, and workers that have done nothing yet but connect. */
    public function reset(): void
    {
        $this->redis->command('FLUSHALL');
        $this->fpm->restart();
        $this->get(array_fill(0, 3 * self::WORKERS, '/warm-up'), 'none');
    }

    /** Adds the keys of other applications. */
    public function fillRedis(): void
    {
        fill_redis($this->redis, self::REDIS_REST);
    }

    /** Fires all requests at once, and returns what http_herd() returns. */
    public function get(array $paths, string $variant): array
    {
        return self::herd($paths, $this->nginx->address, ['X-Variant' => $variant]);
    }

    /** The same for the page, by the nginx that looks into Memcached first. */
    public function getPage(int $requests): array
    {
        return self::herd(array_fill(0, $requests, '/'), $this->pages->address, ['Accept-Encoding' => 'gzip']);
    }

    private static function herd(array $paths, string $address, array $headers): array
    {
        $answers = http_herd($paths, $address, $headers);
        foreach ($answers as $i => $answer) {
            if ($answer['status'] !== 200) {
                throw new RuntimeException("{$paths[$i]} answered {$answer['status']}: {$answer['body']}");
            }
        }
        return $answers;
    }

    /** Bytes of the value under a key, as it is stored and as the application sees it. */
    public function keySizes(string $key): array
    {
        $stored = (string) $this->redis->command('GET', $key);
        return ['raw' => strlen(@gzdecode($stored) ?: $stored), 'stored' => strlen($stored)];
    }

    public function forgetListQueries(): void
    {
        $this->database->exec('TRUNCATE TABLE performance_schema.events_statements_summary_by_digest');
    }

    /** How many list queries the database itself has counted since forgetListQueries(). */
    public function listQueries(): int
    {
        return (int) $this->database->query(
            "SELECT SUM(COUNT_STAR) FROM performance_schema.events_statements_summary_by_digest
            WHERE SCHEMA_NAME = 'demo' AND DIGEST_TEXT LIKE 'SELECT `notes` . *%'"
        )->fetchColumn();
    }
}
