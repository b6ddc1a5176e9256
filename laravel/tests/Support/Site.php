<?php

/*
 * The application under php-fpm and nginx, with MariaDB and Redis: what the end-to-end test and the benchmark share.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Support;

use MariaDbServer;
use Nginx;
use PDO;
use PhpFpm;
use RedisServer;
use RuntimeException;

final class Site
{
    public const LOCALES = ['en', 'ru', 'de'];

    public readonly RedisServer $redis;
    private readonly PDO $database;
    private readonly PhpFpm $fpm;
    private readonly Nginx $nginx;

    /**
     * @param float $querySeconds how long the database takes for the list
     * @param array<string, string> $env more of it
     */
    public function __construct(private readonly int $workers, float $querySeconds, array $env = [])
    {
        $this->redis = new RedisServer();
        $mariadb = new MariaDbServer(nice: 5);
        $this->database = $mariadb->connect();
        $this->fill();
        $application = getenv('LARAVEL_APPLICATION');
        $this->fpm = new PhpFpm($workers, getenv('STAMPEDE_EXTENSION') ?: null, [
            'opcache.enable' => '1',
            'opcache.memory_consumption' => '192',
            'opcache.max_accelerated_files' => '20000',
            'output_buffering' => '4096',
            'memory_limit' => '256M',
            'display_errors' => '0',
        ], $env + [
            'LARAVEL_APPLICATION' => $application,
            'SITE_QUERY_SECONDS' => (string) $querySeconds,
            'APP_ENV' => 'production',
            'APP_DEBUG' => 'false',
            'DB_CONNECTION' => 'mariadb',
            'DB_SOCKET' => $mariadb->socket,
            'DB_DATABASE' => 'laravel',
            'DB_USERNAME' => 'root',
            'REDIS_HOST' => $this->redis->socket,
            'REDIS_PORT' => '0',
            // No slow machine meets these.
            'STAMPEDE_CONNECT_TIMEOUT' => '60',
            'STAMPEDE_READ_TIMEOUT' => '60',
        ]);
        $this->nginx = new Nginx($this->fpm, dirname(__DIR__) . '/EndToEnd/site.php', 'gzip off;');
        // Workers that have their connections and know the code.
        $this->get(array_fill(0, 3 * $this->workers, '/ping'));
    }

    /**
     * Sends requests at one moment.
     *
     * @param list<string> $paths
     * @return list<array> what http_herd() returns
     */
    public function get(array $paths, array $headers = []): array
    {
        $answers = http_herd($paths, $this->nginx->address, $headers, 120);
        foreach ($answers as $i => $answer) {
            if ($answer['status'] !== 200) {
                throw new RuntimeException("{$paths[$i]} answered {$answer['status']}: " . substr($answer['body'], 0, 2000)
                    . $this->fpm->logTail());
            }
        }
        return $answers;
    }

    /** How often the database itself has counted the query for the list, since the last time. */
    public function queries(): int
    {
        $count = (int) $this->database->query(
            "SELECT SUM(COUNT_STAR) FROM performance_schema.events_statements_summary_by_digest
            WHERE SCHEMA_NAME = 'laravel' AND DIGEST_TEXT LIKE 'SELECT `notes` . *%'"
        )->fetchColumn();
        $this->database->exec('TRUNCATE TABLE performance_schema.events_statements_summary_by_digest');
        return $count;
    }

    /** So many paths, evenly over the locales. */
    public static function paths(int $count, string $route): array
    {
        return array_map(fn (int $i) => "/$route/" . self::LOCALES[$i % count(self::LOCALES)], range(0, $count - 1));
    }

    /** Deletes the names that match, in the database of the cache. */
    public function delete(string $pattern): void
    {
        $this->redis->command('SELECT', '1');
        $names = $this->redis->command('KEYS', $pattern);
        if ($names) {
            $this->redis->command('DEL', ...$names);
        }
    }

    private function fill(): void
    {
        $this->database->exec('CREATE DATABASE laravel');
        $this->database->exec('CREATE TABLE laravel.notes (id INT PRIMARY KEY AUTO_INCREMENT, locale VARCHAR(5), title TEXT)');
        foreach (self::LOCALES as $locale) {
            $this->database->exec("INSERT INTO laravel.notes (locale, title) VALUES ('$locale', 'Note in $locale')");
        }
    }
}
