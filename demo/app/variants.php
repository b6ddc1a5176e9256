<?php

/*
 * The same list, cached in three ways. Each function returns the JSON and a word on where it comes from.
 */

declare(strict_types=1);

const TTL = 60;
/** The list is all there is on the page: on a cold start rather wait a little longer than show none. */
const OPTIONS = ['ttl' => TTL, 'cold_wait' => 1];

/** What everybody writes: look, and on a miss query and store. */
function unprotected(string $locale): array
{
    $json = redis()->get("notes:list:$locale");
    if ($json !== false) {
        return [$json, 'hit'];
    }
    $json = Notes::json(Notes::rows(), $locale);
    redis()->set("notes:list:$locale", $json, TTL);
    return [$json, 'built'];
}

/** One builder per locale. */
function per_locale(string $locale): array
{
    $list = stampede_fetch(
        'notes:list',
        $locale,
        static fn (string $locale): string => Notes::json(Notes::rows(), $locale),
        OPTIONS,
    );
    return [$list->value ?? '[]', $list->status->value];
}

/** One builder per locale, and the rows, which hold all languages, are read by one of them for all. */
function rows_once(string $locale): array
{
    $list = stampede_fetch(
        'notes:list',
        $locale,
        static fn (string $locale): string => Notes::json(
            stampede_remember('notes:rows', null, static fn (): array => Notes::rows(), OPTIONS),
            $locale,
        ),
        OPTIONS,
    );
    return [$list->value ?? '[]', $list->status->value];
}

function redis(): Redis
{
    static $redis = null;
    if ($redis === null) {
        $redis = new Redis();
        $redis->pconnect($_SERVER['DEMO_REDIS']);
    }
    return $redis;
}
