<?php

/*
 * What every cache store of the framework promises, asked of the framework's own Redis store and of ours alike.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Feature;

use Carbon\Carbon;
use DateInterval;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Contracts\Cache\Repository;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\RateLimiter;
use Illuminate\Support\Facades\Redis;
use PHPUnit\Framework\Attributes\DataProvider;
use stdClass;
use Stampede\Laravel\Tests\Support\Forks;
use Stampede\Laravel\Tests\Support\TestCase;

final class ContractTest extends TestCase
{
    public static function drivers(): array
    {
        return [['redis'], ['stampede']];
    }

    #[DataProvider('drivers')]
    public function test_values_come_back_as_they_were(string $driver): void
    {
        $object = new stdClass();
        $object->list = [1, 2.5, null, 'é'];
        foreach (['text', '', 'null', true, false, [], ['a' => [1]], 1.5, collect([1, 2]), $object] as $i => $value) {
            $this->assertTrue(Cache::store($driver)->put("value$i", $value, 60));
            $this->assertEquals($value, Cache::store($driver)->get("value$i"));
            $this->assertTrue(Cache::store($driver)->has("value$i"));
        }
        $this->assertNull(Cache::store($driver)->get('nothing'));
        $this->assertSame('default', Cache::store($driver)->get('nothing', fn () => 'default'));
    }

    public function test_numbers_keep_their_type(): void
    {
        foreach ([0, -1, PHP_INT_MAX, PHP_INT_MIN, 0.1, -0.0, INF, '1', '007', '1e3'] as $i => $value) {
            Cache::put("number$i", $value, 60);
            $this->assertSame($value, Cache::get("number$i"));
        }
    }

    #[DataProvider('drivers')]
    public function test_several_at_once(string $driver): void
    {
        $cache = Cache::store($driver);
        $this->assertTrue($cache->putMany(['a' => 'A', 'b' => ['B']], 60));
        $cache->increment('n', 5);
        $this->assertEquals(['b' => ['B'], 'x' => null, 'a' => 'A', 'n' => 5], $cache->many(['b', 'x', 'a', 'n']));
        $this->assertEquals(['a' => 'A', 'x' => 'none'], $cache->many(['a', 'x' => 'none']));
        $this->assertSame([], $cache->many([]));
        $this->assertTrue($cache->deleteMultiple(['a', 'b']));
        $this->assertFalse($cache->has('a'));
    }

    #[DataProvider('drivers')]
    public function test_lives_in_every_form(string $driver): void
    {
        $cache = Cache::store($driver);
        $forms = [60, new DateInterval('PT1M'), now()->addMinute(), Carbon::now()->addMinute(), new \DateTimeImmutable('+1 minute')];
        foreach ($forms as $i => $ttl) {
            $cache->put("live$i", 'here', $ttl);
            $this->assertSame('here', $cache->get("live$i"));
            if ($driver === 'stampede') {
                $this->assertEqualsWithDelta(60000, self::inCache('PTTL', self::live("live$i")), 5000);
            }
        }
        foreach ([0, -1, now()->subSecond(), new DateInterval('PT0S')] as $ttl) {
            $cache->put('gone', 'before', 60);
            $cache->put('gone', 'after', $ttl);
            $this->assertNull($cache->get('gone'));
        }
        $cache->put('forever', 'here');
        $cache->forever('forever2', 'here');
        $this->assertSame(['here', 'here'], [$cache->get('forever'), $cache->get('forever2')]);
    }

    #[DataProvider('drivers')]
    public function test_a_short_life_ends(string $driver): void
    {
        Cache::store($driver)->put('short', 'here', 1);
        $this->assertSame('here', Cache::store($driver)->get('short'));
        self::until(fn () => Cache::store($driver)->get('short') === null, 'the end of its life');
    }

    #[DataProvider('drivers')]
    public function test_forgetting_and_pulling(string $driver): void
    {
        $cache = Cache::store($driver);
        $cache->put('a', 1, 60);
        $this->assertTrue($cache->forget('a'));
        $this->assertNull($cache->get('a'));
        $cache->increment('counter');
        $this->assertTrue($cache->forget('counter'));
        $this->assertNull($cache->get('counter'));
        $cache->put('b', 'B', 60);
        $this->assertSame('B', $cache->pull('b'));
        $this->assertNull($cache->get('b'));
    }

    #[DataProvider('drivers')]
    public function test_counting(string $driver): void
    {
        $cache = Cache::store($driver);
        $this->assertSame(1, $cache->increment('n'));
        $this->assertSame(11, $cache->increment('n', 10));
        $this->assertSame(9, $cache->decrement('n', 2));
        $this->assertEquals(9, $cache->get('n'));
        $cache->put('stored', 5, 60);
        $this->assertSame(6, $cache->increment('stored'));
        $this->assertEquals(6, $cache->get('stored'));
        $cache->put('stored', 100, 60);
        $this->assertEquals(100, $cache->get('stored'));
        $this->assertEquals(99, $cache->decrement('stored'));
    }

    public function test_counting_what_is_no_number_says_no(): void
    {
        Cache::put('text', 'five', 60);
        $this->assertFalse(Cache::increment('text'));
        $this->assertSame('five', Cache::get('text'));
        Cache::put('most', PHP_INT_MAX, 60);
        self::inCache('SET', self::live('most'), (string) PHP_INT_MAX);
        $this->assertFalse(Cache::increment('most'));
        $this->assertSame(PHP_INT_MAX, Cache::get('most'));
    }

    public function test_counting_keeps_the_life(): void
    {
        Cache::put('n', 5, 100);
        Cache::increment('n');
        $this->assertEqualsWithDelta(100000, self::inCache('PTTL', self::live('n')), 5000);
        Cache::forever('m', 5);
        Cache::increment('m');
        $this->assertSame(6, Cache::get('m'));
    }

    public function test_a_counter_and_a_copy_take_each_others_place(): void
    {
        Cache::increment('n');
        Cache::put('n', ['a list'], 60);
        $this->assertSame(['a list'], Cache::get('n'));
        $this->assertFalse(Cache::increment('n'));
        Cache::forget('n');
        $this->assertSame(1, Cache::increment('n'));
        $this->assertSame(1, Cache::remember('n', 60, fn () => $this->fail('a counter is a value')));
        Cache::put('old', 5, 60);
        Cache::store()->getStore()->cache()->invalidate('old');
        $this->assertSame(1, Cache::increment('old'), 'an invalidated copy is nothing');
    }

    public function test_a_counter_is_newer_than_the_stale_copy_beside_it(): void
    {
        foreach ([fn () => Cache::increment('n'), fn () => Cache::add('n', 1, 60)] as $count) {
            Cache::remember('n', 60, fn () => 'old');
            self::expire('n');
            $count();
            $this->assertSame(0, self::inCache('EXISTS', self::live('n:stale')));
            $this->assertSame(1, Cache::remember('n', 60, fn () => $this->fail('a counter is a value')));
            // It is still one: nothing was stored in its place.
            $this->assertSame('1', self::inCache('GET', self::live('n')));
            Cache::forget('n');
        }
    }

    #[DataProvider('drivers')]
    public function test_many_processes_count_every_time(string $driver): void
    {
        Cache::store($driver)->put('n', 1000, 60);
        $sums = Forks::run(8, function () use ($driver) {
            $sums = [];
            for ($i = 0; $i < 50; $i++) {
                $sums[] = Cache::store($driver)->increment('n');
            }
            return $sums;
        });
        $this->assertEquals(1400, Cache::store($driver)->get('n'));
        $this->assertCount(400, array_unique(array_merge(...$sums)));
    }

    #[DataProvider('drivers')]
    public function test_one_of_many_adds(string $driver): void
    {
        foreach (['text', 7, ['list']] as $value) {
            $added = Forks::run(10, fn () => Cache::store($driver)->add('key', $value, 60));
            $this->assertSame(1, array_sum($added), json_encode($value));
            $this->assertEquals($value, Cache::store($driver)->get('key'));
            Cache::store($driver)->forget('key');
        }
        $this->assertFalse(Cache::store($driver)->add('key', 'value', 0));
    }

    public function test_adding_where_something_was(): void
    {
        foreach ([7, 'text'] as $value) {
            Cache::put('key', 'old', 60);
            $this->assertFalse(Cache::add('key', $value, 60));
            Cache::store()->getStore()->cache()->invalidate('key');
            $this->assertTrue(Cache::add('key', $value, 60));
            $this->assertSame($value, Cache::get('key'));
            Cache::forget('key');
            $this->assertTrue(Cache::add('key', $value, 60));
            $this->assertFalse(Cache::add('key', $value, 60));
            Cache::forget('key');
        }
    }

    public function test_touch_gives_a_new_life(): void
    {
        $store = Cache::getStore();
        $this->assertFalse($store->touch('nothing', 60));
        Cache::put('key', 'value', 10);
        $this->assertTrue($store->touch('key', 100000));
        $this->assertEqualsWithDelta(100000 * 1000, self::inCache('PTTL', self::live('key')), 5000);
        $this->assertGreaterThan(100000 * 1000, self::inCache('PTTL', self::live('key:gen')));
        $this->assertSame('value', Cache::get('key'));
        Cache::store()->getStore()->cache()->invalidate('key');
        $this->assertFalse($store->touch('key', 60), 'an invalidated copy is nothing');
    }

    #[DataProvider('drivers')]
    public function test_locks_have_owners(string $driver): void
    {
        $lock = Cache::store($driver)->lock('work', 60);
        $this->assertTrue($lock->get());
        $this->assertFalse(Cache::store($driver)->lock('work', 60)->get());
        $this->assertFalse(Cache::store($driver)->lock('work', 60)->release());
        $this->assertTrue(Cache::store($driver)->restoreLock('work', $lock->owner())->release());
        $this->assertSame('done', Cache::store($driver)->lock('work', 60)->get(fn () => 'done'));
        $this->assertTrue(Cache::store($driver)->lock('work', 60)->get());
        $this->expectException(LockTimeoutException::class);
        Cache::store($driver)->lock('work', 60)->block(0);
    }

    public function test_a_lock_is_none_of_a_builder_and_no_value(): void
    {
        $this->assertTrue(Cache::lock('key', 60)->get());
        $this->assertTrue(Cache::lock('key:lock', 60)->get());
        $this->assertSame('built', Cache::remember('key', 60, fn () => 'built'));
        $this->assertNull(Cache::get('key:lock'));
    }

    #[DataProvider('drivers')]
    public function test_odd_keys(string $driver): void
    {
        $keys = ["with\r\nlines", "nul\0byte", str_repeat('long', 5000), 'ключ', 'a b', 'a:lock', 'a:gen', 'a:stale', 'a:stale%',
            'a:done:' . str_repeat('0', 32), '~' . hash('sha256', ''), '0', '*', '[a]'];
        foreach ($keys as $i => $key) {
            Cache::store($driver)->put($key, "value $i", 60);
        }
        foreach ($keys as $i => $key) {
            $this->assertSame("value $i", Cache::store($driver)->get($key), $key);
            $this->assertSame("value $i", Cache::store($driver)->remember($key, 60, fn () => 'another'), $key);
        }
        foreach ($keys as $key) {
            Cache::store($driver)->forget($key);
            $this->assertSame(1, Cache::store($driver)->increment($key), $key);
            $this->assertEquals(1, Cache::store($driver)->get($key), $key);
            Cache::store($driver)->put($key, 'text', 60);
            $this->assertSame('text', Cache::store($driver)->get($key), $key);
        }
    }

    public function test_an_empty_key_is_a_key(): void
    {
        Cache::put('', 'value', 60);
        $this->assertSame('value', Cache::get(''));
        $this->assertSame('value', Cache::remember('', 60, fn () => 'another'));
        // What it is called by the extension is another key.
        $this->assertNull(Cache::get('~' . hash('sha256', '')));
    }

    public function test_the_rate_limiter_works_on_it(): void
    {
        config(['cache.limiter' => 'stampede']);
        for ($i = 0; $i < 3; $i++) {
            $this->assertTrue(RateLimiter::attempt('visitor', 3, fn () => true, 60));
        }
        $this->assertFalse(RateLimiter::attempt('visitor', 3, fn () => true, 60));
        $this->assertSame(0, RateLimiter::remaining('visitor', 3));
        RateLimiter::clear('visitor');
        $this->assertTrue(RateLimiter::attempt('visitor', 3, fn () => true, 60));
    }

    public function test_names_are_those_of_the_extension(): void
    {
        $names = Cache::getStore()->names();
        foreach (['plain', 'a:lock', 'a:gen%', 'a:stale', 'a:done:' . str_repeat('f', 32), 'a:done'] as $key) {
            Cache::put($key, 'value', 60);
            $this->assertSame(1, self::inCache('EXISTS', 'app:' . $names->live($key)), $key);
            $this->assertSame(1, self::inCache('EXISTS', 'app:' . $names->stale($key)), $key);
            $this->assertSame(1, self::inCache('EXISTS', 'app:' . $names->record($key)), $key);
        }
    }

    public function test_a_serializer_of_phpredis_changes_nothing(): void
    {
        config(['database.redis.cache.options' => ['serializer' => \Redis::SERIALIZER_PHP, 'prefix' => 'app:',
            'compression' => \Redis::COMPRESSION_NONE]]);
        Redis::purge('cache');
        $cache = $this->store();
        $this->assertSame(1, $cache->increment('n'));
        $this->assertSame(1, $cache->get('n'));
        $lock = $cache->lock('l', 10);
        $this->assertTrue($lock->get());
        $this->assertTrue($lock->release());
    }
}
