<?php

/*
 * php artisan stampede:warm
 */

declare(strict_types=1);

namespace Stampede\Laravel\Console;

use Illuminate\Console\Command;
use Stampede\Laravel\StampedeManager;
use Stampede\Laravel\Warming\Warmup;
use Throwable;

final class WarmCommand extends Command
{
    protected $signature = 'stampede:warm
        {key?* : These keys alone; all that were told by Stampede::warming() without it}
        {--locale=* : These locales alone; those of stampede.locales without it}';

    protected $description = 'Build entries anew, one after another, while everybody is still shown the last values';

    public function handle(StampedeManager $stampede, Warmup $warmup): int
    {
        $known = $warmup->all();
        $keys = $this->argument('key') ?: array_keys($known);
        $unknown = array_diff($keys, array_keys($known));
        if ($unknown) {
            $this->components->error('Nobody has told how to build [' . implode('], [', $unknown)
                . ']: call Stampede::warming() in a service provider.');
            return self::INVALID;
        }
        $steps = [];
        foreach ($keys as $key) {
            foreach ($known[$key]['shared'] ? [null] : ($this->option('locale') ?: $stampede->locales()) as $locale) {
                $steps[] = [$key, $locale];
            }
        }
        $failures = [];
        $bar = $this->output->createProgressBar(count($steps));
        $bar->setFormat(' %current%/%max% [%bar%] %message%');
        foreach ($steps as [$key, $locale]) {
            $name = $locale === null ? $key : "$key in $locale";
            $bar->setMessage($name);
            $bar->display();
            try {
                ['ttl' => $ttl, 'builder' => $builder] = $known[$key];
                $stampede->entries()->refreshIn($key, $locale, $ttl, $stampede->builder($builder));
            } catch (Throwable $failure) {
                $failures[$name] = $failure;
            }
            $bar->advance();
        }
        $bar->finish();
        $this->newLine();
        foreach ($failures as $name => $failure) {
            $this->components->error("$name: {$failure->getMessage()}");
            report($failure);
        }
        $this->components->info(count($steps) - count($failures) . ' of ' . count($steps) . ' built.');
        return $failures ? self::FAILURE : self::SUCCESS;
    }
}
