<?php

/**
 * The PHP interface of stampede: one builder per cache entry, everybody else gets a value, waits briefly or gets the
 * stale copy.
 *
 * All durations are seconds, fractions allowed (0.25). An entry is a key in one locale; the locale null is the entry
 * without a locale. Every function throws ValueError or TypeError for a wrong argument, before anything else happens:
 * an empty key, NUL, CR or LF in a key, a locale that does not match [A-Za-z0-9][A-Za-z0-9._@-]{0,63}, an unknown
 * option, an option out of its range.
 *
 * @generate-class-entries
 */

namespace {

    /**
     * Returns the cached value of an entry, building it at most once at a time across all hosts.
     *
     * A fresh copy is returned at once (one round trip). Otherwise one caller runs the builder and stores what it
     * returns; the others wait a bounded time, then get the stale copy, then the option `empty`.
     *
     *     $notes = stampede_remember('notes:list', 'ru', fn ($locale) => Note::listFor($locale)) ?? [];
     *
     * @param callable $builder called as $builder(?string $locale, Stampede\Build $build); returns the value to cache.
     *                          Arguments that the callable does not take are not passed.
     * @param array $options
     *     ttl (float seconds), stale_ttl (float seconds, 0 = until the next fill), jitter (0 to 1),
     *     lock_ttl (float seconds), wait (float seconds), cold_wait (float seconds), empty (mixed), refresh (bool),
     *     early (0 to 1), defer (bool), on_error ('throw' or 'stale'), gzip_level (0 to 9),
     *     classes (true, false or a list of class names), max_value (bytes)
     * @return mixed the value; or the option `empty` (default null) when nothing exists and somebody else is building.
     *               While the store cannot be used: what the builder returned, not stored.
     * @throws Stampede\RecursionException when called for an entry that this very call chain is already building
     * @throws Stampede\Exception when the built value cannot be stored (closure, generator, resource, a class that the
     *                            option `classes` does not allow)
     * @throws Throwable whatever the builder throws (with on_error 'stale': only when there is no stale copy)
     */
    function stampede_remember(string $key, ?string $locale, callable $builder, array $options = []): mixed {}

    /**
     * Like stampede_remember(), and tells how the value was come by.
     *
     * @param callable $builder see stampede_remember()
     * @param array $options see stampede_remember()
     * @throws Stampede\RecursionException see stampede_remember()
     * @throws Stampede\Exception see stampede_remember()
     * @throws Throwable see stampede_remember()
     */
    function stampede_fetch(string $key, ?string $locale, callable $builder, array $options = []): Stampede\Result {}

    /**
     * Answers the current HTTP request with a cached body: the stored gzip bytes go out as they are to clients that accept
     * gzip, decompressed to others.
     *
     *     stampede_send('page:home', 'ru', fn ($locale) => Page::render($locale), ['content_type' => 'text/html; charset=utf-8']);
     *
     * Headers: ETag (strong, one per encoding) and 304 for a matching If-None-Match of GET and HEAD, Vary: Accept-Encoding,
     * Content-Encoding, Content-Length, Content-Language (from the locale), Age, Cache-Status (RFC 9211) and, with the option
     * content_type, Content-Type. A HEAD request gets the headers. The script goes on; it must not print anything more.
     *
     * @param callable $builder see stampede_remember(); returns the body, a string
     * @param array $options those of stampede_remember(), and
     *     content_type (string): the header; empty: what is sent when nothing exists and somebody else is building: null
     *     (status 503, Retry-After: 1), a string (a body with status 200), or an array with body (string), status (int)
     *     and retry_after (int seconds, 0 = without). It goes out with Cache-Control: no-store.
     * @return Stampede\Result how the body was come by; its value is null
     * @throws Stampede\Exception before anything is built: when headers have been sent, output is in a buffer, an output
     *                            handler would change the body, zlib.output_compression is on, or a body has been sent
     * @throws TypeError when the builder returns something else than a string
     * @throws Throwable see stampede_remember()
     */
    function stampede_send(string $key, ?string $locale, callable $builder, array $options = []): Stampede\Result {}

