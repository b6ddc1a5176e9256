<?php

/*
 * One line of .env: fifty processes of a new application build once with it, and when it is taken back, the application
 * works as before, on the same Redis.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\EndToEnd;

use PHPUnit\Framework\TestCase;
use RedisServer;

final class SwitchTest extends TestCase
{
    private const PROCESSES = 50;

    private string $environment;
    private string $before;

    protected function setUp(): void
    {
        $this->environment = getenv('LARAVEL_APPLICATION') . '/.env';
        $this->before = file_get_contents($this->environment);
    }

    protected function tearDown(): void
    {
        file_put_contents($this->environment, $this->before);
    }

    public function test_the_line_is_put_in_and_taken_out(): void
    {
        $redis = new RedisServer();
        $this->line('CACHE_STORE=stampede');
        $this->assertSame(1, $this->herd($redis), 'builds with the line');
        $this->line('CACHE_STORE=redis');
        $this->assertGreaterThan(1, $this->herd($redis), 'builds without it');
        $this->line('CACHE_STORE=stampede');
        $this->assertSame(0, $this->herd($redis), 'the value is still there');
    }

    private function line(string $line): void
    {
        file_put_contents($this->environment, preg_replace('/^CACHE_STORE=.*$/m', $line, $this->before, count: $count));
        $this->assertSame(1, $count);
    }

    /** How many of the processes built. */
    private function herd(RedisServer $redis): int
    {
        $directory = \Workspace::directory('switch');
        // What .env says counts, not what phpunit.xml says.
        $env = ['REDIS_HOST' => $redis->socket, 'REDIS_PORT' => '0', 'STAMPEDE_CONNECT_TIMEOUT' => '60',
            'STAMPEDE_READ_TIMEOUT' => '60']
            + array_diff_key(getenv(), ['CACHE_STORE' => 1, 'APP_ENV' => 1]);
        $command = [PHP_BINARY, '-d', 'extension=' . getenv('STAMPEDE_EXTENSION'), __DIR__ . '/herd.php',
            getenv('LARAVEL_APPLICATION'), $directory, (string) self::PROCESSES];
        $this->assertSame(0, proc_close(proc_open($command, [['file', '/dev/null', 'r'], STDERR, STDERR], $pipes, null, $env)));
        $answers = array_map(file_get_contents(...), glob("$directory/answer.*"));
        $this->assertSame(['the report' => self::PROCESSES], array_count_values($answers));
        return count(glob("$directory/built.*"));
    }
}
