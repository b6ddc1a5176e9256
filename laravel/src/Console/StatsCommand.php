<?php

/*
 * php artisan stampede:stats: what lies in Redis, for the whole cluster. What the workers have done is counted in the
 * memory of each php-fpm master, which a command on the same host does not see: it asks a URL of the application for
 * it.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Console;

use Illuminate\Console\Command;
use Illuminate\Contracts\Cache\Factory;
use Illuminate\Support\Facades\Http;
use RuntimeException;
use Stampede\Laravel\Cache\StampedeRepository;
use Stampede\Laravel\Cache\StampedeStore;

final class StatsCommand extends Command
{
    /** What each step of going through Redis finds: fresh, stale, building, records, counters, others, bytes. */
    private const COUNT = <<<'LUA'
        local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 1000)
        local counts = {0, 0, 0, 0, 0, 0, 0}
        for _, name in ipairs(page[2]) do
            local kind = 6
            if string.match(name, ':gen$') then
                kind = 4
            elseif string.match(name, ':stale$') then
                kind = 2
            elseif string.match(name, ':lock$') then
                kind = 3
            elseif redis.call('TYPE', name).ok == 'string' then
                local value = redis.call('GETRANGE', name, 0, 20)
                kind = string.match(value, '^-?%d+$') and 5 or 1
            end
            counts[kind] = counts[kind] + 1
            if kind == 1 or kind == 2 then
                counts[7] = counts[7] + redis.call('STRLEN', name)
            end
        end
        return {page[1], counts, #page[2]}
        LUA;
    private const KINDS = ['Fresh copies', 'Stale copies', 'Builds running', 'Keys', 'Counters', 'Others',
        'Bytes of copies'];

    protected $signature = 'stampede:stats
        {store? : The store, if not the default one}
        {--url= : A URL of the application that answers Stampede::stats() as JSON}';

    protected $description = 'Show what the cache holds, and with --url what the workers of a host have done';

    public function handle(Factory $cache): int
    {
        $repository = $cache->store($this->argument('store'));
        if (!$repository instanceof StampedeRepository) {
            $this->components->error('This store has another driver than stampede.');
            return self::INVALID;
        }
        foreach (array_combine(self::KINDS, $this->count($repository->getStore())) as $kind => $count) {
            $this->components->twoColumnDetail($kind, number_format($count));
        }
        return $this->option('url') ? $this->showWorkers($this->option('url')) : self::SUCCESS;
    }

    /** @return list<int> */
    private function count(StampedeStore $store): array
    {
        $bar = $this->output->createProgressBar();
        $counts = array_fill(0, count(self::KINDS), 0);
        $cursor = '0';
        do {
            $page = $store->connection()->eval(self::COUNT, 0, $cursor, $store->names()->pattern());
            if (!is_array($page)) {
                throw new RuntimeException('Redis refused: ' . $store->connection()->client()->getLastError());
            }
            [$cursor, $found, $names] = $page;
            foreach ($found as $i => $count) {
                $counts[$i] += $count;
            }
            $bar->advance($names);
        } while ((string) $cursor !== '0');
        $bar->finish();
        $this->newLine();
        return $counts;
    }

    private function showWorkers(string $url): int
    {
        $stats = Http::timeout(10)->get($url)->throw()->json();
        foreach (['answers', 'fills'] as $group) {
            foreach ($stats[$group] as $name => $count) {
                $this->components->twoColumnDetail("$group: $name", number_format($count));
            }
        }
        foreach ($stats['endpoints'] as $endpoint) {
            $this->components->twoColumnDetail($endpoint['endpoint'], "breaker {$endpoint['breaker']}, "
                . "{$endpoint['failures']} failures");
        }
        return self::SUCCESS;
    }
}
