<?php

/*
 * What stampede:invalidate and stampede:forget have in common: keys, locales, a progress bar.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Console;

use Exception;
use Illuminate\Console\Command;
use Stampede\Laravel\Invalidation\Ending;
use Stampede\Laravel\StampedeManager;

abstract class EndsEntries extends Command
{
    protected function end(StampedeManager $stampede, Ending $ending): int
    {
        $keys = $this->argument('key');
        if ($this->option('stdin')) {
            $keys = [...$keys, ...array_filter(array_map(trim(...), file('php://stdin')), fn (string $key) => $key !== '')];
        }
        if ($keys === []) {
            $this->components->error('Which keys? Name them, or give them with --stdin.');
            return self::INVALID;
        }
        $locales = $this->option('locale') ?: null;
        $failures = [];
        $bar = count($keys) > 1 ? $this->output->createProgressBar(count($keys)) : null;
        foreach ($keys as $key) {
            try {
                $ending->of($stampede->entries(), $key, $locales);
            } catch (Exception $exception) {
                $failures[$key] = $exception->getMessage();
            }
            $bar?->advance();
        }
        $bar?->finish();
        $bar && $this->newLine();
        foreach ($failures as $key => $message) {
            $this->components->error("$key: $message");
        }
        $done = count($keys) - count($failures);
        $where = $locales ? ', in ' . implode(', ', $locales) : '';
        $this->components->info("$done of " . count($keys) . " done$where.");
        return $failures ? self::FAILURE : self::SUCCESS;
    }
}
