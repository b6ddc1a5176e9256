<?php

/*
 * One process of the herd of SwitchTest: starts the application as any script would, says so, waits for the gate and asks.
 */

declare(strict_types=1);

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Support\Facades\Cache;

[, $application, $directory] = $argv;
require "$application/vendor/autoload.php";
$app = require "$application/bootstrap/app.php";
$app->make(Kernel::class)->bootstrap();
touch("$directory/ready." . getmypid());
while (!file_exists("$directory/gate")) {
    usleep(1000);
}
echo Cache::remember('report', 60, function () use ($directory) {
    touch("$directory/built." . getmypid());
    usleep(300_000);
    return 'the report';
});
