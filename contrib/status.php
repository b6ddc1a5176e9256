<?php

/*
 * What stampede does on this host, for people: one page that keeps itself up to date. Copy this file anywhere, or point
 * nginx at it. Let only those ask who may see host names and traffic:
 *
 *     location = /stampede/status {
 *         allow 10.0.0.0/24;
 *         deny all;
 *         include fastcgi_params;
 *         fastcgi_param SCRIPT_FILENAME /usr/share/stampede/contrib/status.php;
 *         fastcgi_pass unix:/run/php/stampede-metrics.sock;
 *     }
 *
 * All pools of one php-fpm master share what is shown. A pool of its own, see metrics.php, answers also when the workers
 * of the site are all busy.
 *
 * ?json answers the same as JSON: "stats" is what stampede_stats() returns, "page" what the page shows. Nothing is
 * remembered here between two requests: "was" and "before" hold what was counted at the last refresh and a minute ago.
 * Without JavaScript the page reloads itself.
 */

declare(strict_types=1);

namespace StampedeStatus;

const REFRESH = 3; // seconds

/** All counters, in the order in which they are shown: what each is called, and what it is. */
const ANSWERS = [
    'answers.hit' => ['hit', 'The live copy: one round trip, no lock.'],
    'answers.built' => ['built', 'The caller ran its builder.'],
    'answers.waited' => ['waited', 'Somebody else built it meanwhile.'],
    'answers.stale' => ['stale', 'The last value: no newer one yet.'],
    'answers.empty' => ['empty', 'Nothing yet: somebody is building.'],
    'answers.fallback' => ['fallback', 'Built without the store: it is down.'],
];
const FILLS = [
    'fills.filled' => ['filled', 'Stored, fresh and as stale copy.'],
    'fills.late' => ['late', 'Invalidated meanwhile: stale only.'],
    'fills.rejected' => ['rejected', 'Forgotten meanwhile: not stored.'],
    'fills.superseded' => ['superseded', 'A newer one was there first.'],
    'fills.failed' => ['failed', 'The store was down or refused it.'],
    'fills.none' => ['none', 'Discarded, or built without store.'],
];
const TROUBLE = [
    'build_errors' => ['Build errors', 'Builders that threw an exception.'],
    'locks_lost' => ['Locks lost', 'Builds that outlasted their lease.'],
    'waits_refused' => ['Waits refused', 'As max_waiters others were waiting.'],
    'fallbacks_refused' => ['Fallbacks refused', 'Store down, and others were building.'],
];
const TRAFFIC = [
    'puts' => ['Puts', 'Values stored by hand.'],
    'invalidations' => ['Invalidations', 'Calls that ended the life of fresh copies.'],
    'forgets' => ['Forgets', 'Calls that made sure nobody sees the old value.'],
    'connections' => ['Connections', 'Made to the store; rising fast, they do not last.'],
    'sent_bytes' => ['Bytes sent', 'To the store.'],
    'received_bytes' => ['Bytes received', 'From the store.'],
];
const HISTOGRAMS = [
    'build_duration' => ['Builds', 'How long builders ran that returned a value.'],
    'wait_duration' => ['Waits', 'How long callers waited for somebody else’s build.'],
];
/** What an operator must look at when it grows: what it is called when it is over, and what to say meanwhile. */
const ALARMS = [
    'answers.fallback' => ['answers built without the cache', 'Values are built without the cache, which cannot be used.'],
    'fallbacks_refused' => ['fallbacks refused', 'The store is down and others are building: callers get nothing.'],
    'fills.failed' => ['fills failed', 'Built values are not stored: the store is away, out of memory or refuses to write.'],
    'waits_refused' => ['waits refused', 'Waits are refused: as many processes as max_waiters allows are waiting.'],
    'locks_lost' => ['locks lost', 'Locks are lost: builds take longer than lock_ttl and do not extend their lease.'],
    'build_errors' => ['build errors', 'Builders throw exceptions; the log of PHP may have them.'],
];

/* ---- how numbers are written ---- */