    /**
     * Looks at an entry and never builds, waits or locks.
     *
     * @return Stampede\Result|null status Hit for the live copy, else Stale for the stale copy, else null. While Redis
     *                              cannot be used: Stale where the values lie in Memcached, else null.
     */
    function stampede_peek(string $key, ?string $locale = null): ?Stampede\Result {}

    /**
     * Stores a value as if a build that began now had returned it. Builds that began earlier cannot overwrite it.
     *
     * @param array $options see stampede_remember(); ttl, stale_ttl, jitter, gzip_level, classes and
     *                                      max_value matter here
     * @throws Stampede\ConnectionException when the store cannot be used
     * @throws Stampede\Exception when the value cannot be stored: it does not serialise, is larger than max_value, or
     *                            the store refused it (out of memory)
     */
    function stampede_put(string $key, ?string $locale, mixed $value, array $options = []): void {}

    /**
     * Ends the life of the live copy; the stale copy may still be shown until a new value is built. A build that began
     * before cannot make its value live. Call it after COMMIT.
     *
     * @param string|array|null $locale one locale, a list of locales (null in the list is the entry
     *     without a locale), or null for every locale of the key and the entry without one; one atomic step each way
     * @throws Stampede\ConnectionException when the store cannot be reached: an invalidation is never lost silently
     */
    function stampede_invalidate(string $key, string|array|null $locale = null): void {}

    /**
     * Like stampede_invalidate(), and nobody may see the old value again, not even as a stale copy. A build that began
     * before is not stored at all.
     *
     * @param string|array|null $locale see stampede_invalidate()
     * @throws Stampede\ConnectionException when the store cannot be reached; with values in Memcached also when they could
     *                                      not be deleted there, which can be seen while Redis is down (repeat it)
     */
    function stampede_forget(string $key, string|array|null $locale = null): void {}

    /**
     * What all processes of this host have done, and do now: those of one php-fpm master, or of one program and its
     * forked children. Counting begins anew when that master or program starts.
     *
     * @return array{
     *     since: float,
     *     answers: array{hit: int, built: int, waited: int, stale: int, empty: int, fallback: int},
     *     fills: array{none: int, filled: int, late: int, rejected: int, superseded: int, failed: int},
     *     build_errors: int, locks_lost: int, waits_refused: int, fallbacks_refused: int, puts: int, invalidations: int,
     *     forgets: int, connections: int, sent_bytes: int, received_bytes: int,
     *     build_duration: array{count: int, sum: float, buckets: list<array{le: ?float, count: int}>},
     *     wait_duration: array{count: int, sum: float, buckets: list<array{le: ?float, count: int}>},
     *     stale_age: float, waiters: int, builders: int, fallback_builders: int,
     *     endpoints: list<array{slot: int, endpoint: string, breaker: string, retry_in: float, failures: int}>
     * }
     *     since: when counting began, in seconds since 1970. answers: of remember and fetch, by status. fills: what became
     *     of built values, see Stampede\Fill; none: not to be stored (discard(), too large, fallback). locks_lost: builds that were over after their
     *     lease. waits_refused: answers without waiting because max_waiters others did. fallbacks_refused:
     *     empty answers while the store was down, because others built: the entry, or fallback_builders in all. Histograms in seconds; a bucket counts what took `le` seconds or less (null: all). stale_age:
     *     seconds, of the oldest stale copy answered in this and the last minute. waiters, builders, fallback_builders:
     *     at this moment; builders are all of them. endpoints: the slot tells apart what looks the same without its
     *     password; breaker: closed, open or half-open; retry_in: seconds until somebody tries again.
     */
    function stampede_stats(): array {}

    /**
     * The same as text for Prometheus: exposition format 0.0.4, to be served as "text/plain; version=0.0.4".
     */
    function stampede_metrics(): string {}
}

namespace Stampede {

    /** How a value was come by. */
    enum Status: string
    {
        /** The live copy: fresh, one round trip. */
        case Hit = "hit";
        /** This call ran the builder. */
        case Built = "built";
        /** Somebody else built it while this call waited. */
        case Waited = "waited";
        /** The stale copy: its life as live copy is over, a newer value is not there yet. */
        case Stale = "stale";
        /** Nothing exists and somebody else is building: the value is the option `empty`. */
        case Empty = "empty";
        /** This call ran the builder without the cache, because the store could not be used; nothing was stored. */
        case Fallback = "fallback";
    }

