<?php

/*
 * The cache stores of a Laravel application under php-fpm, side by side in one run against one Redis: remember() and
 * flexible() on the framework's Redis store, remember() under its lock, and both on the store of the package in
 * laravel/.
 *
 * Cold: fifty requests come to the call at one moment and nothing is there; the build takes 100 ms. Times are of the
 * call alone, as its worker sees it: the rest of a request is the same for all. Warm: the time of one call whose value
 * is fresh, the first of its request (the framework makes its store and connects to Redis in each request anew, the
 * extension keeps its connection) and the next ones; medians of rounds that take turns.
 *
 * usage: bench/run laravel [ROUNDS of the warm parts]
 */

declare(strict_types=1);

use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Redis;
use Illuminate\Support\Facades\Route;
use Stampede\Laravel\Tests\Support\Site;

const AT_ONCE = 50;
const BUILD = 0.1;
const COLD_ROUNDS = 5;
const CALLS = 500;

/** Name => call. */
function variants(): array
{
    $build = static function (string $key): Closure {
        return static function () use ($key): mixed {
            Redis::connection('default')->incr("builds:$key");
            usleep((int) (BUILD * 1e6));
            return value_of($key);
        };
    };
    return [
        'redis, remember' => fn (string $key) => Cache::store('redis')->remember($key, 600, $build($key)),
        'redis, flexible' => fn (string $key) => Cache::store('redis')->flexible($key, [300, 600], $build($key)),
        'redis, remember under lock()->block()' => fn (string $key) => Cache::store('redis')->get($key)
            ?? Cache::store('redis')->lock("lock:$key", 10)->block(10, fn () =>
                Cache::store('redis')->remember($key, 600, $build($key))),
        'stampede, remember' => fn (string $key) => Cache::store('stampede')->remember($key, 600, $build($key)),
        'stampede, flexible' => fn (string $key) => Cache::store('stampede')->flexible($key, [300, 600], $build($key)),
    ];
}

/** Values of a few kinds: their names are the first word of the key. */
function value_of(string $key): mixed
{
    return match (strtok($key, ':')) {
        'text' => str_repeat('<li>one line of a list</li>', 200),
        'rows' => array_map(fn (int $i) => ['id' => $i, 'title' => "Note number $i", 'body' => str_repeat("words $i ", 10)],
            range(1, 50)),
        'models' => collect(range(1, 20))->map(fn (int $i) => (new App\Models\User())->forceFill(['id' => $i,
            'name' => "User number $i", 'email' => "user$i@example.com"])),
    };
}

/** All workers go on when so many have come. */
function meet(string $where, int $count): void
{
    $redis = Redis::connection('default');
    for ($here = $redis->incr("meet:$where"); $here < $count; $here = (int) $redis->get("meet:$where")) {
        usleep(2000);
    }
}

if (PHP_SAPI === 'fpm-fcgi') {
    // Laravel 13 says false in new applications.
    config(['cache.serializable_classes' => null]);
    Route::get('/cold/{variant}/{key}', function (int $variant, string $key) {
        $call = array_values(variants())[$variant];
        // Connections and code first.
        $call('rows:known');
        meet("$variant:$key", AT_ONCE);
        $began = hrtime(true);
        $call($key);
        return response((string) ((hrtime(true) - $began) / 1e6));
    });
    Route::get('/first/{variant}/{key}', function (int $variant, string $key) {
        $call = array_values(variants())[$variant];
        $began = hrtime(true);
        $call($key);
        return response((string) ((hrtime(true) - $began) / 1e3));
    });
    Route::get('/warm/{variant}/{key}', function (int $variant, string $key) {
        $call = array_values(variants())[$variant];
        $call($key);
        $call($key);
        $began = hrtime(true);
        for ($i = 0; $i < CALLS; $i++) {
            $call($key);
        }
        return response((string) ((hrtime(true) - $began) / 1e3 / CALLS));
    });
    return;
}

require __DIR__ . '/../laravel/tests/bootstrap.php';
require __DIR__ . '/inc/figures.php';

$site = new Site(AT_ONCE, 0, ['SITE_ROUTES' => __FILE__]);
$names = array_keys(variants());
$rank = function (array $numbers, float $share): float {
    sort($numbers);
    return $numbers[(int) ceil(count($numbers) * $share) - 1];
};

$rows = [['cold, ' . AT_ONCE . ' at once, ' . COLD_ROUNDS . ' times', 'builds', 'p50 ms', 'p99 ms', 'p50 to one build']];
foreach ($names as $variant => $name) {
    $times = [];
    $site->get(["/warm/$variant/rows:known"]);
    for ($round = 0; $round < COLD_ROUNDS; $round++) {
        $answers = $site->get(array_fill(0, AT_ONCE, "/cold/$variant/rows:$variant-$round"));
        array_push($times, ...array_map(floatval(...), array_column($answers, 'body')));
    }
    $site->redis->command('SELECT', '0');
    $builds = 0;
    foreach ($site->redis->command('KEYS', "*builds:rows:$variant-*") as $counter) {
        $builds += (int) $site->redis->command('GET', $counter);
    }
    $rows[] = [$name, sprintf('%.1f', $builds / COLD_ROUNDS), sprintf('%.0f', $rank($times, 0.5)),
        sprintf('%.0f', $rank($times, 0.99)), sprintf('%.2f', $rank($times, 0.5) / BUILD / 1000)];
}
echo table($rows, 1), "\n";

// Few workers, whose caches are as warm as those of a busy site.
$site = new Site(2, 0, ['SITE_ROUTES' => __FILE__]);
$kinds = ['text', 'rows', 'models'];
foreach (['first' => 'first call of a request, microseconds', 'warm' => 'further calls, microseconds'] as $route => $title) {
    $figures = [];
    for ($round = 0; $round < (int) ($argv[1] ?? 31); $round++) {
        foreach ($kinds as $kind) {
            foreach ($names as $variant => $name) {
                $figures[$name][$kind][] = (float) $site->get(["/$route/$variant/$kind:$variant"])[0]['body'];
            }
        }
    }
    // The first round has filled the cache.
    $medians = array_map(fn (array $byKind) => array_map(fn (array $times) => median(array_slice($times, 1)), $byKind), $figures);
    $rows = [[$title, ...$kinds, ...array_map(fn (string $kind) => "$kind, to redis", $kinds)]];
    foreach ($medians as $name => $byKind) {
        $rows[] = [$name, ...array_map(fn (float $median) => sprintf('%.0f', $median), array_values($byKind)),
            ...array_map(fn (string $kind) => sprintf('%.2f', $byKind[$kind] / $medians[$names[0]][$kind]), $kinds)];
    }
    echo table($rows, 1), "\n";
}