function e(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML5, 'UTF-8');
}

function number(float|int $n, int $decimals = 0): string
{
    return number_format($n, $decimals, '.', "\u{202f}");
}

function amount(float $n): string
{
    return number($n, $n > 0 && $n < 9.95 ? 1 : 0);
}

function percent(float $part, float $whole): string
{
    return $whole > 0 ? number(100 * $part / $whole, 1) . "\u{a0}%" : '–';
}

function bytes(float $n): string
{
    for ($units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']; $n >= 1024 && count($units) > 1; array_shift($units)) {
        $n /= 1024;
    }
    return ($units[0] === 'B' ? number($n) : amount($n)) . "\u{a0}$units[0]";
}

function duration(float $seconds): string
{
    [$n, $unit] = match (true) {
        $seconds <= 0 => [0, 's'],
        $seconds < 1 => [$seconds * 1000, 'ms'],
        $seconds < 120 => [$seconds, 's'],
        $seconds < 7200 => [$seconds / 60, 'min'],
        $seconds < 172800 => [$seconds / 3600, 'h'],
        default => [$seconds / 86400, 'd'],
    };
    return str_replace('.0', '', amount($n)) . "\u{a0}$unit";
}

/* ---- what is counted, now and before ---- */

/** @return array<string, int> all counters; those of a family are called "family.part" */
function counters(array $stats): array
{
    $counters = [];
    foreach (ANSWERS + FILLS + TROUBLE + TRAFFIC as $name => $_) {
        [$family, $part] = explode('.', $name) + [1 => null];
        $counters[$name] = $part === null ? $stats[$family] : $stats[$family][$part];
    }
    return $counters;
}

/** All counters as a word that goes through a URL and comes back as "was" or "before". */
function token(array $stats, float $time): string
{
    return implode('-', [(int) ($time * 1000), (int) ($stats['since'] * 1000), ...array_values(counters($stats))]);
}

/**
 * How much each counter has grown since the token was made.
 *
 * @return ?array{seconds: float, by: array<string, int>} null: there is none, or counting has begun anew
 */
function growth(array $stats, float $time, mixed $token): ?array
{
    $now = counters($stats);
    if (!is_string($token) || !preg_match('/^\d{1,18}(-\d{1,18}){' . (count($now) + 1) . '}$/', $token)) {
        return null;
    }
    [$then, $since] = $was = array_map(intval(...), explode('-', $token));
    $seconds = $time - $then / 1000;
    if ($since !== (int) ($stats['since'] * 1000) || $seconds < 0.1 || $seconds > 3600) {
        return null;
    }
    $by = array_map(fn ($n, $before) => max(0, $n - $before), $now, array_slice($was, 2));
    return ['seconds' => $seconds, 'by' => array_combine(array_keys($now), $by)];
}

/** Where the share $part of all ends, if what is in a bucket is spread evenly. */
function quantile(array $histogram, float $part): string
{
    $rank = $part * $histogram['count'];
    $limit = 0.0;
    $below = 0;
    foreach ($histogram['buckets'] as ['le' => $le, 'count' => $count]) {
        if ($le === null || $histogram['count'] === 0) {
            break;
        }
        if ($count >= $rank) {
            return '≈ ' . duration($limit + ($le - $limit) * ($rank - $below) / ($count - $below));
        }
        [$limit, $below] = [$le, $count];
    }
    return $histogram['count'] ? '> ' . duration($limit) : '–';
}

/* ---- the page as data: what JSON answers, and what HTML is made of ---- */

/** @return array{array<string, string>, array<string, float>} texts and bars */
function histogram_figures(string $name, array $histogram): array
{
    $count = $histogram['count'];
    $texts = [
        "$name.count" => number($count),
        "$name.mean" => $count ? duration($histogram['sum'] / $count) : '–',
        "$name.p50" => quantile($histogram, 0.5),
        "$name.p95" => quantile($histogram, 0.95),
    ];
    $bars = $counts = [];
    foreach ($histogram['buckets'] as $i => $bucket) {
        $counts[$i] = $bucket['count'] - ($histogram['buckets'][$i - 1]['count'] ?? 0);
    }
    foreach ($counts as $i => $count) {
        $texts["$name.$i"] = number($count);
        // What is there at all can be seen.
        $bars["$name.$i"] = $count ? max(2, round(100 * $count / max($counts), 2)) : 0;
    }
    return [$texts, $bars];
}