    /** What became of a value that this call built. */
    enum Fill: string
    {
        /** Stored, as live and as stale copy. */
        case Filled = "filled";
        /** Invalidated while it was built, or built from a stale copy of another entry: stored as stale copy alone. */
        case Late = "late";
        /** Forgotten while it was built, or the store lost its record of the key: not stored. */
        case Rejected = "rejected";
        /** A build or put that began later has been stored already: not stored. */
        case Superseded = "superseded";
        /** The store could not be reached or refused to write: not stored. */
        case Failed = "failed";
    }

    /**
     * What stampede_fetch() and stampede_peek() return.
     *
     * @strict-properties
     */
    final class Result
    {
        /** The value; for Status::Empty the option `empty`. */
        public readonly mixed $value;
        public readonly Status $status;
        /** Seconds since the value was built; null when nothing was built (Status::Empty). */
        public readonly ?float $age;
        /** Whether the value is a stale copy. */
        public readonly bool $isStale;
        /** Seconds that the builder of this value took; null for Status::Empty and for values stored by put. */
        public readonly ?float $buildTime;
        /** Seconds that this call waited for another builder. */
        public readonly float $waited;
        /** What became of the value that this call built; null when it built nothing or was not to store it. */
        public readonly ?Fill $fill;

        private function __construct() {}
    }

    /**
     * The running build, passed to the builder as its second argument.
     *
     * @not-serializable
     * @strict-properties
     */
    final class Build
    {
        private function __construct() {}

        /**
         * Seconds of the builder's lease that are left; 0.0 when it is over. A good statement time-out for the database.
         */
        public function remaining(): float {}

        /**
         * Renews the lease so that it ends in $seconds from now.
         *
         * @return bool false when somebody else holds the lock by now, when the build has no lock (Status::Fallback),
         *              or when the store cannot be reached
         */
        public function extend(float $seconds): bool {}

        /**
         * Chooses the life of the live copy from the data, instead of the option `ttl`.
         *
         * @throws Exception when the build has ended
         */
        public function ttl(float $seconds): void {}

        /**
         * Chooses the life of the stale copy, instead of the option `stale_ttl`; 0 = until the next fill.
         *
         * @throws Exception when the build has ended
         */
        public function staleTtl(float $seconds): void {}

        /**
         * The value of this build is returned to its caller but not stored.
         *
         * @throws Exception when the build has ended
         */
        public function discard(): void {}

        /**
         * The previous value of the entry where there is a stale copy, else null.
         *
         * @throws Exception when the build has ended
         */
        public function stale(): mixed {}
    }

    /**
     * A cache with a configuration of its own. The functions stampede_*() use a default instance made of the INI.
     *
     * @not-serializable
     * @strict-properties
     */
    final class Cache
    {
        /**
         * @param array $config INI names without their prefix, e.g.
         *     ['redis' => 'redis://cache:6379/2', 'prefix' => 'shop:', 'ttl' => 30]; what is left out comes from the INI
         */
        public function __construct(array $config = []) {}

        /** @see stampede_remember() */
        public function remember(string $key, ?string $locale, callable $builder, array $options = []): mixed {}

        /** @see stampede_fetch() */
        public function fetch(string $key, ?string $locale, callable $builder, array $options = []): Result {}

        /** @see stampede_send() */
        public function send(string $key, ?string $locale, callable $builder, array $options = []): Result {}

        /** @see stampede_peek() */
        public function peek(string $key, ?string $locale = null): ?Result {}

        /** @see stampede_put() */
        public function put(string $key, ?string $locale, mixed $value, array $options = []): void {}

        /** @see stampede_invalidate() */
        public function invalidate(string $key, string|array|null $locale = null): void {}

        /** @see stampede_forget() */
        public function forget(string $key, string|array|null $locale = null): void {}
    }

    /** Parent of all exceptions that stampede throws itself. */
    class Exception extends \RuntimeException
    {
    }

    /** The store could not be reached or refused what had to be done. */
    class ConnectionException extends Exception
    {
    }

    /** A builder asked, directly or through others, for the entry that it is building. */
    class RecursionException extends Exception
    {
    }
}
