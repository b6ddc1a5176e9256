<?php

/*
 * A test in the real application, with a Redis of its own that is empty before each test, and a MariaDB for those who
 * ask.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Support;

use Closure;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Testing\TestCase as BaseTestCase;
use Illuminate\Support\Facades\Cache;
use MariaDbServer;
use RedisServer;
use Stampede\Laravel\Cache\StampedeRepository;

abstract class TestCase extends BaseTestCase
{
    /** Settings of the store that no slow machine meets. */
    protected const PATIENT = ['connect_timeout' => 30, 'read_timeout' => 30, 'lock_ttl' => 600];

    private static ?RedisServer $redis = null;
    private static ?MariaDbServer $mariadb = null;

    public function createApplication(): Application
    {
        $app = require getenv('LARAVEL_APPLICATION') . '/bootstrap/app.php';
        $app->make(Kernel::class)->bootstrap();
        $this->configure($app);
        return $app;
    }

    /** So that each test finds what a new request or process finds. */
    public function configure(Application $app): void
    {
        $server = self::serverOf(self::redis());
        foreach (['default' => '0', 'cache' => '1'] as $name => $database) {
            $app['config']->set("database.redis.$name", ['database' => $database] + $server);
        }
        $app['config']->set('stampede.defaults', self::PATIENT + $app['config']['stampede.defaults']);
        $app['config']->set('database.redis.options.prefix', 'app:');
        // Laravel 13 says false in new applications.
        $app['config']->set('cache.serializable_classes', null);
    }

    protected function setUp(): void
    {
        self::redis()->command('FLUSHALL');
        parent::setUp();
    }

    /** As phpredis, or with REDIS_CLIENT=predis that, is told of a socket. */
    protected static function serverOf(RedisServer $redis): array
    {
        return getenv('REDIS_CLIENT') === 'predis'
            ? ['scheme' => 'unix', 'path' => $redis->socket]
            : ['host' => $redis->socket, 'port' => 0];
    }

    protected static function redis(): RedisServer
    {
        return self::$redis ??= new RedisServer();
    }

    protected static function mariadb(): MariaDbServer
    {
        if (self::$mariadb === null) {
            self::$mariadb = new MariaDbServer(nice: 5);
            self::$mariadb->connect()->exec('CREATE DATABASE laravel');
        }
        return self::$mariadb;
    }

    protected function useMariaDb(): void
    {
        config([
            'database.default' => 'mariadb',
            'database.connections.mariadb.unix_socket' => self::mariadb()->socket,
            'database.connections.mariadb.username' => 'root',
            'database.connections.mariadb.password' => '',
        ]);
    }

    /** The store with other settings than before. */
    protected function store(array $settings = []): StampedeRepository
    {
        config(['cache.stores.stampede' => ['driver' => 'stampede'] + $settings]);
        Cache::forgetDriver('stampede');
        return Cache::store('stampede');
    }

    /** What Redis is asked for in the database of the cache. */
    protected static function inCache(string ...$command): mixed
    {
        self::redis()->command('SELECT', '1');
        return self::redis()->command(...$command);
    }

    /** The name in Redis of a key's live copy. */
    protected static function live(string $key): string
    {
        return Cache::store('stampede')->getStore()->names()->fullPrefix() . $key;
    }

    /** As if the life of the value were over, while its stale copy is not. */
    protected static function expire(string $key): void
    {
        self::inCache('DEL', self::live($key));
    }

    /** As if another process built the entry until unlock() or for ever. */
    protected static function lock(string $key): void
    {
        self::inCache('SET', self::live($key) . ':lock', str_repeat('a', 32), 'PX', '600000');
    }

    protected static function unlock(string $key): void
    {
        self::inCache('DEL', self::live($key) . ':lock');
    }

    /** Waits for something that will be, with a limit that only a broken program meets. */
    protected static function until(Closure $is, string $what): void
    {
        for ($end = microtime(true) + 60; !$is();) {
            if (microtime(true) > $end) {
                self::fail("waited in vain for $what");
            }
            usleep(10_000);
        }
    }
}
