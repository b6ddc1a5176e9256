<?php

/*
 * The job of the queue that ends entries when Redis can be reached again.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Invalidation;

use DateTimeInterface;
use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Queue\InteractsWithQueue;
use Stampede\Laravel\StampedeManager;

final class RetryInvalidation implements ShouldQueue
{
    use InteractsWithQueue;
    use Queueable;

    /**
     * @param list<string> $keys
     * @param ?list<?string> $locales
     */
    public function __construct(
        public readonly Ending $ending,
        public readonly array $keys,
        public readonly ?array $locales,
    ) {
        // The change that it is for has been committed.
        $this->afterCommit = false;
    }

    public function handle(StampedeManager $stampede): void
    {
        foreach ($this->keys as $key) {
            $this->ending->of($stampede->entries(), $key, $this->locales);
        }
    }

    public function retryUntil(): DateTimeInterface
    {
        return now()->addSeconds((int) config('stampede.retry.retry_for', 86400));
    }

    /** @return list<int> seconds; the last one repeats */
    public function backoff(): array
    {
        return [1, 2, 5, 10, 30];
    }
}
