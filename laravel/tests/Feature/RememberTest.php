<?php

/*
 * remember(), rememberForever() and sear(): what they do as the framework's, and where they go their own way.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Feature;

use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Database\Eloquent\Collection;
use Illuminate\Foundation\Auth\User;
use Illuminate\Support\Facades\Cache;
use LogicException;
use PHPUnit\Framework\Attributes\DataProvider;
use Stampede\Laravel\Tests\Support\Forks;
use Stampede\Laravel\Tests\Support\Listens;
use Stampede\Laravel\Tests\Support\TestCase;
use Stampede\RecursionException;

final class RememberTest extends TestCase
{
    use Listens;

    /** Waits that end at once where they are for nothing. */
    private const IMPATIENT = ['cold_wait' => 0.05];

    public function test_it_builds_once_and_answers_the_same(): void
    {
        $builds = 0;
        $build = function () use (&$builds) {
            $builds++;
            return ['built', 1.5];
        };
        foreach ([60, now()->addMinute(), new \DateInterval('PT1M'), null, fn () => 60] as $i => $ttl) {
            $this->assertSame(['built', 1.5], Cache::remember("key$i", $ttl, $build));
            $this->assertSame(['built', 1.5], Cache::remember("key$i", $ttl, $build));
            $this->assertSame(['built', 1.5], Cache::get("key$i"));
        }
        $this->assertSame(['built', 1.5], Cache::rememberForever('forever', $build));
        $this->assertSame(['built', 1.5], Cache::sear('forever', $build));
        $this->assertSame(6, $builds);
        $this->assertGreaterThan(300e9, self::inCache('PTTL', self::live('forever')));
    }

    public function test_the_callback_gets_no_arguments(): void
    {
        $this->assertSame(0, Cache::remember('key', 60, fn (...$arguments) => count($arguments)));
        $this->assertSame('default', Cache::remember('other', 60, fn ($x = 'default') => $x));
    }

    public function test_warmth_is_told(): void
    {
        $this->assertSame(['value', false], Cache::rememberWithWarmth('key', 60, fn () => 'value'));
        $this->assertSame(['value', true], Cache::rememberWithWarmth('key', 60, fn () => 'value'));
    }

    public function test_models_and_collections_are_remembered(): void
    {
        $users = new Collection([(new User())->forceFill(['id' => 1, 'name' => 'Ann'])]);
        for ($i = 0; $i < 2; $i++) {
            $remembered = Cache::remember('users', 60, fn () => $users);
            $this->assertInstanceOf(Collection::class, $remembered);
            $this->assertSame('Ann', $remembered->first()->name);
        }
        $this->expectException(\Stampede\Exception::class);
        $this->expectExceptionMessage('Collection');
        $this->store(['classes' => false])->remember('none', 60, fn () => $users);
    }

    public function test_null_is_remembered(): void
    {
        $builds = 0;
        for ($i = 0; $i < 3; $i++) {
            $this->assertNull(Cache::remember('null', 60, function () use (&$builds) {
                $builds++;
                return null;
            }));
        }
        $this->assertSame(1, $builds);
        $this->assertNull(Cache::get('null'));
        $this->assertFalse(Cache::has('null'));
        // Unless the life says otherwise.
        $life = fn ($value) => $value === null ? 0 : 60;
        $this->assertNull(Cache::remember('other', $life, fn () => null));
        $this->assertSame('value', Cache::remember('other', $life, fn () => 'value'));
    }

    #[DataProvider('livesThatAreOver')]
    public function test_a_life_that_is_over_stores_nothing(mixed $ttl): void
    {
        $this->assertSame('first', Cache::remember('key', $ttl, fn () => 'first'));
        $this->assertNull(Cache::get('key'));
        $this->assertSame('second', Cache::remember('key', $ttl, fn () => 'second'));
        Cache::put('key', 'stored', 60);
        $this->assertSame('stored', Cache::remember('key', $ttl, fn () => 'third'));
    }

    public static function livesThatAreOver(): array
    {
        return ['0' => [0], 'negative' => [-5], 'in the past' => [new \DateTimeImmutable('-1 minute')], 'chosen' => [fn () => 0]];
    }

    public function test_a_life_may_follow_from_the_value(): void
    {
        Cache::remember('key', fn ($value) => $value * 100, fn () => 5);
        $this->assertEqualsWithDelta(500000, self::inCache('PTTL', self::live('key')), 55000);
        $this->assertGreaterThan(1000000, self::inCache('PTTL', self::live('key:stale')));
        Cache::remember('forever', fn () => null, fn () => 5);
        $this->assertGreaterThan(300e9, self::inCache('PTTL', self::live('forever')));
    }

    public function test_put_and_remember_see_each_other(): void
    {
        Cache::put('key', 'put', 60);
        $this->assertSame('put', Cache::remember('key', 60, fn () => 'built'));
        Cache::forget('key');
        $this->assertSame('built', Cache::remember('key', 60, fn () => 'built'));
        Cache::put('key', 'put again', 60);
        $this->assertSame('put again', Cache::remember('key', 60, fn () => 'built'));
        $this->assertFalse(Cache::add('key', 'added', 60));
    }

    public function test_what_was_put_is_not_shown_after_its_life(): void
    {
        $cache = $this->store(self::IMPATIENT);
        $cache->put('key', 'old', 60);
        $this->assertLessThanOrEqual(self::inCache('PTTL', self::live('key')) + 5, self::inCache('PTTL', self::live('key:stale')));
    }

    public function test_a_remembered_value_is_shown_while_somebody_builds_anew(): void
    {
        Cache::remember('key', 60, fn () => 'old');
        self::expire('key');
        self::lock('key');
        $this->assertSame('old', Cache::remember('key', 60, fn () => $this->fail('somebody else builds')));
        $this->assertNull(Cache::get('key'), 'get() answers what is fresh');
        self::unlock('key');
        $this->assertSame('new', Cache::remember('key', 60, fn () => 'new'));
    }

    public function test_stale_values_may_be_forbidden(): void
    {
        $cache = $this->store(['stale' => 0, 'jitter' => 0]);
        $cache->remember('key', 60, fn () => 'old');
        $this->assertLessThanOrEqual(60000, self::inCache('PTTL', self::live('key:stale')));
    }

    public function test_a_cold_start_that_takes_too_long_throws(): void
    {
        $cache = $this->store(self::IMPATIENT);
        self::lock('key');
        $this->listen();
        try {
            $cache->remember('key', 60, fn () => $this->fail('somebody else builds'));
            $this->fail('no exception');
        } catch (LockTimeoutException $exception) {
            $this->assertStringContainsString('[key]', $exception->getMessage());
        }
        $this->assertSame(['RetrievingKey key', 'CacheMissed key'], $this->heard());
    }

    public function test_a_cold_start_that_takes_too_long_may_have_an_answer(): void
    {
        $cache = $this->store(['on_timeout' => 'empty', 'empty' => ['nothing yet']] + self::IMPATIENT);
        self::lock('key');
        $this->assertSame(['nothing yet'], $cache->remember('key', 60, fn () => 'built'));
        $this->assertNull($cache->get('key'));
    }

    public function test_forget_while_it_is_built_holds(): void
    {
        $this->assertSame('old', Cache::remember('key', 60, function () {
            Cache::forget('key');
            return 'old';
        }));
        $this->assertNull(Cache::get('key'));
        $this->assertSame('new', Cache::remember('key', 60, fn () => 'new'));
    }

    public function test_put_while_it_is_built_holds(): void
    {
        Cache::remember('key', 60, function () {
            Cache::put('key', 'put', 60);
            return 'old';
        });
        $this->assertSame('put', Cache::get('key'));
    }

    public function test_flush_while_it_is_built_holds(): void
    {
        Cache::remember('key', 60, function () {
            Cache::flush();
            return 'old';
        });
        $this->assertNull(Cache::get('key'));
    }

    public function test_an_exception_is_the_same_object_and_leaves_no_lock(): void
    {
        $exception = new LogicException('not today');
        try {
            Cache::remember('key', 60, fn () => throw $exception);
            $this->fail('no exception');
        } catch (LogicException $caught) {
            $this->assertSame($exception, $caught);
        }
        $this->assertSame('built', Cache::remember('key', 60, fn () => 'built'));
    }

    public function test_a_failing_rebuild_may_show_the_last_value(): void
    {
        $cache = $this->store(['on_error' => 'stale']);
        $cache->remember('key', 60, fn () => 'old');
        self::expire('key');
        // The extension says in PHP's log why.
        $log = ini_set('error_log', '/dev/null');
        $this->assertSame('old', $cache->remember('key', 60, fn () => throw new LogicException('not today')));
        ini_set('error_log', $log);
    }

    public function test_a_callback_that_asks_for_its_own_key_is_told(): void
    {
        $this->expectException(RecursionException::class);
        Cache::remember('key', 60, fn () => Cache::remember('key', 60, fn () => 'inner'));
    }

    public function test_callbacks_may_use_other_keys(): void
    {
        $this->assertSame(3, Cache::remember('sum', 60, fn () => Cache::remember('a', 60, fn () => 1)
            + Cache::rememberForever('b', fn () => 2)));
        $this->assertSame([1, 2, 3], array_values(Cache::many(['a', 'b', 'sum'])));
    }

    public function test_events_are_those_of_the_framework(): void
    {
        $this->listen();
        $use = function (): array {
            Cache::remember('key', 60, fn () => 'value');
            $heard = [$this->heard()];
            Cache::remember('key', 60, fn () => 'value');
            $heard[] = $this->heard();
            Cache::put('other', 1, 60);
            Cache::get('other');
            Cache::get('nothing');
            Cache::forget('other');
            Cache::rememberForever('forever', fn () => 'value');
            $heard[] = $this->heard();
            return $heard;
        };
        Cache::setDefaultDriver('redis');
        $framework = $use();
        Cache::setDefaultDriver('stampede');
        $this->assertSame($framework, $use());
        $this->assertContains('KeyWritten key', $framework[0]);
    }

    public function test_what_is_not_kept_is_not_said_to_be_written(): void
    {
        $this->listen();
        Cache::remember('key', fn () => 0, fn () => 'value');
        $this->assertSame(['RetrievingKey key', 'CacheMissed key'], $this->heard());
    }

    public function test_events_can_be_left_out(): void
    {
        $cache = $this->store(['events' => false]);
        $this->listen();
        $cache->remember('key', 60, fn () => 'value');
        $this->assertSame([], $this->heard());
    }

    public function test_tags_are_refused_plainly(): void
    {
        $this->assertFalse(Cache::supportsTags());
        $this->expectException(\BadMethodCallException::class);
        $this->expectExceptionMessage('The cache driver [stampede] has no tags.');
        Cache::tags(['a'])->remember('key', 60, fn () => 1);
    }

    public function test_memo_remembers_and_protects(): void
    {
        if (!method_exists(\Illuminate\Cache\CacheManager::class, 'memo')) {
            $this->markTestSkipped('this version has no memo');
        }
        $cache = $this->store(self::IMPATIENT);
        $this->app->forgetScopedInstances();
        $this->assertSame('value', Cache::memo()->remember('key', 60, fn () => 'value'));
        $cache->put('key', 'changed by another request', 60);
        $this->assertSame('value', Cache::memo()->remember('key', 60, fn () => 'again'));
        $this->assertSame('value', Cache::memo()->get('key'));
        Cache::memo()->put('key', 'put', 60);
        $this->assertSame('put', Cache::memo()->remember('key', 60, fn () => 'again'));
        $this->assertSame('flexible', Cache::memo()->flexible('other', [60, 120], fn () => 'flexible'));
        self::lock('cold');
        $this->expectException(LockTimeoutException::class);
        Cache::memo()->remember('cold', 60, fn () => $this->fail('somebody else builds'));
    }

    public function test_one_of_many_processes_builds(): void
    {
        $directory = \Workspace::directory('herd');
        $answers = Forks::run(50, fn (int $i) => Cache::remember('herd', 60, function () use ($directory, $i) {
            touch("$directory/$i");
            usleep(200_000);
            return 'built';
        }));
        $this->assertSame(['built' => 50], array_count_values($answers));
        $this->assertCount(1, glob("$directory/*"));
    }

    public function test_what_lies_in_redis_is_serialized_once(): void
    {
        Cache::remember('list', 60, fn () => ['a' => 1, 'b' => [2]]);
        Cache::remember('text', 60, fn () => 'as it is');
        Cache::put('put', ['a' => 1], 60);
        $this->assertSame(serialize(['a' => 1, 'b' => [2]]), gzdecode(self::inCache('GET', self::live('list'))));
        $this->assertSame('as it is', gzdecode(self::inCache('GET', self::live('text'))));
        $this->assertSame(serialize(['a' => 1]), gzdecode(self::inCache('GET', self::live('put'))));
    }
}
