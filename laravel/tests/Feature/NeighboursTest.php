<?php

/*
 * Beside the other drivers: one Redis for both, flush of our own alone, under the failover driver, and back again.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Feature;

use Illuminate\Support\Facades\Cache;
use RedisException;
use RedisServer;
use Stampede\Laravel\Tests\Support\Listens;
use Stampede\Laravel\Tests\Support\TestCase;

final class NeighboursTest extends TestCase
{
    use Listens;

    public function test_two_drivers_share_a_redis_and_a_prefix(): void
    {
        foreach (['redis' => 'theirs', 'stampede' => 'ours'] as $driver => $value) {
            Cache::store($driver)->put('key', $value, 60);
            Cache::store($driver)->increment('n', strlen($value));
            $this->assertTrue(Cache::store($driver)->lock('work', 60)->get());
            Cache::store($driver)->remember('remembered', 60, fn () => $value);
            Cache::store($driver)->flexible('flexible', [60, 120], fn () => $value);
        }
        foreach (['redis' => 'theirs', 'stampede' => 'ours'] as $driver => $value) {
            foreach (['key', 'remembered', 'flexible'] as $key) {
                $this->assertSame($value, Cache::store($driver)->get($key));
            }
            $this->assertEquals(strlen($value), Cache::store($driver)->get('n'));
        }
    }

    public function test_flush_takes_its_own_alone(): void
    {
        self::inCache('SET', 'queues:default', 'a job');
        self::inCache('SET', 'stampede:key', 'of another application');
        Cache::store('redis')->put('key', 'theirs', 60);
        $lock = Cache::lock('work', 60);
        $lock->get();
        for ($i = 0; $i < 3000; $i++) {
            self::inCache('SET', self::live("many$i"), (string) $i);
        }
        Cache::remember('key', 60, fn () => 'ours');
        Cache::put('other', 'ours', 60);
        $this->listen();
        $this->assertTrue(Cache::clear());
        $events = class_exists(\Illuminate\Cache\Events\CacheFlushed::class) ? ['CacheFlushing', 'CacheFlushed'] : [];
        $this->assertSame($events, $this->heard());
        $this->assertSame([], self::inCache('KEYS', self::live('*')));
        $this->assertNull(Cache::get('key'));
        $this->assertSame('theirs', Cache::store('redis')->get('key'));
        $this->assertSame('a job', self::inCache('GET', 'queues:default'));
        $this->assertSame('of another application', self::inCache('GET', 'stampede:key'));
        $this->assertTrue($lock->release(), 'locks are not values');
        $this->artisan('cache:clear')->assertSuccessful();
    }

    public function test_a_prefix_with_signs_of_patterns_is_taken_as_it_is(): void
    {
        $cache = $this->store(['prefix' => 'a*[b]?\\']);
        $cache->put('key', 'ours', 60);
        self::inCache('SET', 'app:aXb?stampede:key', 'not ours');
        self::inCache('SET', 'app:axxbx\\stampede:key', 'not ours');
        $cache->flush();
        $this->assertNull($cache->get('key'));
        $this->assertCount(2, self::inCache('KEYS', '*'));
    }

    public function test_without_redis_the_store_fails_as_the_framework_s_and_remember_still_builds(): void
    {
        config(['database.redis.cache' => ['host' => '/nowhere.sock', 'port' => 0]]);
        $cache = $this->store();
        $log = ini_set('error_log', '/dev/null');
        foreach ([
            fn () => $cache->get('key'),
            fn () => $cache->put('key', 'value', 60),
            fn () => $cache->increment('key'),
            fn () => $cache->forget('key'),
            fn () => $cache->flush(),
        ] as $call) {
            try {
                $call();
                $this->fail('no exception');
            } catch (RedisException | \Stampede\ConnectionException) {
            }
        }
        $this->listen();
        $this->assertSame('built', $cache->remember('key', 60, fn () => 'built'));
        $this->assertSame(['RetrievingKey key', 'CacheMissed key', 'WritingKey key', 'KeyWriteFailed key'], $this->heard());
        ini_set('error_log', (string) $log);
    }

    public function test_a_frozen_redis_does_not_hold_up_who_builds(): void
    {
        $redis = new RedisServer();
        config(['database.redis.cache' => ['host' => $redis->socket, 'port' => 0]]);
        $cache = $this->store(['connect_timeout' => 0.1, 'read_timeout' => 0.1]);
        $redis->freeze();
        $log = ini_set('error_log', '/dev/null');
        // The framework's own connection would wait for a minute.
        $began = microtime(true);
        $this->assertSame('built', $cache->remember('key', 60, fn () => 'built'));
        $this->assertLessThan(30, microtime(true) - $began);
        ini_set('error_log', (string) $log);
        $redis->thaw();
    }

    public function test_under_the_failover_driver_the_next_store_takes_over(): void
    {
        if (!class_exists(\Illuminate\Cache\FailoverStore::class)) {
            $this->markTestSkipped('this version has no such driver');
        }
        config(['database.redis.cache' => ['host' => '/nowhere.sock', 'port' => 0]]);
        $this->store();
        config(['cache.stores.both' => ['driver' => 'failover', 'stores' => ['stampede', 'array']]]);
        $this->listen();
        $log = ini_set('error_log', '/dev/null');
        $this->assertTrue(Cache::store('both')->put('key', 'value', 60));
        $this->assertSame('value', Cache::store('both')->get('key'));
        ini_set('error_log', (string) $log);
        $this->assertContains('CacheFailedOver', $this->heard());
    }
}
