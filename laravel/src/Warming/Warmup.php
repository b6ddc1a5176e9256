<?php

/*
 * The entries that `php artisan stampede:warm` builds.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Warming;

use Closure;

final class Warmup
{
    /** @var array<string, array{ttl: mixed, builder: Closure, shared: bool}> by key */
    private array $entries = [];

    public function add(string $key, mixed $ttl, Closure $builder, bool $shared): void
    {
        $this->entries[$key] = ['ttl' => $ttl, 'builder' => $builder, 'shared' => $shared];
    }

    /** @return array<string, array{ttl: mixed, builder: Closure, shared: bool}> */
    public function all(): array
    {
        return $this->entries;
    }
}
