<?php

/*
 * The middleware "stampede:TTL,STALE": whole responses, one copy for each URL and locale, built by one worker.
 *
 * It is for what everybody sees alike. A request that says who it is, by a session, a login or a cookie of either,
 * neither gets such a copy nor fills it; a response that sets a cookie, is no plain 200 or says private is not kept.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Http;

use Closure;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Str;
use InvalidArgumentException;
use Stampede\Build;
use Stampede\Laravel\Cache\Names;
use Stampede\Laravel\Cache\StampedeRepository;
use Stampede\Laravel\StampedeManager;
use Stampede\Result;
use Stampede\Status;
use Symfony\Component\HttpFoundation\Response as AnyResponse;

final class CacheResponse
{
    /** Seconds for which it is known of a URL that its responses are not to be kept, so that nobody waits for one. */
    private const PASS = 5;
    private const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range'];

    public function __construct(private readonly StampedeManager $stampede)
    {
    }

    /**
     * @param string $ttl seconds for which a response is fresh
     * @param string $stale seconds, from the same moment, for which it may be shown while a new one is made
     */
    public function handle(Request $request, Closure $next, string $ttl = '45', string $stale = '600'): AnyResponse
    {
        if (!is_numeric($ttl) || !is_numeric($stale) || $ttl <= 0 || $stale < 0) {
            throw new InvalidArgumentException("The middleware [stampede:$ttl,$stale] takes two numbers of seconds.");
        }
        $entries = $this->stampede->entries();
        $why = $entries instanceof StampedeRepository ? self::personal($request) : 'store';
        if ($why !== null) {
            return self::said($next($request), "fwd=bypass; detail=$why");
        }
        $key = ResponseKey::of($request);
        $locale = $this->stampede->locale();
        if ($request->isMethod('HEAD')) {
            return $this->head($entries, $key, $locale, $request, $next);
        }
        $own = null;
        // In the locale that it is stored for, which need not be the one that the request asked for.
        $build = $this->stampede->builder(function (?string $locale, Build $build) use ($request, $next, $entries, &$own): array {
            $own = self::whole($request, $next);
            $gzipLevel = (int) ($entries->getStore()->settings->extension['gzip_level'] ?? 6);
            return $this->kept($own, $request, $build, $gzipLevel);
        });
        try {
            $result = $entries->getStore()->cache()->fetch(Names::key($key), $locale, $build, [
                'ttl' => (float) $ttl,
                'stale_ttl' => max((float) $stale, (float) $ttl),
                'on_error' => 'stale',
                // The body is compressed already.
                'gzip_level' => 0,
            ]);
        } catch (FailedResponse $failed) {
            return self::said($failed->response, 'fwd=miss');
        }
        return match (true) {
            $result->status === Status::Empty => self::said(new Response('', 503, ['Retry-After' => '1',
                'Cache-Control' => 'no-store']), 'fwd=miss; collapsed; detail=empty'),
            isset($result->value['pass']) => self::said($own ?? $next($request), "fwd=miss; detail={$result->value['pass']}"),
            default => self::answer($result, $request, (float) $ttl),
        };
    }

    /** The whole response, whatever part of it this visitor already has. */
    private static function whole(Request $request, Closure $next): AnyResponse
    {
        $conditions = array_intersect_key($request->headers->all(), array_flip(self::CONDITIONS));
        foreach (array_keys($conditions) as $name) {
            $request->headers->remove($name);
        }
        try {
            return $next($request);
        } finally {
            $request->headers->add($conditions);
        }
    }

    /** What is to be stored for a response. */
    private function kept(AnyResponse $response, Request $request, Build $build, int $gzipLevel): array
    {
        if ($response->getStatusCode() >= 500) {
            throw new FailedResponse($response);
        }
        // Middleware behind this one may have found out who asks, or have begun a session.
        $refusal = Page::refusal($response) ?? self::personal($request);
        if ($refusal === null) {
            return Page::kept($response, $gzipLevel);
        }
        $build->ttl(self::PASS);
        $build->staleTtl(self::PASS);
        return ['pass' => $refusal];
    }

    /** The answer to HEAD has no body that could be kept. */
    private function head(
        StampedeRepository $entries,
        string $key,
        string $locale,
        Request $request,
        Closure $next,
    ): AnyResponse {
        $copy = $entries->getStore()->cache()->peek(Names::key($key), $locale);
        return $copy !== null && !isset($copy->value['pass'])
            ? self::answer($copy, $request, null)
            : self::said($next($request), 'fwd=bypass; detail=head');
    }

    private static function answer(Result $result, Request $request, ?float $ttl): AnyResponse
    {
        $response = Page::answer($result->value, $request);
        $response->headers->set('Age', (string) (int) $result->age);
        $left = $ttl === null ? '' : '; ttl=' . (int) ceil($ttl - $result->age);
        return self::said($response, match ($result->status) {
            Status::Hit => "hit$left",
            Status::Stale => "hit; detail=stale$left",
            Status::Waited => 'fwd=miss; collapsed',
            Status::Fallback => 'fwd=bypass; detail=fallback',
            default => $result->fill?->value === 'filled' ? 'fwd=miss; stored' : 'fwd=miss',
        });
    }

    /** RFC 9211. */
    private static function said(AnyResponse $response, string $status): AnyResponse
    {
        $response->headers->set('Cache-Status', "stampede; $status");
        return $response;
    }

    /** How a request says that it is not for everybody; null: it does not. */
    private static function personal(Request $request): ?string
    {
        $cookies = [config('session.cookie'), 'remember_*', ...config('stampede.responses.bypass_cookies', [])];
        $named = array_filter($request->cookies->keys(), fn ($name) => Str::is($cookies, (string) $name));
        return match (true) {
            // Not getMethod(), which takes the word of a header or field of a POST for it.
            !in_array($request->getRealMethod(), ['GET', 'HEAD'], true) => 'method',
            // input() prefers a JSON body to the query.
            $request->getContent() !== '' => 'body',
            $request->headers->has('Authorization') => 'authorization',
            $request->hasSession() => 'session',
            $named !== [] => 'cookie',
            self::somebodyIsLoggedIn() => 'user',
            default => null,
        };
    }

    /** Without asking the database who. */
    private static function somebodyIsLoggedIn(): bool
    {
        $guard = app()->bound('auth') ? app('auth')->guard() : null;
        return $guard !== null && method_exists($guard, 'hasUser') && $guard->hasUser();
    }
}
