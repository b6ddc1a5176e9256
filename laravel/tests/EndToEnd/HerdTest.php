<?php

/*
 * Fifty requests at one moment, in three locales, to the application under php-fpm: how often the database is asked.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\EndToEnd;

use PHPUnit\Framework\TestCase;
use Stampede\Laravel\Tests\Support\Site;

final class HerdTest extends TestCase
{
    private const REQUESTS = 50;

    private static ?Site $site = null;

    public static function setUpBeforeClass(): void
    {
        // The query takes long enough for all fifty to come while it runs.
        self::$site = new Site(self::REQUESTS, querySeconds: 2);
    }

    public static function tearDownAfterClass(): void
    {
        self::$site = null;
    }

    protected function setUp(): void
    {
        self::$site->redis->command('FLUSHALL');
        self::$site->queries();
    }

    private function herd(string $route): array
    {
        $answers = self::$site->get(Site::paths(self::REQUESTS, $route));
        foreach ($answers as $i => $answer) {
            $locale = Site::LOCALES[$i % 3];
            $this->assertSame("Note in $locale", json_decode($answer['body'], true)[0]['title'] ?? null, $answer['body']);
        }
        return $answers;
    }

    public function test_unprotected_nearly_everybody_asks_the_database(): void
    {
        $this->herd('unprotected');
        $this->assertGreaterThan(40, self::$site->queries());
    }

    public function test_protected_one_asks_for_each_locale(): void
    {
        $this->herd('protected');
        $this->assertSame(3, self::$site->queries());
        $this->herd('protected');
        $this->assertSame(0, self::$site->queries());
        // The lives are over, the stale copies are there.
        self::$site->delete('*notes:list:??');
        $this->herd('protected');
        $this->assertSame(3, self::$site->queries());
    }

    public function test_with_the_locale_of_the_application_as_well(): void
    {
        $this->herd('localized');
        $this->assertSame(3, self::$site->queries());
    }

    public function test_flexible_cold_and_stale(): void
    {
        $this->herd('flexible');
        $this->assertSame(3, self::$site->queries());
        self::$site->delete('*notes:flexible:??');
        $answers = $this->herd('flexible');
        // Nobody waited for a query of two seconds, though the machine may be slow.
        $this->assertLessThan(2000, min(array_column($answers, 'milliseconds')));
        for ($end = microtime(true) + 60, $queries = 0; $queries < 3 && microtime(true) < $end; usleep(50_000)) {
            $queries += self::$site->queries();
        }
        $this->herd('flexible');
        $this->assertSame(3, $queries + self::$site->queries());
    }

    public function test_a_page_is_made_once_and_goes_out_compressed(): void
    {
        $answers = self::$site->get(array_fill(0, self::REQUESTS, '/page'), ['Accept-Encoding' => 'gzip']);
        $this->assertSame(1, self::$site->queries());
        $this->assertCount(1, array_unique(array_column($answers, 'body')));
        $this->assertStringContainsString('Note in en', gzdecode($answers[0]['body']));
        $said = array_count_values(array_map(fn (array $answer) => explode('; ttl', $answer['headers']['cache-status'])[0],
            $answers));
        $this->assertSame(1, $said['stampede; fwd=miss; stored']);
        $this->assertGreaterThan(0, $said['stampede; fwd=miss; collapsed']);
    }
}