/** @return array<string, string> of what ought not to happen: "bad" if it does, "warn" if it did, else "" */
function levels(array $counters, array $growth): array
{
    $levels = [];
    foreach (ALARMS as $name => $_) {
        $levels[$name] = ($growth[$name] ?? 0) > 0 ? 'bad' : ($counters[$name] > 0 ? 'warn' : '');
    }
    return $levels;
}

/** @return list<array{level: string, text: string}> as few numbers as may be: each change is read out to who cannot see */
function notices(array $endpoints, array $counters, array $levels): array
{
    $notices = $past = [];
    foreach ($endpoints as ['endpoint' => $endpoint, 'breaker' => $breaker]) {
        if ($breaker === 'open') {
            $notices[] = ['level' => 'bad', 'text' => "$endpoint cannot be used: its breaker is open."];
        } elseif ($breaker !== 'closed') {
            $notices[] = ['level' => 'warn', 'text' => "$endpoint has failed; the next call tries it again."];
        }
    }
    foreach (ALARMS as $name => [$plural, $text]) {
        if ($levels[$name] === 'bad') {
            $notices[] = ['level' => 'bad', 'text' => $text];
        } elseif ($levels[$name] === 'warn') {
            $past[] = number($counters[$name]) . "\u{a0}$plural";
        }
    }
    if ($past) {
        $notices[] = ['level' => 'past', 'text' => 'Since counting began: ' . implode(', ', $past) . '.'];
    }
    return $notices ?: [['level' => 'good', 'text' => 'Nothing needs attention.']];
}

/**
 * @return array{token: string, texts: array<string, string>, bars: array<string, float>, levels: array<string, string>,
 *     notices: list<array{level: string, text: string}>, endpoints: list<array<string, string>>}
 *     by the names that elements of the page have in data-text, data-bar and data-level-of; a bar's length in percent
 */
function page(array $stats, float $time, mixed $was, mixed $before): array
{
    $last = growth($stats, $time, $was);
    $counters = counters($stats);
    $rate = fn (string $name) => ($last['by'][$name] ?? 0) / ($last['seconds'] ?? 1);
    $texts = $bars = $grown = [];

    foreach ($counters as $name => $count) {
        $bytes = str_ends_with($name, '_bytes');
        $texts[$name] = $bytes ? bytes($count) : number($count);
        $texts["$name.rate"] = $last ? ($bytes ? bytes($rate($name)) : amount($rate($name))) : '–';
    }
    foreach (['answers' => ANSWERS, 'fills' => FILLS] as $family => $parts) {
        $all = array_sum($stats[$family]);
        foreach ($parts as $name => $_) {
            $texts["$name.share"] = percent($counters[$name], $all);
            $bars[$name] = $all ? round(100 * $counters[$name] / $all, 2) : 0;
        }
        $texts[$family] = number($all);
        $grown[$family] = array_sum(array_intersect_key($last['by'] ?? [], $parts));
        $texts["$family.rate"] = $last ? amount($grown[$family] / $last['seconds']) : '–';
    }
    $texts['hit_ratio'] = percent($counters['answers.hit'], array_sum($stats['answers']));
    $texts['hit_ratio.last'] = percent($last['by']['answers.hit'] ?? 0, $grown['answers']);
    foreach (HISTOGRAMS as $name => $_) {
        [$more, $lengths] = histogram_figures($name, $stats[$name]);
        $texts += $more;
        $bars += $lengths;
    }
    foreach (['builders', 'waiters', 'fallback_builders'] as $name) {
        $texts[$name] = number($stats[$name]);
    }
    $texts['stale_age'] = $stats['stale_age'] > 0 ? duration($stats['stale_age']) : 'none';
    $texts['since'] = gmdate('Y-m-d H:i:s', (int) $stats['since']) . ' UTC';
    $texts['since.ago'] = duration($time - $stats['since']);
    $texts['time'] = gmdate('H:i:s', (int) $time) . ' UTC';
    $texts['interval'] = $last ? 'the last ' . duration(round($last['seconds'], 1)) : 'the last refresh';

    $minute = growth($stats, $time, $before) ?? $last;
    $levels = levels($counters, $minute['by'] ?? []) + ['fallback_builders' => $stats['fallback_builders'] > 0 ? 'bad' : ''];
    $notices = notices($stats['endpoints'], $counters, $levels);
    $bad = count(array_keys(array_column($notices, 'level'), 'bad', true));
    $texts['title'] = ($bad ? "($bad) " : '') . 'stampede on ' . php_uname('n');

    return [
        'token' => token($stats, $time),
        'texts' => $texts,
        'bars' => $bars,
        'levels' => $levels,
        'notices' => $notices,
        'endpoints' => array_map(fn (array $endpoint) => [
            'endpoint' => $endpoint['endpoint'],
            'breaker' => $endpoint['breaker'],
            'retry_in' => $endpoint['breaker'] === 'open' ? duration($endpoint['retry_in']) : '–',
            'failures' => number($endpoint['failures']),
            'level' => ['closed' => '', 'open' => 'bad'][$endpoint['breaker']] ?? 'warn',
        ], $stats['endpoints']),
    ];
}

