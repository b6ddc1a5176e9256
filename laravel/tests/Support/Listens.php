<?php

/*
 * What listeners of the cache's events hear, in order.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Support;

use Illuminate\Support\Facades\Event;

trait Listens
{
    /** @var list<string> "Event key", in order */
    private array $heard = [];

    private function listen(): void
    {
        Event::listen('Illuminate\Cache\Events\*', function (string $event, array $payload): void {
            $this->heard[] = trim(class_basename($event) . ' ' . ($payload[0]->key ?? ''));
        });
    }

    /** @return list<string> since the last time */
    private function heard(): array
    {
        [$heard, $this->heard] = [$this->heard, []];
        return $heard;
    }
}
