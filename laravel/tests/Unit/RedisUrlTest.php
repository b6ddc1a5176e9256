<?php

/*
 * Connections of config/database.php in the words of the extension.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Unit;

use InvalidArgumentException;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Stampede\Cache;
use Stampede\Laravel\Cache\RedisUrl;

final class RedisUrlTest extends TestCase
{
    public static function connections(): array
    {
        return [
            'nothing said' => [['host' => 'cache'], 'redis://cache:6379/0'],
            'all said' => [['host' => 'cache', 'port' => '6380', 'database' => '2', 'username' => 'shop', 'password' => 's@c/r:t'],
                'redis://shop:s%40c%2Fr%3At@cache:6380/2'],
            'password alone' => [['host' => 'cache', 'username' => null, 'password' => 'secret'], 'redis://:secret@cache:6379/0'],
            'user without password' => [['host' => 'cache', 'username' => 'shop', 'password' => null], 'redis://cache:6379/0'],
            'URL' => [['url' => 'redis://:secret@cache:6380/3', 'host' => 'other'], 'redis://:secret@cache:6380/3'],
            'URL, TLS' => [['url' => 'rediss://cache:6380'], 'rediss://cache:6380/0'],
            'scheme' => [['scheme' => 'tls', 'host' => 'cache', 'context' => ['stream' => ['cafile' => '/ca.pem']]],
                'rediss://cache:6379/0?ca=%2Fca.pem'],
            'scheme in the host' => [['host' => 'tls://cache'], 'rediss://cache:6379/0'],
            'socket of phpredis' => [['host' => '/run/redis.sock', 'port' => 0, 'database' => '1'], 'unix:///run/redis.sock?db=1'],
            'socket of predis' => [['scheme' => 'unix', 'path' => '/run/redis.sock', 'password' => 'a&b'],
                'unix:///run/redis.sock?db=0&password=a%26b'],
            'IPv6' => [['host' => '::1'], 'redis://[::1]:6379/0'],
        ];
    }

    #[DataProvider('connections')]
    public function test_a_connection_is_a_url_that_the_extension_takes(array $connection, string $url): void
    {
        $this->assertSame($url, RedisUrl::of(['cache' => $connection], 'cache')->url);
        try {
            new Cache(['redis' => $url]);
        } catch (\ValueError $error) {
            // Built without TLS.
            $this->assertStringContainsString('TLS', $error->getMessage());
        }
    }

    public function test_the_prefix_is_that_of_the_connection_or_of_all(): void
    {
        $redis = ['options' => ['prefix' => 'all:'], 'cache' => ['host' => 'a'], 'own' => ['host' => 'a', 'prefix' => 'own:'],
            'deep' => ['host' => 'a', 'options' => ['prefix' => 'deep:']]];
        $this->assertSame('all:', RedisUrl::of($redis, 'cache')->prefix);
        $this->assertSame('own:', RedisUrl::of($redis, 'own')->prefix);
        $this->assertSame('deep:', RedisUrl::of($redis, 'deep')->prefix);
    }

    public static function refused(): array
    {
        return [
            [[], 'is not defined'],
            [['clusters' => ['cache' => [['host' => 'a']]]], 'is a cluster'],
            [['cache' => ['host' => '']], 'has no host'],
            [['cache' => ['host' => 'a', 'options' => ['replication' => 'sentinel']]], 'is replicated'],
        ];
    }

    #[DataProvider('refused')]
    public function test_what_cannot_work_is_said(array $redis, string $message): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage($message);
        RedisUrl::of($redis, 'cache');
    }
}