/* ---- HTML ---- */

function text(array $page, string $name): string
{
    return ' data-text="' . e($name) . '">' . e($page['texts'][$name]);
}

function level(array $page, string $name): string
{
    return ' data-level-of="' . e($name) . '" data-level="' . e($page['levels'][$name] ?? '') . '"';
}

/** A bar that a viewBox of 100 units makes as long as its share; $side is the one that grows. */
function bar(array $page, string $name, string $side, string $other): string
{
    return '<rect data-bar="' . e($name) . "\" data-side=\"$side\" $side=\"{$page['bars'][$name]}\" $other/>";
}

/** @param array<string, array{string, string}> $counters */
function counter_table(array $page, string $title, array $counters, string $attributes = ''): string
{
    $shares = isset($page['bars'][array_key_first($counters)]);
    $html = "<section$attributes><h2>" . e($title) . '</h2><table><thead><tr><th scope="col"><span class="hidden">What</span></th>'
        . '<th scope="col">Count</th><th scope="col"><abbr title="per second since the last refresh">per s</abbr></th>'
        . ($shares ? '<th scope="col" class="share">Share</th>' : '') . "</tr></thead><tbody>\n";
    foreach ($counters as $name => [$label, $meaning]) {
        $html .= '<tr' . level($page, $name) . '><th scope="row"><b>' . e($label) . '</b> <small>' . e($meaning)
            . '</small></th><td' . text($page, $name) . '</td><td' . text($page, "$name.rate") . '</td>';
        if ($shares) {
            $html .= '<td class="share"><span' . text($page, "$name.share") . '</span>'
                . '<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">'
                . bar($page, $name, 'width', 'height="1"') . '</svg></td>';
        }
        $html .= "</tr>\n";
    }
    return "$html</tbody></table></section>\n";
}

