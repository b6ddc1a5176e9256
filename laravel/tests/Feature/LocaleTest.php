<?php

/*
 * The locale of entries: the application's unless told otherwise, none for what is shared, the fallback for what is
 * unknown.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Feature;

use Illuminate\Container\Container;
use Illuminate\Support\Facades\App;
use Illuminate\Support\Facades\Cache;
use Stampede\Laravel\Facades\Stampede;
use Stampede\Laravel\StampedeManager;
use Stampede\Laravel\Tests\Support\TestCase;

final class LocaleTest extends TestCase
{
    private function list(?string $locale = null): mixed
    {
        return Stampede::remember('notes:list', 60, fn (string $locale) => "list in $locale", $locale);
    }

    public function test_it_is_the_application_s_unless_told_otherwise(): void
    {
        App::setLocale('ru');
        $this->assertSame('list in ru', $this->list());
        $this->assertSame('list in de', $this->list('de'));
        $this->assertSame('list in ru', stampede('notes:list'));
        $this->assertSame('list in de', stampede('notes:list', locale: 'de'));
        App::setLocale('de');
        $this->assertSame('list in de', Stampede::get('notes:list'));
        $this->assertSame('list in de', stampede('notes:list', 60, fn () => $this->fail('fresh')));
        $this->assertSame('list in fr', stampede()->flexible('notes:list', [60, 120], fn ($locale) => "list in $locale", 'fr'));
        Stampede::put('notes:list', 'put', 60, 'fr');
        $this->assertSame('put', Stampede::get('notes:list', 'fr'));
    }

    public function test_the_builder_runs_in_the_locale_that_it_builds_for(): void
    {
        App::setLocale('ru');
        $this->assertSame('de', Stampede::remember('key', 60, fn () => App::getLocale(), 'de'));
        $this->assertSame('ru', App::getLocale());
        try {
            Stampede::remember('other', 60, fn () => throw new \LogicException(), 'de');
        } catch (\LogicException) {
        }
        $this->assertSame('ru', App::getLocale());
    }

    public function test_what_is_shared_has_none(): void
    {
        $builds = 0;
        $rows = function () use (&$builds) {
            $builds++;
            return ['ru' => 'Заметка', 'de' => 'Notiz'];
        };
        foreach (['ru', 'de'] as $locale) {
            App::setLocale($locale);
            $this->assertSame($rows()[$locale], Stampede::shared('notes:rows', 60, $rows)[$locale]);
        }
        $this->assertSame(3, $builds);
        $this->assertSame(['ru', 'de'], array_keys(Cache::get('notes:rows')));
    }

    public function test_an_unknown_locale_is_served_as_the_fallback(): void
    {
        config(['stampede.locales' => ['en', 'ru'], 'app.fallback_locale' => 'en']);
        App::setLocale('xx');
        $this->assertSame('list in en', $this->list());
        $this->assertSame('list in ru', $this->list('ru'));
        $this->assertSame('list in en', $this->list("no\nlocale"));
        $this->assertSame(['en', 'ru'], Stampede::locales());
    }

    public function test_invalidate_and_forget_take_all_locales_or_some(): void
    {
        $fresh = fn () => array_map(fn ($locale) => Stampede::get('notes:list', $locale) !== null, ['ru', 'de', 'fr']);
        array_map($this->list(...), ['ru', 'de', 'fr']);
        Stampede::invalidate('notes:list', ['ru', 'fr']);
        $this->assertSame([false, true, false], $fresh());
        array_map($this->list(...), ['ru', 'de', 'fr']);
        Cache::forget('notes:list');
        $this->assertSame([false, false, false], $fresh());
    }

    /** As Octane does it: each request has an application of its own, in a process that goes on. */
    public function test_nothing_of_one_request_is_seen_in_the_next_one(): void
    {
        App::setLocale('ru');
        $this->assertSame('ru', Stampede::locale());
        $this->assertInstanceOf(StampedeManager::class, $manager = app(StampedeManager::class));
        $sandbox = clone $this->app;
        $sandbox->instance('config', clone $this->app['config']);
        Container::setInstance($sandbox);
        try {
            $sandbox->setLocale('de');
            $this->assertSame('de', $manager->locale());
            $this->assertSame('de', $manager->remember('key', 60, fn ($locale) => $locale));
        } finally {
            Container::setInstance($this->app);
        }
        $this->assertSame('ru', $manager->locale());
    }

    public function test_a_prefix_changed_on_the_way_counts_at_once(): void
    {
        Cache::put('key', 'of one tenant', 60);
        Cache::increment('n');
        Cache::getStore()->setPrefix('other_tenant_');
        $this->assertNull(Cache::get('key'));
        $this->assertSame(1, Cache::increment('n'));
        $this->assertSame('of another', Cache::remember('key', 60, fn () => 'of another'));
        Cache::flush();
        Cache::getStore()->setPrefix(config('cache.prefix'));
        $this->assertSame('of one tenant', Cache::get('key'));
    }

    public function test_plain_stores_do_for_tests(): void
    {
        config(['cache.default' => 'array']);
        App::setLocale('ru');
        $this->assertSame('list in ru', $this->list());
        $this->assertSame('list in de', $this->list('de'));
        Stampede::invalidate('notes:list', 'ru');
        $this->assertSame([null, 'list in de'], [Stampede::get('notes:list'), Stampede::get('notes:list', 'de')]);
        Stampede::forget('notes:list');
        $this->assertNull(Stampede::get('notes:list', 'de'));
        $this->assertSame([], self::inCache('KEYS', '*'));
    }

    public function test_the_fake_remembers_and_needs_no_redis(): void
    {
        config(['database.redis.cache' => ['host' => '/nowhere.sock', 'port' => 0]]);
        $fake = Stampede::fake();
        $this->assertSame('list in ru', $this->list('ru'));
        stampede()->forget('notes:list', 'ru');
        $fake->assertForgotten('notes:list', ['ru']);
        $this->assertNull(Stampede::get('notes:list', 'ru'));
    }
}
