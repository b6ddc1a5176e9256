<?php

/*
 * What the package brings into an application: the cache driver and a store of its name, the facade, the middleware and
 * the commands.
 */

declare(strict_types=1);

namespace Stampede\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Foundation\Application;
use Illuminate\Routing\Router;
use Illuminate\Support\ServiceProvider;
use Stampede\Laravel\Cache\MemoRepository;
use Stampede\Laravel\Cache\StampedeRepository;
use Stampede\Laravel\Cache\StampedeStore;
use Stampede\Laravel\Cache\StoreSettings;
use Stampede\Laravel\Console\ForgetCommand;
use Stampede\Laravel\Console\InvalidateCommand;
use Stampede\Laravel\Console\StatsCommand;
use Stampede\Laravel\Console\WarmCommand;
use Stampede\Laravel\Http\CacheResponse;
use Stampede\Laravel\Invalidation\Invalidator;
use Stampede\Laravel\Warming\Warmup;

final class StampedeServiceProvider extends ServiceProvider
{
    private const CONFIG = __DIR__ . '/../config/stampede.php';

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'stampede');
        $this->completeGroups();
        // So that CACHE_STORE=stampede is all there is to do.
        $config = $this->app['config'];
        $config->set('cache.stores.stampede', $config->get('cache.stores.stampede') ?? ['driver' => 'stampede']);

        $this->app->singleton(StampedeManager::class);
        $this->app->singleton(Invalidator::class);
        $this->app->singleton(Warmup::class);
        $this->callAfterResolving('cache', $this->extendCache(...));
    }

    public function boot(): void
    {
        $this->callAfterResolving('router', static fn (Router $router) =>
            $router->aliasMiddleware('stampede', CacheResponse::class));
        if ($this->app->runningInConsole()) {
            $this->publishes([self::CONFIG => $this->app->configPath('stampede.php')], 'stampede-config');
            $this->commands([ForgetCommand::class, InvalidateCommand::class, StatsCommand::class, WarmCommand::class]);
        }
    }

    /** What a published configuration leaves out of a group, such as a setting that is newer than it, has its default. */
    private function completeGroups(): void
    {
        $config = $this->app['config'];
        foreach (require self::CONFIG as $name => $group) {
            if (is_array($group)) {
                $config->set("stampede.$name", $config->get("stampede.$name", []) + $group);
            }
        }
    }

    private function extendCache(CacheManager $cache): void
    {
        // Not static: the manager binds it to itself.
        $cache->extend('stampede', function (Application $app, array $config): StampedeRepository {
            $store = new StampedeStore(fn () => $app['redis'], StoreSettings::of($config, $app['config']));
            $repository = new StampedeRepository($store, ['store' => $config['store'] ?? null]);
            if (($config['events'] ?? true) && $app->bound(Dispatcher::class)) {
                $repository->setEventDispatcher($app[Dispatcher::class]);
            }
            return $repository;
        });
        // Cache::memo() binds its repository unless somebody has: ours, which knows how to build.
        foreach ($this->app['config']['cache.stores'] as $name => $store) {
            if (($store['driver'] ?? null) === 'stampede') {
                $this->app->scopedIf("cache.__memoized:$name", static fn (Application $app) =>
                    new MemoRepository($name, $app['cache']->store($name)));
            }
        }
    }
}
