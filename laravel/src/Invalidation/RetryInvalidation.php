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
use Stampede\Laravel\Cache\StampedeRepository;
use Stampede\Laravel\StampedeManager;

final class RetryInvalidation implements ShouldQueue
{
    use InteractsWithQueue;
    use Queueable;

    /**
     * @param list<string> $keys
     * @param ?list<?string> $locales
     * @param ?string $prefix of the store when it was tried first: an application may have one for each tenant
     */
    public function __construct(
        public readonly Ending $ending,
        public readonly array $keys,
        public readonly ?array $locales,
        public readonly ?string $prefix = null,
    ) {
        // The change that it is for has been committed.
        $this->afterCommit = false;
    }

    public function handle(StampedeManager $stampede): void
    {
        $before = self::prefix();
        self::setPrefix($this->prefix);
        try {
            foreach ($this->keys as $key) {
                $this->ending->of($stampede->entries(), $key, $this->locales);
            }
        } finally {
            self::setPrefix($before);
        }
    }

    /** That of the store in use; null where it has none to be set. */
    public static function prefix(): ?string
    {
        $entries = app(StampedeManager::class)->entries();
        return $entries instanceof StampedeRepository ? $entries->getStore()->getPrefix() : null;
    }

    private static function setPrefix(?string $prefix): void
    {
        if ($prefix !== null && $prefix !== self::prefix()) {
            app(StampedeManager::class)->entries()->getStore()->setPrefix($prefix);
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
