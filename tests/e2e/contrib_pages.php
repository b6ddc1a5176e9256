<?php

/*
 * The pages under contrib say what stampede_stats() of their host says, to Prometheus and to people; whoever may choose the
 * name of an endpoint cannot put anything else into them; and they say so when the extension is missing.
 */

declare(strict_types=1);

require __DIR__ . '/../inc/site.php';

const HOSTILE = [
    'unix:///no/"><script>alert(1)</script>&\'\\',
    'redis://"><img src=x onerror=alert(1)>:secret@127.0.0.1:1/0',
];

if (PHP_SAPI === 'fpm-fcgi') {
    $contrib = fn (string $file) => function (string|array ...$query) use ($file) {
        $_GET = $query;
        require __DIR__ . "/../../contrib/$file";
    };
    serve([
        '/metrics' => $contrib('metrics.php'),
        '/status' => $contrib('status.php'),
        '/stats' => function () {
            echo json_encode(stampede_stats(), JSON_PRESERVE_ZERO_FRACTION);
        },
        '/work' => function (string $key, string $redis = '') {
            $cache = new Stampede\Cache($redis === '' ? [] : ['redis' => $redis]);
            echo $cache->fetch($key, null, fn () => usleep(2000))->status->value;
        },
    ]);
    return;
}

/** The numbers of stampede_stats() by the names that Prometheus knows them by. */
function as_metrics(array $stats): array
{
    $metrics = [];
    foreach ($stats as $name => $value) {
        if (in_array($name, ['answers', 'fills'], true)) {
            $label = $name === 'answers' ? 'status' : 'outcome';
            foreach ($value as $part => $count) {
                $metrics["stampede_{$name}_total{{$label}=\"$part\"}"] = $count;
            }
        } elseif (str_ends_with($name, '_duration')) {
            foreach ($value['buckets'] as ['le' => $limit, 'count' => $count]) {
                $limit = $limit === null ? '+Inf' : json_encode($limit);
                $metrics["stampede_{$name}_seconds_bucket{le=\"$limit\"}"] = $count;
            }
            $metrics["stampede_{$name}_seconds_sum"] = $value['sum'];
            $metrics["stampede_{$name}_seconds_count"] = $value['count'];
        } elseif ($name === 'endpoints') {
            foreach ($value as $endpoint) {
                $labels = 'endpoint="' . addcslashes($endpoint['endpoint'], '"\\') . "\",slot=\"{$endpoint['slot']}\"";
                foreach (['closed', 'open', 'half-open'] as $state) {
                    $metrics["stampede_breaker_state{{$labels},state=\"$state\"}"] = (int) ($endpoint['breaker'] === $state);
                }
                $metrics["stampede_endpoint_failures_total{{$labels}}"] = $endpoint['failures'];
            }
        } else {
            $metrics[match ($name) {
                'since' => 'stampede_start_time_seconds',
                'stale_age' => 'stampede_stale_age_seconds',
                'waiters', 'builders', 'fallback_builders' => "stampede_$name",
                default => "stampede_{$name}_total",
            }] = $value;
        }
    }
    return $metrics;
}

function parse_metrics(string $text): array
{
    preg_match_all('/^([^#\s]\S*(?:\{.*\})?) (\S+)$/m', $text, $lines);
    return array_combine($lines[1], array_map(floatval(...), $lines[2]));
}

