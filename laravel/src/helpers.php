<?php

/*
 * The function stampede(): the facade without a facade.
 */

declare(strict_types=1);

use Stampede\Laravel\StampedeManager;

if (!function_exists('stampede')) {
    /**
     * Without arguments the manager; with them, its remember().
     *
     * @return ($key is null ? StampedeManager : mixed)
     */
    function stampede(?string $key = null, mixed $ttl = null, ?Closure $callback = null, ?string $locale = null): mixed
    {
        $manager = app(StampedeManager::class);
        return match (true) {
            $key === null => $manager,
            $callback === null => $manager->get($key, $locale),
            default => $manager->remember($key, $ttl, $callback, $locale),
        };
    }
}
