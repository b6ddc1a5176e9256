<?php

/*
 * The cache key of a request's response: readable, and different for all that may change it.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Http;

use Illuminate\Http\Request;
use Illuminate\Support\Str;

final class ResponseKey
{
    public static function of(Request $request): string
    {
        $query = array_filter(
            $request->query->all(),
            fn (string|int $name) => !Str::is(config('stampede.responses.ignore_query', []), (string) $name),
            ARRAY_FILTER_USE_KEY,
        );
        // The framework makes null of empty arguments, which http_build_query() would leave out.
        array_walk_recursive($query, static function (mixed &$value): void {
            $value ??= '';
        });
        ksort($query);
        $key = 'response:' . $request->getSchemeAndHttpHost() . $request->getBaseUrl() . $request->getPathInfo()
            . ($query ? '?' . http_build_query($query, '', '&', PHP_QUERY_RFC3986) : '');
        return $key . self::headers($request);
    }

    /** @return list<string> names, in lower case, of the request headers that are in the key */
    public static function varying(): array
    {
        return ['accept-encoding', ...array_map(strtolower(...), config('stampede.responses.vary', []))];
    }

    private static function headers(Request $request): string
    {
        // What errors and redirects become hangs on it; a response that follows Accept in another way says Vary: Accept.
        $values = $request->wantsJson() ? ['json'] : ($request->expectsJson() ? ['ajax'] : []);
        foreach (config('stampede.responses.vary', []) as $name) {
            if ($request->headers->has($name)) {
                $values[strtolower($name)] = $request->headers->get($name);
            }
        }
        ksort($values);
        return $values ? '#' . http_build_query($values, '', '&', PHP_QUERY_RFC3986) : '';
    }
}