function histogram(array $page, string $name, array $buckets): string
{
    [$title, $meaning] = HISTOGRAMS[$name];
    $numbers = [
        'count' => ['Count', 'since counting began'],
        'mean' => ['Mean', 'the sum divided by the count'],
        'p50' => ['p50', 'an estimate from the buckets: half of them took no longer'],
        'p95' => ['p95', 'an estimate from the buckets: 95 of 100 took no longer'],
    ];
    $html = '<section><h2>' . e($title) . '</h2><p class="note">' . e($meaning) . ' p50 and p95 are estimates.</p><dl class="row">';
    foreach ($numbers as $number => [$label, $explanation]) {
        $html .= '<div><dt><abbr title="' . e($explanation) . '">' . e($label) . '</abbr></dt><dd'
            . text($page, "$name.$number") . '</dd></div>';
    }
    $html .= '</dl><svg class="histogram" viewBox="0 0 ' . 10 * count($buckets) . ' 100" preserveAspectRatio="none" '
        . 'aria-hidden="true"><g transform="matrix(1 0 0 -1 0 100)">';
    $labels = $rows = '';
    foreach ($buckets as $i => ['le' => $limit]) {
        $label = $limit === null ? 'longer' : duration($limit);
        $html .= bar($page, "$name.$i", 'height', 'width="9" x="' . (10 * $i + 0.5) . '"');
        $labels .= '<span>' . ($i % 3 === 0 ? e($label) : '') . '</span>';
        $rows .= '<tr><th scope="row">' . e($limit === null ? $label : "≤ $label") . '</th><td' . text($page, "$name.$i")
            . "</td></tr>\n";
    }
    return "$html</g></svg><div class=\"scale\" aria-hidden=\"true\">$labels</div>\n<details><summary>As a table</summary><table>"
        . '<thead><tr><th scope="col">Took</th><th scope="col">Count</th></tr></thead>'
        . "<tbody>\n$rows</tbody></table></details></section>\n";
}

function endpoint_row(array $endpoint): string
{
    $cells = '';
    foreach (['breaker', 'retry_in', 'failures'] as $name) {
        $cells .= "<td data-part=\"$name\">" . e($endpoint[$name] ?? '') . '</td>';
    }
    return '<tr data-level="' . e($endpoint['level'] ?? '') . '"><th scope="row" data-part="endpoint">'
        . e($endpoint['endpoint'] ?? '') . "</th>$cells</tr>\n";
}

/* ---- the answer ---- */

$time = microtime(true);
$stats = function_exists('stampede_stats') ? stampede_stats() : null;
$nonce = base64_encode(random_bytes(16));

header('Cache-Control: no-store');
header('X-Content-Type-Options: nosniff');
header('Referrer-Policy: no-referrer');
header("Content-Security-Policy: default-src 'none'; style-src 'nonce-$nonce'; script-src 'nonce-$nonce'; "
    . "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    . "require-trusted-types-for 'script'; trusted-types 'none'");
if ($stats === null) {
    http_response_code(503);
}
if (isset($_GET['json'])) {
    header('Content-Type: application/json');
    echo json_encode(
        $stats === null
            ? ['error' => 'The extension stampede is not loaded here.']
            : [
                'time' => $time,
                'stats' => $stats,
                'page' => page($stats, $time, $_GET['was'] ?? null, $_GET['before'] ?? null),
            ],
        JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_SLASHES,
    ), "\n";
    return;
}
header('Content-Type: text/html; charset=utf-8');
$page = $stats === null ? null : page($stats, $time, $_GET['was'] ?? null, null);
?>
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<noscript><meta http-equiv="refresh" content="<?= REFRESH ?>;url=?was=<?= e($page['token'] ?? '') ?>"></noscript>
<title<?= $page ? text($page, 'title') : '>stampede is not loaded' ?></title>
<style nonce="<?= e($nonce) ?>">
:root {
    color-scheme: light dark;
    --back: #f4f5f6; --card: #fff; --line: #dfe2e6; --text: #1b1f24; --soft: #5a636d; --bar: #3b76c4;
    --bad: #b3140c; --bad-back: #fdecea; --warn: #855300; --warn-back: #fdf3dd; --good: #1d6b35;
}
@media (prefers-color-scheme: dark) {
    :root {
        --back: #121417; --card: #1a1d21; --line: #2e3339; --text: #e4e7ea; --soft: #9aa3ad; --bar: #5b93dc;
        --bad: #ff8f86; --bad-back: #3a1a18; --warn: #e9b653; --warn-back: #33270f; --good: #7cc68f;
    }
}
* { box-sizing: border-box; }
body {
    margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--back); color: var(--text);
    font: 0.875rem/1.4 system-ui, sans-serif; font-variant-numeric: tabular-nums;
}
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1rem; margin-bottom: 0.75rem; }
h1 { margin: 0; font-size: 1.25rem; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.25rem; font-size: 1rem; }
p { margin: 0; }
.note, small, dd.note, .share span { color: var(--soft); }
.note, small { font-size: 0.8125rem; font-weight: normal; }
header button { margin-left: auto; }
button {
    padding: 0.2rem 0.8rem; border: 1px solid var(--line); border-radius: 4px; background: var(--card); color: inherit;
    font: inherit; cursor: pointer;
}
:focus-visible { outline: 2px solid var(--bar); outline-offset: 1px; }
[hidden] { display: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
abbr { text-decoration: underline dotted var(--soft); text-underline-offset: 3px; cursor: help; }

.notices { margin: 0 0 0.75rem; padding: 0; list-style: none; }
.notices li {
    margin-bottom: 0.25rem; padding: 0.4rem 0.75rem; border-left: 4px solid var(--line); background: var(--card);
    overflow-wrap: anywhere;
}
.notices [data-level=bad] { border-color: var(--bad); background: var(--bad-back); color: var(--bad); font-weight: 600; }
.notices [data-level=warn] { border-color: var(--warn); background: var(--warn-back); color: var(--warn); font-weight: 600; }
.notices [data-level=past] { border-color: var(--warn); color: var(--soft); }
.notices [data-level=good] { border-color: var(--good); color: var(--good); }

#lost:not(.hidden) {
    margin-bottom: 0.75rem; padding: 0.4rem 0.75rem; border-left: 4px solid var(--bad); background: var(--bad-back);
    color: var(--bad); font-weight: 600;
}

