<?php

/*
 * flexible(): shows what is stale and builds when the framework runs what was deferred, one builder in the cluster.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Feature;

use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Support\Defer\DeferredCallbackCollection;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Exceptions;
use Illuminate\Support\Facades\Route;
use Stampede\Laravel\Tests\Support\Forks;
use Stampede\Laravel\Tests\Support\Listens;
use Stampede\Laravel\Tests\Support\TestCase;

final class FlexibleTest extends TestCase
{
    use Listens;

    public function test_fresh_and_cold_values_are_answered_at_once(): void
    {
        $this->assertSame('built', Cache::flexible('key', [60, 120], fn () => 'built'));
        $this->assertSame('built', Cache::flexible('key', [60, now()->addMinutes(2)], fn () => $this->fail('fresh')));
        $this->assertSame('built', Cache::get('key'));
        $this->assertEqualsWithDelta(60000, self::inCache('PTTL', self::live('key')), 5000);
        $this->assertEqualsWithDelta(120000, self::inCache('PTTL', self::live('key:stale')), 5000);
        $this->assertCount(0, $this->deferred());
        $this->assertSame('not kept', Cache::flexible('nothing', [0, 0], fn () => 'not kept'));
        $this->assertNull(Cache::get('nothing'));
    }

    public function test_stale_values_are_shown_and_built_anew_afterwards(): void
    {
        Cache::flexible('key', [60, 120], fn () => 'old');
        self::expire('key');
        $built = false;
        $build = function () use (&$built) {
            $built = true;
            return 'new';
        };
        $ask = fn () => Cache::flexible('key', [60, 120], $build);
        $this->assertSame('old', $ask());
        $this->assertSame('old', $ask());
        $this->assertFalse($built);
        $this->assertCount(1, $this->deferred());
        $this->deferred()->invoke();
        $this->assertTrue($built);
        $this->assertSame('new', Cache::get('key'));
    }

    public function test_who_comes_later_finds_it_done(): void
    {
        Cache::flexible('key', [60, 120], fn () => 'old');
        self::expire('key');
        Cache::flexible('key', [60, 120], fn () => $this->fail('it is fresh again'));
        Cache::put('key', 'of somebody else', 60);
        $this->deferred()->invoke();
        Cache::flexible('key', [60, 120], fn () => 'old');
        self::expire('key');
        Cache::flexible('key', [60, 120], fn () => $this->fail('somebody else builds'));
        self::lock('key');
        $this->deferred()->invoke();
        $this->assertSame('of somebody else', Cache::flexible('key', [60, 120], fn () => 'new'));
    }

    public function test_one_of_many_processes_builds_anew(): void
    {
        Cache::flexible('key', [60, 120], fn () => 'old');
        self::expire('key');
        $directory = \Workspace::directory('flexible');
        $answers = Forks::run(20, function (int $i) use ($directory) {
            $answer = Cache::flexible('key', [60, 120], function () use ($directory, $i) {
                touch("$directory/$i");
                usleep(100_000);
                return 'new';
            });
            $this->deferred()->invoke();
            return $answer;
        });
        $this->assertContains('old', $answers);
        $this->assertCount(1, glob("$directory/*"));
        $this->assertSame('new', Cache::get('key'));
    }

    public function test_a_cold_herd_builds_once(): void
    {
        $directory = \Workspace::directory('cold');
        $answers = Forks::run(20, fn (int $i) => Cache::flexible('key', [60, 120], function () use ($directory, $i) {
            touch("$directory/$i");
            usleep(100_000);
            return 'new';
        }));
        $this->assertSame(['new' => 20], array_count_values($answers));
        $this->assertCount(1, glob("$directory/*"));
    }

    public function test_the_framework_decides_when_it_is_built(): void
    {
        Route::get('/page/{status}/{always}', fn (int $status, bool $always) => response(
            Cache::flexible('key', [60, 120], fn () => "after $status", null, $always),
            $status,
        ));
        foreach ([['500', '0', null], ['500', '1', 'after 500'], ['200', '0', 'after 200']] as [$status, $always, $fresh]) {
            Cache::put('key', 'old', 60);
            Cache::flexible('key', [60, 120], fn () => 'old');
            Cache::store()->getStore()->cache()->invalidate('key');
            $this->assertSame('old', $this->get("/page/$status/$always")->getContent());
            $this->assertSame($fresh, Cache::get('key'), "$status $always");
        }
    }

    public function test_an_old_value_forgotten_meanwhile_does_not_come_back(): void
    {
        Cache::flexible('key', [60, 120], fn () => 'old');
        self::expire('key');
        Cache::flexible('key', [60, 120], function () {
            Cache::forget('key');
            return 'built of old rows';
        });
        $this->deferred()->invoke();
        $this->assertNull(Cache::get('key'));
        $this->assertSame('new', Cache::flexible('key', [60, 120], fn () => 'new'));
    }

    public function test_what_was_deferred_waits_for_nobody(): void
    {
        Exceptions::fake();
        Cache::flexible('key', [60, 120], fn () => 'old');
        self::expire('key');
        Cache::flexible('key', [60, 120], fn () => $this->fail('somebody else builds'));
        Cache::forget('key');
        self::lock('key');
        $began = microtime(true);
        $this->deferred()->invoke();
        Exceptions::assertNothingReported();
        $this->assertLessThan(15, microtime(true) - $began);
        self::unlock('key');
        // What goes wrong in the callback is told.
        Cache::flexible('key', [60, 120], fn () => 'old');
        self::expire('key');
        Cache::flexible('key', [60, 120], fn () => throw new LockTimeoutException('of the callback'));
        $this->deferred()->invoke();
        Exceptions::assertReported(LockTimeoutException::class);
    }

    public function test_events(): void
    {
        $this->listen();
        Cache::flexible('key', [60, 120], fn () => 'value');
        $this->assertSame(['RetrievingKey key', 'CacheMissed key', 'WritingKey key', 'KeyWritten key'], $this->heard());
        Cache::flexible('key', [60, 120], fn () => 'value');
        $this->assertSame(['RetrievingKey key', 'CacheHit key'], $this->heard());
    }

    private function deferred(): DeferredCallbackCollection
    {
        return app(DeferredCallbackCollection::class);
    }
}
