<?php

/*
 * The store's configuration: what is wrong is said, what is not said has a default, and config:cache changes nothing.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Feature;

use Illuminate\Support\Facades\Cache;
use InvalidArgumentException;
use PHPUnit\Framework\Attributes\DataProvider;
use Stampede\Laravel\Cache\StampedeRepository;
use Stampede\Laravel\Facades\Stampede;
use Stampede\Laravel\StampedeServiceProvider;
use Stampede\Laravel\Tests\Support\TestCase;

final class SettingsTest extends TestCase
{
    public function test_one_line_of_the_environment_is_enough(): void
    {
        $this->assertSame('stampede', config('cache.default'));
        $this->assertInstanceOf(StampedeRepository::class, Cache::store());
        $this->assertSame('stampede', Cache::store()->getName());
        $this->assertSame(config('cache.prefix'), Cache::getPrefix());
    }

    public static function mistakes(): array
    {
        return [
            [['tll' => 5], 'unknown setting [tll]; known are connection'],
            [['on_timeout' => 'null'], 'on_timeout must be "throw" or "empty"'],
            [['on_timeout' => 'empty'], '"empty" must be given'],
            [['stale' => -1], 'stale must be seconds'],
            [['connection' => 'nowhere'], 'Redis connection [nowhere] of the cache driver [stampede] is not defined'],
            [['jitter' => 7], 'jitter'],
            [['max_waiters' => 'many'], 'max_waiters'],
        ];
    }

    #[DataProvider('mistakes')]
    public function test_a_mistake_is_said(array $settings, string $message): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage($message);
        $this->store($settings);
    }

    public function test_numbers_may_come_from_the_environment(): void
    {
        $store = $this->store(['cold_wait' => '0.25', 'stale' => '60'])->getStore();
        $this->assertSame(0.25, $store->settings->extension['cold_wait']);
        $this->assertSame(60.0, $store->settings->stale);
    }

    public function test_what_a_published_configuration_leaves_out_has_its_default(): void
    {
        config(['stampede' => ['defaults' => ['stale' => 60]]]);
        (new StampedeServiceProvider($this->app))->register();
        $settings = $this->store()->getStore()->settings;
        $this->assertSame([60.0, 15], [$settings->stale, $settings->extension['cold_wait']]);
        $this->assertSame(86400, config('stampede.retry.retry_for'));
    }

    public function test_classes_are_those_of_the_framework_unless_given(): void
    {
        $this->assertTrue($this->store()->getStore()->settings->extension['classes']);
        config(['cache.serializable_classes' => false]);
        $this->assertFalse($this->store()->getStore()->settings->extension['classes']);
        $this->assertSame(['A'], $this->store(['classes' => ['A']])->getStore()->settings->extension['classes']);
    }

    public function test_the_facade_takes_a_store_that_protects(): void
    {
        config(['cache.default' => 'database']);
        $this->assertInstanceOf(StampedeRepository::class, Stampede::entries());
        config(['stampede.store' => 'database']);
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('The cache store [database] that stampede.store names has another driver than stampede.');
        Stampede::entries();
    }

    public function test_a_cached_configuration_holds_the_same(): void
    {
        $this->assertSame(0, $this->artisan('config:cache')->run());
        try {
            $cached = require $this->app->getCachedConfigPath();
            $this->assertSame(['driver' => 'stampede'], $cached['cache']['stores']['stampede']);
            $this->assertSame(600, $cached['stampede']['defaults']['stale']);
            $this->refreshApplication();
            $this->assertTrue($this->app->configurationIsCached());
            $this->assertSame('built', Cache::remember('key', 60, fn () => 'built'));
            $this->assertSame('built', Cache::get('key'));
        } finally {
            $this->artisan('config:clear')->run();
        }
    }
}
