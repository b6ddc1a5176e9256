<?php

/*
 * php artisan stampede:forget
 */

declare(strict_types=1);

namespace Stampede\Laravel\Console;

use Stampede\Laravel\Invalidation\Ending;
use Stampede\Laravel\StampedeManager;

final class ForgetCommand extends EndsEntries
{
    protected $signature = 'stampede:forget
        {key?* : The keys}
        {--locale=* : These locales alone; all without it}
        {--stdin : Take more keys from standard input, one a line}';

    protected $description = 'Forget entries; nobody sees their last value again';

    public function handle(StampedeManager $stampede): int
    {
        return $this->end($stampede, Ending::Forget);
    }
}
