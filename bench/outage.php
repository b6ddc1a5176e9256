<?php

/*
 * What visitors and the database notice when Redis is killed, or frozen, under 50 requests per second and comes back 30
 * seconds later.
 * Whole: from the request to the last byte, through nginx and php-fpm. Call: stampede_fetch() alone.
 *
 * usage: bench/run outage [SECONDS [freeze]]
 */

declare(strict_types=1);

require __DIR__ . '/../tests/inc/outage.php';
require __DIR__ . '/inc/figures.php';

const BEFORE = 5.0;
const AFTER = 5.0;

$down = (float) ($argv[1] ?? 30);
$outage = new Outage(BEFORE, $down, AFTER, freeze: ($argv[2] ?? '') === 'freeze');
$outage->run();

$rows = [['', 'seconds', 'requests', 'not 200', 'hit', 'built', 'waited', 'stale', 'empty', 'fallback',
    'whole p50', 'p99', 'call p50', 'p99 ms']];
$row = function (string $name, float $from, float $to) use ($outage, &$rows): void {
    $visits = visits_between($outage->visits, $from, $to);
    $counts = array_count_values(array_column($visits, 'status'));
    $rows[] = [
        $name,
        sprintf('%.0f to %.0f', $from, $to),
        (string) count($visits),
        (string) count(array_filter($visits, fn (Visit $visit) => $visit->http !== 200)),
        ...array_map(fn (string $status) => (string) ($counts[$status] ?? 0), array_column(Stampede\Status::cases(), 'value')),
        ...array_map(fn (array $figure) => sprintf('%.2f', percentile($visits, ...$figure)),
            [['whole', 0.5], ['whole', 0.99], ['call', 0.5], ['call', 0.99]]),
    ];
};
$row('before', -BEFORE, 0);
$row('down, first second', 0, 1);
$row('down', 1, $down);
$row('back, the first 2 x retry_after', $down, $down + 2 * OUTAGE_RETRY_AFTER);
$row('back, afterwards', $down + 2 * OUTAGE_RETRY_AFTER, $down + AFTER);
echo table($rows, 2);
printf("Queries at one time: %d before, %d while Redis was down (fallback_builders is %d); then %.1f per second.\n",
    $outage->atOneTimeBefore, $outage->atOneTime, OUTAGE_BUILDERS, $outage->queries / $down);
