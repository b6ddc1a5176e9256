<?php

/*
 * Invalidations that are not lost: after COMMIT and not at all after ROLLBACK, and tried again by the queue when they
 * did not reach Redis.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Invalidation;

use ArrayObject;
use Closure;
use Exception;
use Illuminate\Contracts\Bus\Dispatcher;
use Stampede\Laravel\StampedeManager;
use Throwable;
use WeakMap;

final class Invalidator
{
    /** Drivers of "queues" that keep nothing for later. */
    private const NO_QUEUES = ['sync', 'null', 'deferred', 'background'];

    /** @var WeakMap<object, ArrayObject<int, Closure>> what waits for the COMMIT of which transaction */
    private WeakMap $waiting;

    public function __construct()
    {
        $this->waiting = new WeakMap();
    }

    /**
     * @param list<string> $keys
     * @param ?list<?string> $locales
     * @throws Exception why Redis was not reached, where there is no queue to try again either
     */
    public function invalidate(array $keys, ?array $locales): void
    {
        $this->end(Ending::Invalidate, $keys, $locales);
    }

    /** As invalidate(). */
    public function forget(array $keys, ?array $locales): void
    {
        $this->end(Ending::Forget, $keys, $locales);
    }

    /**
     * @param ?string $connection of the database whose transaction counts; null: whichever is open
     */
    public function afterCommit(Closure $then, ?string $connection = null): void
    {
        $transaction = app()->bound('db.transactions')
            ? app('db.transactions')->callbackApplicableTransactions()
                ->last(fn ($record) => $connection === null || $record->connection === $connection)
            : null;
        if ($transaction === null) {
            $then();
            return;
        }
        if (!isset($this->waiting[$transaction])) {
            $endings = $this->waiting[$transaction] = new ArrayObject();
            $transaction->addCallback(static fn () => self::runAll($endings));
        }
        $this->waiting[$transaction][] = $then;
    }

    /** All of them, whichever fail: an exception would keep those that come after it from running. */
    private static function runAll(ArrayObject $endings): void
    {
        $first = null;
        foreach ($endings as $then) {
            try {
                $then();
            } catch (Throwable $failure) {
                $first ??= $failure;
            }
        }
        if ($first !== null) {
            throw $first;
        }
    }

    private function end(Ending $ending, array $keys, ?array $locales): void
    {
        $entries = app(StampedeManager::class)->entries();
        $missed = [];
        foreach ($keys as $key) {
            try {
                $ending->of($entries, $key, $locales);
            } catch (Exception $exception) {
                $missed[] = $key;
            }
        }
        if ($missed) {
            $this->tryAgainLater($ending, $missed, $locales, $exception);
        }
    }

    private function tryAgainLater(Ending $ending, array $keys, ?array $locales, Exception $reason): void
    {
        $config = app('config');
        $connection = $config['stampede.retry.connection'] ?? $config['queue.default'];
        if (in_array($config["queue.connections.$connection.driver"] ?? 'null', self::NO_QUEUES, true)) {
            throw $reason;
        }
        $job = (new RetryInvalidation($ending, $keys, $locales, RetryInvalidation::prefix()))
            ->onConnection($connection)
            ->onQueue($config['stampede.retry.queue']);
        try {
            app(Dispatcher::class)->dispatch($job);
        } catch (Throwable $alsoFailed) {
            report($alsoFailed);
            throw $reason;
        }
        app('log')->warning("stampede: {$ending->value} did not reach Redis, the queue tries again", [
            'keys' => $keys, 'locales' => $locales, 'reason' => $reason->getMessage(),
        ]);
    }
}
