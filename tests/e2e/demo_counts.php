<?php

/*
 * The demo keeps its promises when it is run as a newcomer would: every worker asks the database without protection, three
 * builders do with it, one when the rows are cached once; and only without protection does Redis evict other keys.
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
echo implode("\n", $complaints), $complaints ? "\n" : '';
exit($complaints ? 1 : 0);
