<?php

/*
 * The script of SwitchTest: starts the application as any script would, and asks in many processes at one moment.
 *
 * usage: php herd.php APPLICATION DIRECTORY PROCESSES
 */

declare(strict_types=1);

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Redis;

[, $application, $directory, $processes] = $argv;
require "$application/vendor/autoload.php";
$app = require "$application/bootstrap/app.php";
$app->make(Kernel::class)->bootstrap();

// So that not every process has to load the code; the connection is each one's own.
Cache::remember('nothing', 0, fn () => null);
Redis::purge('cache');

$gate = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
for ($i = 0; $i < $processes; $i++) {
    if (pcntl_fork() === 0) {
        fclose($gate[0]);
        // Ends when all have been forked.
        fread($gate[1], 1);
        file_put_contents("$directory/answer.$i", Cache::remember('report', 60, function () use ($directory, $i) {
            touch("$directory/built.$i");
            usleep(500_000);
            return 'the report';
        }));
        exit;
    }
}
fclose($gate[0]);
while (pcntl_wait($status) > 0);