section, .tiles { padding: 0.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.tiles { display: grid; grid-template-columns: repeat(6, 1fr); gap: 0.75rem; margin: 0 0 0.75rem; }
dt { color: var(--soft); font-size: 0.8125rem; }
dd { margin: 0; }
.tiles dd:not(.note) { font-size: 1.5rem; line-height: 1.25; font-weight: 600; white-space: nowrap; }
.row { display: flex; flex-wrap: wrap; gap: 0.25rem 1.75rem; margin: 0.25rem 0 0.5rem; }
.row dd { font-weight: 600; }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; align-items: start; }
.columns > div { display: grid; gap: 0.75rem; min-width: 0; }

/* The mark of a row lies in the padding of its section. */
table { width: calc(100% + 0.5rem); margin-left: -0.5rem; border-collapse: separate; border-spacing: 0; }
th, td { padding: 0.2rem 0 0.2rem 0.75rem; text-align: right; vertical-align: baseline; white-space: nowrap; }
th:first-child {
    padding-left: calc(0.5rem - 3px); border-left: 3px solid transparent; text-align: left; white-space: normal;
}
/* Columns stay where they are while numbers grow. */
td { min-width: 4.25rem; }
thead th { color: var(--soft); font-size: 0.8125rem; font-weight: normal; }
tbody :is(th, td) { border-top: 1px solid var(--line); }
tbody th { font-weight: normal; overflow-wrap: anywhere; }
th b { font-weight: 600; margin-right: 0.25rem; }
td.share { min-width: 6.75rem; }
.share svg { display: inline-block; width: 2.5rem; height: 0.55rem; margin-left: 0.4rem; background: var(--back); }
rect { fill: var(--bar); }
tr[data-level=bad] th { border-left-color: var(--bad); }
tr[data-level=warn] th { border-left-color: var(--warn); }
tr[data-level=bad] :is(td, b), [data-level=bad] > dd:not(.note) { color: var(--bad); font-weight: 600; }
tr[data-level=warn] td { color: var(--warn); }

