<?php

/*
 * The demo keeps its promises when it is run as a newcomer would: every worker asks the database without protection, three
 * builders do with it, one when the rows are cached once; and only without protection does Redis evict other keys. A page in
 * Memcached costs one query, however many want it and whatever Redis evicts; ends are spread.
 */

declare(strict_types=1);

exec(escapeshellarg(__DIR__ . '/../../demo/run') . ' --json', $output, $status);
$result = json_decode(implode("\n", $output), true, flags: JSON_THROW_ON_ERROR);

$expected = ['locale flushed' => 3, 'locale expired' => 3, 'rows flushed' => 1, 'rows expired' => 1];
$complaints = $status === 0 ? [] : ["demo/run ended with status $status"];
foreach ($result['waves'] as $wave) {
    $name = "{$wave['variant']} {$wave['wave']}";
    $queries = $wave['list_queries'];
    if (isset($expected[$name]) ? $queries !== $expected[$name] : $queries < $result['workers']) {
        $complaints[] = "$name: $queries list queries";
    }
    if (array_sum($wave['answers']) !== $result['requests']) {
        $complaints[] = "$name: " . array_sum($wave['answers']) . ' answers';
    }
    if ($name === 'none flushed' ? $wave['evicted_keys'] === 0 : $wave['variant'] !== 'none' && $wave['evicted_keys'] > 0) {
        $complaints[] = "$name: {$wave['evicted_keys']} evicted keys";
    }
    unset($expected[$name]);
}
foreach (array_keys($expected) as $name) {
    $complaints[] = "$name: missing";
}

$complain = function (string $what, mixed $expected, mixed $actual) use (&$complaints): void {
    if ($expected !== $actual) {
        $complaints[] = "$what: " . json_encode($actual) . ', expected ' . json_encode($expected);
    }
};
$pages = array_column($result['page_waves'], null, 'wave');
$complain('waves over the page', ['expired', 'there', 'lost'], array_keys($pages));
foreach ($pages as $name => $wave) {
    $complain("page $name: queries", $name === 'there' ? 0 : 1, $wave['list_queries']);
    $complain("page $name: answers", $result['page_requests'], array_sum($wave['answers']));
    $complain("page $name: whole pages", $result['page_requests'], $wave['whole']);
    $complain("page $name: built", $name === 'there' ? 0 : 1, $wave['answers']['built'] ?? 0);
    $complain("page $name: empty", 0, $wave['answers']['empty'] ?? 0);
}
$complain('by nginx alone', ['nginx' => $result['page_requests']], $pages['there']['answers']);
$complain('evicted under pressure', true, $pages['expired']['evicted_keys'] > 1000);
$complain('lock and record under pressure', ['kept', 'kept'], [$pages['expired']['pressure']['lock'], $pages['expired']['pressure']['record']]);
$spread = $result['spread'];
$complain('ends with jitter', 200, array_sum($spread['default']));
$complain('fewer of them at once', true, 2 * max($spread['default']) < max($spread['none']));

echo implode("\n", $complaints), $complaints ? "\n" : '';
exit($complaints ? 1 : 0);
