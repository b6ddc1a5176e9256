<?php

/*
 * php artisan stampede:invalidate
 */

declare(strict_types=1);

namespace Stampede\Laravel\Console;

use Stampede\Laravel\Invalidation\Ending;
use Stampede\Laravel\StampedeManager;

final class InvalidateCommand extends EndsEntries
{
    protected $signature = 'stampede:invalidate
        {key?* : The keys}
        {--locale=* : These locales alone; all without it}
        {--stdin : Take more keys from standard input, one a line}';

    protected $description = 'End the life of entries; their last value may be shown until there is a new one';

    public function handle(StampedeManager $stampede): int
    {
        return $this->end($stampede, Ending::Invalidate);
    }
}
