<?php

/*
 * The cache store "stampede". Publish it by `php artisan vendor:publish --tag=stampede-config`; nothing here has to be
 * changed to begin. An entry of config/cache.php with the driver "stampede" may hold any of the settings under
 * "defaults", and goes before them. Durations are seconds, fractions allowed.
 */

return [

    // The store that the facade Stampede and the middleware use. null: the default store where its driver is "stampede"
    // (or "array" or "null", for tests), else the store named "stampede".
    'store' => env('STAMPEDE_STORE'),

    'defaults' => [

        // Of config/database.php. It must be one server: neither a cluster nor Sentinel.
        'connection' => env('STAMPEDE_REDIS_CONNECTION', env('REDIS_CACHE_CONNECTION', 'cache')),
        'lock_connection' => env('STAMPEDE_REDIS_LOCK_CONNECTION'),

        // Put before every name, in addition to the prefix of the connection. null: cache.prefix
        'prefix' => null,

        // How long after its life a value may still be shown while one worker rebuilds. 0 = never. remember() alone:
        // flexible() says so itself, and what put() and forever() store is never shown after its life.
        'stale' => 600,

        // The lives of remembered values are spread by a random share of up to this fraction.
        'jitter' => 0.1,

        // Fraction of the life before its end in which one worker rebuilds while all others still hit.
        'early' => 0,

        // The lease of a builder. After kill -9, how long until somebody else may build. Slower builders still store.
        'lock_ttl' => 10,

        // Nothing is there and somebody else is building: how long to wait, and what then. "throw" throws the
        // framework's LockTimeoutException; "empty" answers what "empty" holds, which must then be given.
        'cold_wait' => 15,
        'on_timeout' => 'throw',
        // 'empty' => [],

        // The same when there is a stale value to show.
        'wait' => 0.005,

        // What the waits of one request (of one minute in a worker) may add up to, and how many workers of this host
        // may wait at one time.
        'request_wait' => 30,
        'max_waiters' => 1024,

        // The builder threw: "throw" hands its exception on, "stale" shows the last value where there is one.
        'on_error' => 'throw',

        // Classes that a value may hold: true (any), false (none) or a list. null: cache.serializable_classes (Laravel
        // 13), and true where that is not set, as in the framework's own stores. Security: whoever can write to Redis
        // can make PHP load any class that is allowed here. Cache arrays, and set a list or false.
        'classes' => null,

        'gzip_level' => 6,
        'max_value' => 64 << 20,
        // More than in php.ini: a framework that starts in fifty processes at one moment keeps the processors busy.
        'connect_timeout' => env('STAMPEDE_CONNECT_TIMEOUT', 1),
        'read_timeout' => env('STAMPEDE_READ_TIMEOUT', 2),
        'retry_after' => 1,
        'fallback_builders' => 4,
    ],

    // The locales of the application. A locale that is not in the list is served as app.fallback_locale. null: any
    // locale.
    'locales' => null,

    // What an invalidation does that could not reach Redis: it goes to this queue connection and is tried again for
    // "retry_for" seconds. It must not be on the same Redis; null: the default connection.
    'retry' => [
        'connection' => env('STAMPEDE_RETRY_CONNECTION'),
        'queue' => env('STAMPEDE_RETRY_QUEUE'),
        'retry_for' => 86400,
    ],

    // The middleware "stampede:TTL,STALE".
    'responses' => [
        // Parameters of the URL that do not change a page. * stands for anything.
        'ignore_query' => ['utm_*', 'gclid', 'fbclid', 'msclkid'],
        // Request headers that do: each value has a copy of its own. A response whose Vary names others is not stored.
        'vary' => ['X-Requested-With', 'X-Inertia', 'X-Inertia-Version', 'X-Inertia-Partial-Component', 'X-Inertia-Partial-Data',
            'X-Inertia-Partial-Except', 'X-Inertia-Reset', 'X-Inertia-Error-Bag', 'X-Livewire'],
        // Cookies that mean "this is somebody", besides those of the session and of "remember me". * stands for
        // anything.
        'bypass_cookies' => [],
    ],

];