.histogram { display: block; width: 100%; height: 4.5rem; border-bottom: 1px solid var(--soft); }
.scale { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); height: 1.2rem; }
.scale span {
    display: flex; justify-content: center; color: var(--soft); font-size: 0.75rem; white-space: nowrap;
}
/* The outer ones would reach over the edge. */
.scale span:first-child { justify-content: start; }
.scale span:last-child { justify-content: end; }
summary { color: var(--soft); font-size: 0.8125rem; cursor: pointer; }
body.old main { opacity: 0.55; }

@media (max-width: 70rem) {
    body { max-width: 52rem; }
    .columns { grid-template-columns: minmax(0, 1fr); }
    .columns > div { display: contents; }
    .details { order: 1; }
    .tiles { grid-template-columns: repeat(3, 1fr); }
}
@media (max-width: 32rem) {
    body { padding: 0.5rem; }
    section, .tiles { padding: 0.5rem; }
    .tiles { grid-template-columns: repeat(2, 1fr); }
    .tiles dd:not(.note) { font-size: 1.25rem; }
    tbody th small { display: block; }
    th, td { padding-left: 0.5rem; }
    td, td.share { min-width: 3rem; }
    header h1 { flex: 1; }
    header p { order: 1; width: 100%; }
    .share svg { display: none; }
}
</style>
</head>
<?php if ($page === null) { ?>
<body>
<h1>stampede is not loaded</h1>
<p>This PHP (<?= e(PHP_VERSION . ', ' . PHP_SAPI) ?>) runs without the extension stampede. Is there a line
<code>extension=stampede</code> in one of its php.ini files, <?= e(php_ini_loaded_file() ?: 'none of which is loaded') ?>?
The log of PHP says why an extension could not be loaded.</p>
</body>
</html>
<?php
    return;
} ?>
<body data-token="<?= e($page['token']) ?>" data-refresh="<?= REFRESH ?>">
<header>
<h1>stampede on <?= e(php_uname('n')) ?></h1>
<p class="note">counting since <span<?= text($page, 'since') ?></span> (<span<?= text($page, 'since.ago') ?></span>) ·
as of <span<?= text($page, 'time') ?></span></p>
<button type="button" id="pause" hidden>Pause</button>
</header>
<p role="alert" class="hidden" id="lost"></p>
<main>
<div role="status" aria-label="What needs attention">
<ul class="notices" id="notices">
<?php foreach ($page['notices'] as $notice) { ?>
<li data-level="<?= e($notice['level']) ?>"><?= e($notice['text']) ?></li>
<?php } ?>
</ul>
</div>
<dl class="tiles">
<div><dt>Hit ratio</dt><dd<?= text($page, 'hit_ratio') ?></dd><dd class="note">in <span<?= text($page, 'interval') ?></span>:
<span<?= text($page, 'hit_ratio.last') ?></span></dd></div>
<div><dt>Answers per second</dt><dd<?= text($page, 'answers.rate') ?></dd><dd class="note">in all:
<span<?= text($page, 'answers') ?></span></dd></div>
<div><dt>Oldest stale answer</dt><dd<?= text($page, 'stale_age') ?></dd><dd class="note">in this and the last minute</dd></div>
<div><dt>Builders now</dt><dd<?= text($page, 'builders') ?></dd><dd class="note">running a builder</dd></div>
<div><dt>Waiters now</dt><dd<?= text($page, 'waiters') ?></dd><dd class="note">waiting for somebody else</dd></div>
<div<?= level($page, 'fallback_builders') ?>><dt>Fallback builders now</dt><dd<?= text($page, 'fallback_builders') ?></dd>
<dd class="note">running without the store</dd></div>
</dl>
<div class="columns">
<div>
<?= counter_table($page, 'Answers', ANSWERS) ?>
<?= counter_table($page, 'What became of built values', FILLS, ' class="details"') ?>
<?= counter_table($page, 'Traffic', TRAFFIC, ' class="details"') ?>
</div>
<div>
<section><h2>Store</h2>
<table><thead><tr><th scope="col">Endpoint</th>
<th scope="col"><abbr title="closed: in use. open: left alone after a failure. half-open: the next call tries it.">Breaker</abbr></th>
<th scope="col"><abbr title="when somebody tries an open one again">Retry in</abbr></th>
<th scope="col"><abbr title="since counting began">Failures</abbr></th></tr></thead>
<tbody id="endpoints">
<?= implode('', array_map(endpoint_row(...), $page['endpoints'])) ?>
</tbody></table>
<p class="note" id="no-endpoint"<?= $page['endpoints'] ? ' hidden' : '' ?>>No store has been asked yet.</p>
<template id="endpoint"><?= endpoint_row([]) ?></template>
</section>
<?= counter_table($page, 'Trouble', TROUBLE) ?>
<?= histogram($page, 'build_duration', $stats['build_duration']['buckets']) ?>
<?= histogram($page, 'wait_duration', $stats['wait_duration']['buckets']) ?>
</div>
</div>
</main>
<script nonce="<?= e($nonce) ?>">
'use strict';
{
    const byId = id => document.getElementById(id);
    const all = attribute => [...document.querySelectorAll(`[${attribute}]`)];
    const texts = all('data-text'), bars = all('data-bar'), levels = all('data-level-of');
    const refresh = document.body.dataset.refresh * 1000;
    // What was counted at the refreshes of the last minute.
    let tokens = [{time: Date.now(), token: document.body.dataset.token}];
    let timer = 0, paused = false, notices = '';

    const setText = (element, text) => element.textContent === text || (element.textContent = text);
    const setLevel = (element, level) => element.dataset.level === level || (element.dataset.level = level);

    function showNotices(list) {
        // Only what is new is read out.
        if (notices === (notices = JSON.stringify(list))) {
            return;
        }
        byId('notices').replaceChildren(...list.map(notice => {
            const item = document.createElement('li');
            item.dataset.level = notice.level;
            item.textContent = notice.text;
            return item;
        }));
    }

    function showEndpoints(list) {
        const rows = byId('endpoints').rows;
        while (rows.length > list.length) {
            rows[rows.length - 1].remove();
        }
        list.forEach((endpoint, i) => {
            const row = rows[i] ?? byId('endpoints').appendChild(byId('endpoint').content.firstElementChild.cloneNode(true));
            row.querySelectorAll('[data-part]').forEach(cell => setText(cell, endpoint[cell.dataset.part]));
            setLevel(row, endpoint.level);
        });
        byId('no-endpoint').hidden = list.length > 0;
    }

    function show(page) {
        texts.forEach(element => setText(element, page.texts[element.dataset.text]));
        bars.forEach(bar => bar.setAttribute(bar.dataset.side, page.bars[bar.dataset.bar]));
        levels.forEach(element => setLevel(element, page.levels[element.dataset.levelOf] ?? ''));
        showNotices(page.notices);
        showEndpoints(page.endpoints);
        const now = Date.now();
        tokens = tokens.filter(({time}) => time > now - 60000).concat({time: now, token: page.token});
    }

    function showLoss(text) {
        document.body.classList.toggle('old', text !== '');
        byId('lost').classList.toggle('hidden', text === '');
        setText(byId('lost'), text);
    }

    async function update() {
        try {
            const answer = await fetch(`?json&was=${tokens.at(-1).token}&before=${tokens[0].token}`, {
                cache: 'no-store',
                signal: AbortSignal.timeout(10000),
            });
            const {page, error} = await answer.json();
            if (error) {
                showLoss(error);
            } else {
                show(page);
                showLoss('');
            }
        } catch {
            showLoss('No answer from the server: these numbers are old.');
        }
        schedule();
    }

    function schedule() {
        clearTimeout(timer);
        if (!paused && !document.hidden) {
            timer = setTimeout(update, refresh);
        }
    }

    byId('pause').hidden = false;
    byId('pause').addEventListener('click', () => {
        paused = !paused;
        byId('pause').textContent = paused ? 'Go on' : 'Pause';
        schedule();
    });
    document.addEventListener('visibilitychange', schedule);
    schedule();
}
</script>
</body>
</html>
