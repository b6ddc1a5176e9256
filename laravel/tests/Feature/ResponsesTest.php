<?php

/*
 * The middleware: which responses are kept, for whom, and what goes out.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Feature;

use Illuminate\Foundation\Auth\User;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\App;
use Illuminate\Support\Facades\Cookie;
use Illuminate\Support\Facades\Route;
use Illuminate\Testing\TestResponse;
use PHPUnit\Framework\Attributes\DataProvider;
use Stampede\Laravel\Facades\Stampede;
use Stampede\Laravel\Http\ResponseKey;
use Stampede\Laravel\Tests\Support\TestCase;

final class ResponsesTest extends TestCase
{
    private int $made = 0;

    /** A page whose body tells how often it was made. */
    private function page(string $middleware = 'stampede:45,600', ?\Closure $response = null, string|array $more = []): void
    {
        Route::middleware([...(array) $more, $middleware])->match(['GET', 'POST'], '/page', function (Request $request) use ($response) {
            $this->made++;
            $body = "<p>page {$this->made} in " . App::getLocale() . str_repeat(' and so on', 100);
            return $response ? $response($body, $request) : response($body);
        });
    }

    private function number(TestResponse $response): int
    {
        return preg_match('/page (\d+)/', $response->getContent(), $match) ? (int) $match[1] : 0;
    }

    public function test_a_page_is_made_once(): void
    {
        $this->page();
        $first = $this->get('/page')->assertOk()->assertHeader('Cache-Status', 'stampede; fwd=miss; stored');
        $second = $this->get('/page')->assertOk()->assertHeader('Cache-Status', 'stampede; hit; ttl=45');
        $this->assertSame($first->getContent(), $second->getContent());
        $this->assertSame(1, $this->made);
        foreach (['Content-Type', 'ETag', 'Vary', 'Content-Length'] as $header) {
            $this->assertNotNull($first->headers->get($header), $header);
            $this->assertSame($first->headers->get($header), $second->headers->get($header), $header);
        }
        $this->assertStringContainsString('Accept-Encoding', $first->headers->get('Vary'));
        $this->assertSame((string) strlen($first->getContent()), $first->headers->get('Content-Length'));
        $second->assertHeader('Age', '0');
    }

    public function test_clients_that_take_gzip_get_the_stored_bytes(): void
    {
        $this->page();
        $plain = $this->get('/page');
        $gzip = $this->get('/page', ['Accept-Encoding' => 'br, gzip;q=0.8'])->assertHeader('Content-Encoding', 'gzip');
        $this->assertSame($plain->getContent(), gzdecode($gzip->getContent()));
        $this->assertLessThan(strlen($plain->getContent()), strlen($gzip->getContent()));
        $this->assertNotSame($plain->headers->get('ETag'), $gzip->headers->get('ETag'));
        $this->get('/page', ['Accept-Encoding' => 'gzip;q=0'])->assertHeaderMissing('Content-Encoding');
        $stored = gzdecode(self::inCache('GET', self::live(Stampede::responseKey('/page') . ':en')));
        $this->assertStringContainsString($gzip->getContent(), $stored, 'compressed once');
        $this->assertSame(1, $this->made);
    }

    public function test_who_has_it_gets_304(): void
    {
        $this->page();
        $etag = $this->get('/page')->headers->get('ETag');
        $this->get('/page', ['If-None-Match' => $etag])->assertStatus(304)->assertContent('')->assertHeader('ETag', $etag);
        $this->get('/page', ['If-None-Match' => '"other"'])->assertOk();
    }

    public function test_http_1_0_is_no_reason(): void
    {
        $this->page();
        $old = $this->call('GET', '/page', server: ['SERVER_PROTOCOL' => 'HTTP/1.0']);
        $this->assertSame('stampede; fwd=miss; stored', $old->headers->get('Cache-Status'));
        $this->get('/page')->assertHeaderMissing('Expires')->assertHeader('Cache-Control', 'no-cache, private');
        $this->assertSame(1, $this->made);
    }

    public function test_each_locale_has_a_copy(): void
    {
        $this->page();
        App::setLocale('ru');
        $this->assertStringContainsString('in ru', $this->get('/page')->getContent());
        App::setLocale('de');
        $this->assertStringContainsString('in de', $this->get('/page')->getContent());
        App::setLocale('ru');
        $this->assertStringContainsString('in ru', $this->get('/page')->getContent());
        $this->assertSame(2, $this->made);
    }

    public function test_arguments_are_in_the_key_but_for_those_of_advertising(): void
    {
        $this->page();
        $this->assertSame(1, $this->number($this->get('/page?a=1&b=2')));
        $this->assertSame(1, $this->number($this->get('/page?b=2&utm_source=x&a=1&fbclid=y')));
        $this->assertSame(2, $this->number($this->get('/page?a=2&b=2')));
        $this->assertSame(3, $this->number($this->getJson('/page?a=1&b=2')));
        $this->assertSame(4, $this->number($this->get('http://other.test/page?a=1&b=2')));
        $this->assertSame(5, $this->number($this->get('/page?a=1&b=2', ['X-Inertia' => 'true'])));
    }

    public function test_head_is_answered_from_what_get_has_left(): void
    {
        $this->page();
        $this->head('/page')->assertHeader('Cache-Status', 'stampede; fwd=bypass; detail=head');
        $page = $this->get('/page');
        $head = $this->head('/page')->assertOk()->assertHeader('ETag', $page->headers->get('ETag'));
        $this->assertStringStartsWith('stampede; hit', $head->headers->get('Cache-Status'));
        $this->assertSame('', $head->getContent());
        $this->assertSame(2, $this->made);
    }

    public static function somebody(): array
    {
        return [
            'session' => ['detail=cookie', fn ($test) => $test->withUnencryptedCookie(config('session.cookie'), 'x')],
            'remember me' => ['detail=cookie', fn ($test) => $test->withUnencryptedCookie('remember_web_59ba36', 'x')],
            'own cookie' => ['detail=cookie', function ($test) {
                config(['stampede.responses.bypass_cookies' => ['basket*']]);
                return $test->withUnencryptedCookie('basket_id', 'x');
            }],
            'token' => ['detail=authorization', fn ($test) => $test->withHeader('Authorization', 'Bearer x')],
            'user' => ['detail=user', fn ($test) => $test->actingAs((new User())->forceFill(['id' => 1]))],
        ];
    }

    #[DataProvider('somebody')]
    public function test_who_says_who_he_is_neither_gets_a_copy_nor_leaves_one(string $detail, \Closure $as): void
    {
        $this->page();
        $as($this)->get('/page')->assertHeader('Cache-Status', "stampede; fwd=bypass; $detail");
        $this->assertSame([], self::inCache('KEYS', '*response*'));
        // Somebody else, in an application of his own.
        $this->refreshApplication();
        $this->defaultHeaders = $this->unencryptedCookies = [];
        $this->page();
        $this->assertSame(2, $this->number($this->get('/page')));
        $this->assertSame(3, $this->number($as($this)->get('/page')));
    }

    public function test_a_page_with_a_session_is_not_kept(): void
    {
        config(['session.driver' => 'array']);
        $this->page(more: 'web');
        $this->get('/page')->assertHeader('Cache-Status', 'stampede; fwd=bypass; detail=session');
        $this->assertSame(2, $this->number($this->get('/page')));
    }

    public function test_other_methods_pass(): void
    {
        $this->page();
        $this->post('/page')->assertHeader('Cache-Status', 'stampede; fwd=bypass; detail=method');
        $this->assertSame(2, $this->number($this->post('/page')));
    }

    public static function notToBeKept(): array
    {
        return [
            'cookie' => ['set-cookie', fn ($body) => response($body)->cookie('a', 'b')],
            'cookie in the queue' => ['set-cookie', function ($body) {
                Cookie::queue('a', 'b');
                return response($body);
            }],
            'not found' => ['status-404', fn ($body) => response($body, 404)],
            'redirect' => ['status-302', fn () => redirect('/elsewhere')],
            'no-store' => ['no-store', fn ($body) => response($body)->header('Cache-Control', 'no-store')],
            'private' => ['private', fn ($body) => response($body)->header('Cache-Control', 'private, max-age=60')],
            'said to be what it is by default' => ['private', fn ($body) => response($body)->header('Cache-Control', 'no-cache, private')],
            'no-cache' => ['no-cache', fn ($body) => response($body)->header('Cache-Control', 'no-cache, public')],
            'varies with Accept' => ['vary', fn ($body) => response($body)->header('Vary', 'Accept')],
            'stream' => ['streamed', fn ($body) => response()->stream(fn () => print $body)],
            'varies' => ['vary', fn ($body) => response($body)->header('Vary', 'Cookie')],
            'encoded' => ['encoded', fn ($body) => response(gzencode($body))->header('Content-Encoding', 'gzip')],
        ];
    }

    #[DataProvider('notToBeKept')]
    public function test_what_is_not_for_all_is_not_kept(string $reason, \Closure $response): void
    {
        $this->page(response: $response);
        $first = $this->get('/page')->assertHeader('Cache-Status', "stampede; fwd=miss; detail=$reason");
        $second = $this->get('/page')->assertHeader('Cache-Status', "stampede; fwd=miss; detail=$reason");
        $this->assertSame($first->getStatusCode(), $second->getStatusCode());
        $this->assertSame(2, $this->made);
        $kept = gzdecode(self::inCache('GET', self::live(Stampede::responseKey('/page') . ':en')));
        $this->assertSame(['pass' => $reason], unserialize($kept));
        // Nobody waits for what will not be kept, and HEAD does not see it.
        $this->head('/page')->assertHeader('Cache-Status', 'stampede; fwd=bypass; detail=head');
    }

    public function test_a_page_is_not_kept_when_it_turned_out_on_the_way_who_asks(): void
    {
        $this->page(response: function ($body, Request $request) {
            $request->headers->has('X-Api-Key') && auth()->setUser((new User())->forceFill(['id' => 1]));
            return response($body . auth()->id());
        });
        $this->get('/page', ['X-Api-Key' => 'x'])->assertHeader('Cache-Status', 'stampede; fwd=miss; detail=user');
        auth()->forgetUser();
        $this->assertSame(2, $this->number($this->get('/page')));
    }

    public function test_nobody_poses_as_a_plain_get(): void
    {
        $this->page(response: fn ($body, Request $request) => response($body . $request->input('q')));
        $this->post('/page?q=good', ['q' => 'evil'], ['X-HTTP-Method-Override' => 'GET'])
            ->assertHeader('Cache-Status', 'stampede; fwd=bypass; detail=method');
        $this->json('GET', '/page?q=good', ['q' => 'evil'])->assertHeader('Cache-Status', 'stampede; fwd=bypass; detail=body');
        $this->assertStringEndsWith('good', $this->get('/page?q=good')->getContent());
    }

    public function test_a_locale_that_is_not_listed_gets_the_page_of_the_fallback_locale(): void
    {
        config(['stampede.locales' => ['en', 'de'], 'app.fallback_locale' => 'en']);
        $this->page();
        App::setLocale('fr');
        $this->assertStringContainsString(' in en', $this->get('/page')->getContent());
        App::setLocale('en');
        $this->assertStringContainsString(' in en', $this->get('/page')->getContent());
        $this->assertSame(1, $this->made);
    }

    public function test_who_already_has_the_page_may_build_it_for_all(): void
    {
        $this->page(response: fn () => response('the same'), more: []);
        Route::middleware(['stampede:45,600', 'cache.headers:public;max_age=30;etag'])->get('/tagged', fn () => response('the same'));
        $tag = $this->get('/tagged')->assertOk()->headers->get('ETag');
        Stampede::forget(Stampede::responseKey('/tagged'));
        $this->get('/tagged', ['If-None-Match' => $tag])->assertStatus(304);
        $this->assertStringStartsWith('stampede; hit', $this->get('/tagged')->assertOk()->headers->get('Cache-Status'));
    }

    public function test_empty_arguments_and_the_base_url_are_in_the_key(): void
    {
        $this->page();
        $this->assertSame(1, $this->number($this->get('/page?a=1')));
        $this->assertSame(2, $this->number($this->get('/page?a=1&print')));
        $request = fn (string $script) => Request::create('http://localhost' . $script . '/page', server: [
            'SCRIPT_NAME' => '/index.php', 'SCRIPT_FILENAME' => '/srv/index.php',
        ]);
        $this->assertNotSame(ResponseKey::of($request('')), ResponseKey::of($request('/index.php')));
    }

    public function test_an_error_is_not_kept_and_the_last_page_covers_it_up(): void
    {
        $this->page(response: fn ($body) => $GLOBALS['fails'] ? abort(500, 'not today') : response($body));
        $GLOBALS['fails'] = true;
        $this->get('/page')->assertStatus(500)->assertHeader('Cache-Status', 'stampede; fwd=miss');
        $this->assertSame([], self::inCache('KEYS', '*response*:en'));
        $GLOBALS['fails'] = false;
        $page = $this->get('/page')->assertOk()->getContent();
        Stampede::invalidate(Stampede::responseKey('/page'));
        $GLOBALS['fails'] = true;
        $log = ini_set('error_log', '/dev/null');
        $stale = $this->get('/page')->assertOk()->assertContent($page);
        ini_set('error_log', (string) $log);
        $this->assertStringContainsString('detail=stale', $stale->headers->get('Cache-Status'));
        $GLOBALS['fails'] = false;
        $this->assertNotSame($page, $this->get('/page')->assertOk()->getContent());
    }

    public function test_nothing_to_show_is_a_503_of_its_own(): void
    {
        $this->store(['cold_wait' => 0.05]);
        $this->page();
        self::lock(Stampede::responseKey('/page') . ':en');
        $this->get('/page')->assertStatus(503)->assertHeader('Retry-After', '1')
            ->assertHeader('Cache-Status', 'stampede; fwd=miss; collapsed; detail=empty');
        $this->assertSame(0, $this->made);
    }

    public function test_a_page_may_be_invalidated_and_forgotten(): void
    {
        $this->page();
        $this->get('/page?a=1');
        Stampede::forget(Stampede::responseKey('/page?a=1'));
        $this->assertSame(2, $this->number($this->get('/page?a=1')));
    }

    public function test_lives_are_those_of_the_route(): void
    {
        $this->page('stampede:7,70');
        $this->get('/page');
        $name = self::live(Stampede::responseKey('/page') . ':en');
        $this->assertEqualsWithDelta(7000, self::inCache('PTTL', $name), 3000);
        $this->assertEqualsWithDelta(70000, self::inCache('PTTL', "$name:stale"), 5000);
    }

    public function test_headers_of_the_page_are_kept_and_those_of_outer_middleware_added(): void
    {
        Route::aliasMiddleware('outer', OuterMiddleware::class);
        $this->page(response: fn ($body) => response($body, 200, ['X-Page' => 'yes', 'Content-Type' => 'text/plain; charset=utf-8']),
            more: 'outer');
        for ($i = 0; $i < 2; $i++) {
            $this->get('/page')->assertHeader('X-Page', 'yes')->assertHeader('X-Outer', 'yes')
                ->assertHeader('Content-Type', 'text/plain; charset=utf-8');
        }
    }

    public function test_wrong_numbers_are_said(): void
    {
        $this->withoutExceptionHandling();
        $this->page('stampede:soon');
        $this->expectExceptionMessage('The middleware [stampede:soon,600] takes two numbers of seconds.');
        $this->get('/page');
    }

    public function test_in_tests_with_the_array_store_every_page_is_made(): void
    {
        config(['cache.default' => 'array']);
        $this->page();
        $this->get('/page')->assertHeader('Cache-Status', 'stampede; fwd=bypass; detail=store');
        $this->assertSame(2, $this->number($this->get('/page')));
    }
}

final class OuterMiddleware
{
    public function handle(Request $request, \Closure $next): mixed
    {
        return $next($request)->header('X-Outer', 'yes');
    }
}
