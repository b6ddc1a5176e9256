<?php

/*
 * The front script of the end-to-end test, and of bench/run laravel: the application that tests/run has made, with a
 * few routes more. Cache stores and databases are those of the application's configuration, by environment variables.
 */

declare(strict_types=1);

use Illuminate\Http\Request;
use Illuminate\Support\Facades\App;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Route;
use Stampede\Laravel\Facades\Stampede;

require getenv('LARAVEL_APPLICATION') . '/vendor/autoload.php';

/** A list that costs the database something, as a page would show it. */
function notes(string $locale): array
{
    $seconds = (float) getenv('SITE_QUERY_SECONDS');
    $rows = DB::select("SELECT `notes`.*, SLEEP($seconds) FROM `notes` WHERE `locale` = ? LIMIT 1", [$locale]);
    return array_map(fn (object $row) => ['id' => $row->id, 'locale' => $row->locale, 'title' => $row->title], $rows);
}

$app = require getenv('LARAVEL_APPLICATION') . '/bootstrap/app.php';
$app->booted(static function (): void {
    // As text, which the database counts by what it says.
    config(['database.connections.mariadb.options' => [PDO::ATTR_EMULATE_PREPARES => true]]);
    Route::get('/ping', function () {
        DB::select('SELECT 1');
        Cache::store('redis')->get('nothing');
        Cache::store('stampede')->get('nothing');
        // Long enough for all workers to get one of these.
        usleep(50_000);
        return 'pong';
    });
    Route::get('/unprotected/{locale}', fn (string $locale) =>
        Cache::store('redis')->remember("notes:list:$locale", 60, fn () => notes($locale)));
    Route::get('/protected/{locale}', fn (string $locale) =>
        Cache::store('stampede')->remember("notes:list:$locale", 60, fn () => notes($locale)));
    Route::get('/localized/{locale}', function (string $locale) {
        App::setLocale($locale);
        return Stampede::remember('notes:localized', 60, fn (string $locale) => notes($locale));
    });
    Route::get('/flexible/{locale}', fn (string $locale) =>
        Cache::store('stampede')->flexible("notes:flexible:$locale", [60, 600], fn () => notes($locale)));
    Route::middleware('stampede:60,600')->get('/page', fn (Request $request) =>
        response('<!DOCTYPE html><title>' . notes('en')[0]['title'] . '</title>' . str_repeat('<p>text</p>', 1000)));
    if (is_file((string) getenv('SITE_ROUTES'))) {
        require getenv('SITE_ROUTES');
    }
});
$app->handleRequest(Request::capture());
