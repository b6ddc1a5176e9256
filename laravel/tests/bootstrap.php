<?php

/*
 * Loads the application that tests/run has made, the helpers that start private servers, and the classes of these
 * tests.
 */

declare(strict_types=1);

$application = getenv('LARAVEL_APPLICATION') ?: exit("These tests are run by: tests/run laravel\n");
require_once "$application/vendor/autoload.php";
require_once __DIR__ . '/../../tests/inc/servers.php';

spl_autoload_register(static function (string $class): void {
    $prefix = 'Stampede\\Laravel\\Tests\\';
    if (str_starts_with($class, $prefix)) {
        require __DIR__ . '/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
    }
});
