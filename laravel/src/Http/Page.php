<?php

/*
 * A whole response as it is stored, and as it goes out again. The body is kept compressed beside the headers, so that
 * what goes to clients that take gzip is neither compressed nor decompressed.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Http;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Symfony\Component\HttpFoundation\AcceptHeader;
use Symfony\Component\HttpFoundation\Response as AnyResponse;

final class Page
{
    /** What belongs to one answer, not to the page. */
    private const NOT_KEPT = ['date', 'age', 'set-cookie', 'content-length', 'etag', 'connection', 'transfer-encoding'];
    /** Bodies below are not worth it. */
    private const WORTH_COMPRESSING = 512;
    private const COMPRESSES = '~^(text/|image/svg|application/[\w.+-]*(json|xml|javascript|rss|atom))~i';

    private function __construct()
    {
    }

    /** Why a response must not be kept; null: it may be. */
    public static function refusal(AnyResponse $response): ?string
    {
        $cacheControl = (string) $response->headers->get('Cache-Control');
        $uncovered = array_diff(array_map(strtolower(...), $response->getVary()), ResponseKey::varying());
        return match (true) {
            $response->getStatusCode() !== 200 => "status-{$response->getStatusCode()}",
            !is_string($response->getContent()) => 'streamed',
            $response->headers->getCookies() !== [] => 'set-cookie',
            app()->bound('cookie') && app('cookie')->getQueuedCookies() !== [] => 'set-cookie',
            $response->headers->has('Content-Encoding') => 'encoded',
            str_contains($cacheControl, 'no-store') => 'no-store',
            self::saysNothing($response) => $uncovered !== [] ? 'vary' : null,
            str_contains($cacheControl, 'private') => 'private',
            str_contains($cacheControl, 'no-cache') => 'no-cache',
            $uncovered !== [] => 'vary',
            default => null,
        };
    }

    /**
     * @return array{headers: array<string, list<string>>, etag: string, gzip: ?string, body: ?string} one of the bodies
     */
    public static function kept(AnyResponse $response, int $gzipLevel): array
    {
        $body = (string) $response->getContent();
        $headers = array_change_key_case($response->headers->allPreserveCaseWithoutCookies());
        if (self::saysNothing($response)) {
            unset($headers['cache-control'], $headers['pragma'], $headers['expires']);
        }
        $compresses = strlen($body) >= self::WORTH_COMPRESSING && $gzipLevel > 0
            && preg_match(self::COMPRESSES, (string) $response->headers->get('Content-Type'));
        return [
            'headers' => array_diff_key($headers, array_flip(self::NOT_KEPT)),
            'etag' => hash('xxh128', $body),
            'gzip' => $compresses ? gzencode($body, $gzipLevel) : null,
            'body' => $compresses ? null : $body,
        ];
    }

    /** @param array $kept see kept() */
    public static function answer(array $kept, Request $request): Response
    {
        $gzip = $kept['gzip'] !== null && self::takesGzip($request);
        $body = $gzip ? $kept['gzip'] : $kept['body'] ?? gzdecode($kept['gzip']);
        $response = new Response($body, 200, $kept['headers']);
        $response->setEtag($kept['etag'] . ($gzip ? '-gz' : ''));
        $response->setVary('Accept-Encoding', false);
        $response->headers->set('Content-Length', (string) strlen($body));
        if ($gzip) {
            $response->headers->set('Content-Encoding', 'gzip');
        }
        $response->isNotModified($request);
        return $response;
    }

    /** Whether Cache-Control is what the framework says by itself, where the application has said nothing. */
    private static function saysNothing(AnyResponse $response): bool
    {
        // What the framework computes shows only in that it goes when something is said; "private" alone tells nothing.
        $headers = clone $response->headers;
        $headers->addCacheControlDirective('x-said');
        return $headers->get('Cache-Control') === 'x-said, private';
    }

    private static function takesGzip(Request $request): bool
    {
        $accepted = AcceptHeader::fromString($request->headers->get('Accept-Encoding', ''));
        return ($accepted->get('gzip')?->getQuality() ?? 0) > 0;
    }
}
