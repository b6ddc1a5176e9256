<?php

/*
 * The commands of artisan.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Feature;

use Illuminate\Support\Facades\App;
use Illuminate\Support\Facades\Artisan;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Http;
use LogicException;
use Stampede\Laravel\Facades\Stampede;
use Stampede\Laravel\Tests\Support\TestCase;

final class CommandsTest extends TestCase
{
    public function test_invalidate_leaves_the_last_value_and_forget_leaves_nothing(): void
    {
        foreach (['ru', 'de'] as $locale) {
            Stampede::remember('notes:list', 60, fn () => 'old', $locale);
        }
        Stampede::shared('other', 60, fn () => 'old');
        $this->artisan('stampede:invalidate', ['key' => ['notes:list'], '--locale' => ['ru']])
            ->expectsOutputToContain('1 of 1 done, in ru.')->assertSuccessful();
        $this->assertSame([null, 'old'], [Stampede::get('notes:list', 'ru'), Stampede::get('notes:list', 'de')]);
        $peek = fn (string $key, ?string $locale) => Cache::getStore()->cache()->peek($key, $locale)?->status->value;
        $this->assertSame('stale', $peek('notes:list', 'ru'));
        $this->artisan('stampede:forget', ['key' => ['notes:list', 'other']])
            ->expectsOutputToContain('2 of 2 done.')->assertSuccessful();
        $this->assertSame([null, null, null], [$peek('notes:list', 'ru'), $peek('notes:list', 'de'), $peek('other', null)]);
    }

    public function test_no_keys_is_a_mistake(): void
    {
        $this->artisan('stampede:invalidate')->expectsOutputToContain('Which keys?')->assertExitCode(2);
    }

    public function test_what_could_not_be_done_is_told(): void
    {
        config(['database.redis.cache' => ['host' => '/nowhere.sock', 'port' => 0]]);
        $this->store();
        $log = ini_set('error_log', '/dev/null');
        $this->artisan('stampede:forget', ['key' => ['a']])->expectsOutputToContain('0 of 1 done.')->assertFailed();
        ini_set('error_log', (string) $log);
    }

    public function test_warm_builds_everything_anew_in_every_locale(): void
    {
        config(['stampede.locales' => ['en', 'ru']]);
        $builds = 0;
        Stampede::warming('notes:list', 60, function (string $locale) use (&$builds) {
            return "list $locale " . App::getLocale() . ' ' . ++$builds;
        });
        Stampede::warming('notes:rows', fn () => 60, function () use (&$builds) {
            return ['rows', ++$builds];
        }, shared: true);
        $this->artisan('stampede:warm')->expectsOutputToContain('3 of 3 built.')->assertSuccessful();
        $this->assertSame(['list en en 1', 'list ru ru 2', ['rows', 3]],
            [Stampede::get('notes:list', 'en'), Stampede::get('notes:list', 'ru'), Cache::get('notes:rows')]);
        $this->artisan('stampede:warm', ['key' => ['notes:list'], '--locale' => ['ru']])->assertSuccessful();
        $this->assertSame(['list en en 1', 'list ru ru 4'], [Stampede::get('notes:list', 'en'), Stampede::get('notes:list', 'ru')]);
        $this->artisan('stampede:warm', ['key' => ['unknown']])
            ->expectsOutputToContain('Nobody has told how to build [unknown]')->assertExitCode(2);
    }

    public function test_warm_goes_on_after_a_failure_and_tells(): void
    {
        Stampede::warming('bad', 60, fn () => throw new LogicException('not today'), shared: true);
        Stampede::warming('good', 60, fn () => 'good', shared: true);
        $this->artisan('stampede:warm')->expectsOutputToContain('bad: not today')
            ->expectsOutputToContain('1 of 2 built.')->assertFailed();
        $this->assertSame('good', Cache::get('good'));
    }

    public function test_stats_count_what_lies_in_redis(): void
    {
        foreach (['ru', 'de'] as $locale) {
            Stampede::remember('notes:list', 60, fn () => str_repeat('x', 100), $locale);
        }
        Cache::increment('n');
        self::expire('notes:list:ru');
        self::lock('notes:list:ru');
        $this->artisan('stampede:stats')
            ->expectsOutputToContain('Fresh copies')
            ->assertSuccessful();
        $this->withoutMockingConsoleOutput()->artisan('stampede:stats');
        $shown = preg_replace(['/\e\[[\d;]*m/', '/ ?\.+ ?/'], ['', ' '], Artisan::output());
        foreach (['Fresh copies 1', 'Stale copies 2', 'Builds running 1', 'Keys 1', 'Counters 1'] as $line) {
            $this->assertStringContainsString($line, $shown);
        }
    }

    public function test_stats_of_the_workers_come_from_a_url(): void
    {
        Http::fake(['http://localhost/stats' => Http::response(stampede_stats())]);
        Stampede::remember('key', 60, fn () => 'value');
        $this->artisan('stampede:stats', ['--url' => 'http://localhost/stats'])
            ->expectsOutputToContain('answers: hit')->assertSuccessful();
        $this->artisan('stampede:stats', ['store' => 'array'])->assertExitCode(2);
    }
}