/** What promtool has to say; "0" is that all is well. */
function promtool(array $arguments, string $input = ''): string
{
    $promtool = proc_open(['promtool', ...$arguments], [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    fwrite($pipes[0], $input);
    fclose($pipes[0]);
    return stream_get_contents($pipes[1]) . proc_close($promtool);
}

/** Parses a page, and says what the parser does not like. HTML 5 is too new for it: tags that it does not know are fine. */
function parse_page(string $html): DOMXPath
{
    libxml_use_internal_errors(true);
    $document = new DOMDocument();
    $document->loadHTML($html);
    foreach (libxml_get_errors() as $error) {
        if ($error->code !== 801) {
            complain("the page, line $error->line: " . trim($error->message));
        }
    }
    libxml_clear_errors();
    return new DOMXPath($document);
}

/** The texts of a page by their names. */
function texts(DOMXPath $page): array
{
    $texts = [];
    foreach ($page->query('//*[@data-text]') as $element) {
        $texts[$element->getAttribute('data-text')] = $element->textContent;
    }
    return $texts;
}

$readme = file_get_contents(__DIR__ . '/../../contrib/README.md');
$site = new Site(__FILE__, workers: 2, ini: ['stampede.retry_after' => '60', 'stampede.fallback_builders' => '0']);
$get = fn (string $uri) => $site->receive($site->send($uri));
$json = fn (string $query = '') => json_decode($site->get("/status?json$query"), true, flags: JSON_THROW_ON_ERROR);
check('a build', 'built', $site->get('/work?key=a'));
check('a hit', 'hit', $site->get('/work?key=a'));
foreach (HOSTILE as $redis) {
    $site->get('/work?key=a&redis=' . rawurlencode($redis));
}

// Nothing happens between these: all of them must say the same.
$stats = json_decode($site->get('/stats'), true);
$metrics = $get('/metrics');
$page = $get('/status');
$data = $json();

check('hits', 1, $stats['answers']['hit']);
$endpoints = array_column($stats['endpoints'], 'breaker', 'endpoint');
check('endpoints', [HOSTILE[0] => 'open', str_replace('secret', '***', HOSTILE[1]) => 'open'], array_slice($endpoints, 1));

// For Prometheus.
check('status of metrics', 200, $metrics['status']);
check('type of metrics', 'text/plain; version=0.0.4; charset=utf-8', $metrics['headers']['content-type']);
check('metrics are not cached', 'no-store', $metrics['headers']['cache-control']);
$expected = array_map(floatval(...), as_metrics($stats));
$actual = parse_metrics($metrics['body']);
ksort($expected);
ksort($actual);
check('metrics', $expected, $actual);
if (shell_exec('command -v promtool')) {
    check('promtool', '0', promtool(['check', 'metrics'], $metrics['body']));
    preg_match('/^```yaml\n(.*?)^```$/ms', $readme, $rules);
    $file = Workspace::directory('rules') . '/rules.yml';
    file_put_contents($file, $rules[1]);
    check('promtool and the alerts', '0', substr(promtool(['check', 'rules', $file]), -1));
}
preg_match_all('/\bstampede_\w+/', $readme, $names);
check('metrics of the alerts that there are not', [],
    array_values(array_filter($names[0], fn ($name) => !preg_match("/^$name\b/m", $metrics['body']))));

// For people.
check('status of the page', 200, $page['status']);
check('type of the page', 'text/html; charset=utf-8', $page['headers']['content-type']);
check('the page is not cached', 'no-store', $page['headers']['cache-control']);
$parsed = parse_page($page['body']);
check('scripts', 1, $parsed->query('//script')->length);
check('endpoints in the table', array_keys($endpoints),
    array_map(fn ($node) => $node->textContent, [...$parsed->query('//tbody[@id="endpoints"]/tr/th')]));
check('notices of open breakers', 2, $parsed->query('//ul[@id="notices"]/li[@data-level="bad"]')->length);
check('elements that nobody wrote', 0, $parsed->query('//img')->length);
check('handlers and styles in attributes', 0, $parsed->query('//@*[starts-with(name(), "on") or name() = "style"]')->length);
check('what it loads', ['data:,'], array_map(fn ($node) => $node->nodeValue, [...$parsed->query('//@src | //@href')]));
check('no secrets', false, str_contains($page['body'] . $metrics['body'], 'secret'));
$policy = $page['headers']['content-security-policy'];
$nonce = $parsed->query('//script/@nonce')->item(0)->nodeValue;
check('the policy allows this script only', true,
    str_contains($policy, "default-src 'none';") && str_contains($policy, "script-src 'nonce-$nonce';"));
check('the nonce is another one each time', false, str_contains($site->get('/status'), $nonce));

$texts = texts($parsed);
$expected = array_intersect_key($data['page']['texts'], $texts);
$actual = array_diff_key($texts, array_flip(['time', 'since.ago'])) + $expected;
ksort($expected);
ksort($actual);
check('texts of the page', $expected, $actual);
check('hits of the page', '1', $texts['answers.hit']);
check('rates, with nothing to compare', '–', $texts['answers.hit.rate']);
foreach (array_keys($stats['endpoints']) as $i) {
    unset($data['stats']['endpoints'][$i]['retry_in'], $stats['endpoints'][$i]['retry_in']);
}
check('JSON', $stats, $data['stats']);
foreach ($stats as $name => $value) {
    $names = in_array($name, ['answers', 'fills'], true) ? array_map(fn ($part) => "$name.$part", array_keys($value)) : [
        str_ends_with($name, '_duration') ? "$name.count" : $name,
    ];
    check("$name is on the page", [], array_diff($names, array_keys($texts), ['endpoints']));
}

// As time goes by.
$was = $data['page']['token'];
for ($i = 0; $i < 20; $i++) {
    $site->get('/work?key=a');
}
usleep(100_000);
$later = $json("&was=$was&before=$was");
check('hits later', 21, $later['stats']['answers']['hit']);
$seconds = $later['time'] - $data['time'];
check('their rate', true, abs((float) $later['page']['texts']['answers.hit.rate'] - 20 / $seconds) <= 0.05 * 20 / $seconds + 1);
check('built values per second', '0', $later['page']['texts']['answers.built.rate']);
check('the page without JavaScript', true,
    texts(parse_page($site->get("/status?was=$was")))['answers.hit.rate'] !== '–');
$wrong = ['was[]=1', 'was=' . rawurlencode('"><script>'), 'was=1-2-3', 'was=' . str_repeat('9', 5000),
    'was=' . preg_replace('/^(\d+)-\d+/', '$1-7', $was), 'was=' . preg_replace('/\d+/', str_repeat('9', 18), $was)];
foreach ($wrong as $query) {
    $answer = $get("/status?json&$query");
    check("status, $query", 200, $answer['status']);
    check("rate, $query", '–', json_decode($answer['body'], true)['page']['texts']['answers.hit.rate'] ?? null);
}
check('what PHP had to say', [], preg_grep('~contrib/~', file($site->errorLog)));

// How numbers are estimated and written.
ob_start();
require __DIR__ . '/../../contrib/status.php';
ob_end_clean();
$histogram = fn (int ...$counts) => ['count' => end($counts), 'buckets' => array_map(
    fn ($limit, $count) => ['le' => $limit, 'count' => $count], [0.01, 0.1, 1.0, null], $counts)];
$quantiles = fn (int ...$counts) => array_map(
    fn ($part) => str_replace("\u{a0}", ' ', StampedeStatus\quantile($histogram(...$counts), $part)), [0.5, 0.95]);
check('quantiles', ['≈ 100 ms', '≈ 910 ms'], $quantiles(0, 50, 100, 100));
check('quantiles beyond all limits', ['≈ 5.5 ms', '> 1 s'], $quantiles(10, 10, 10, 11));
check('quantiles of nothing', ['–', '–'], $quantiles(0, 0, 0, 0));
check('durations', ['0 s', '0.3 ms', '25 ms', '1 s', '1.5 s', '2 min', '3 h', '30 d'], array_map(
    fn ($seconds) => str_replace("\u{a0}", ' ', StampedeStatus\duration($seconds)), [0, 3e-4, 0.025, 1, 1.5, 120, 10800, 2592000]));

// Without the extension.
$bare = new Nginx(new PhpFpm(1), __FILE__);
[$metrics, $page, $data] = http_herd(['/metrics', '/status', '/status?json'], $bare->address);
check('status without the extension', [503, 503, 503], [$metrics['status'], $page['status'], $data['status']]);
check('metrics without it', "The extension stampede is not loaded here.\n", $metrics['body']);
check('the page without it', 'stampede is not loaded', parse_page($page['body'])->evaluate('string(//h1)'));
check('JSON without it', ['error'], array_keys(json_decode($data['body'], true)));

exit(verdict());
