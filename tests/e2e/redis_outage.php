<?php

/*
 * Redis is killed under traffic and comes back: every request is answered, no more workers build than the cap allows, and
 * soon after the return all is as before. bench/run outage shows the times.
 */

declare(strict_types=1);

require __DIR__ . '/../inc/outage.php';

const DOWN = 4.0;
const AFTER = 5.0;

$outage = new Outage(before: 1.5, down: DOWN, after: AFTER);
$outage->run();

check('requests that were not answered with 200', [200], array_values(array_unique(array_column($outage->visits, 'http'))));
check('wrong answers', [], array_filter($outage->visits, fn (Visit $visit) => $visit->status === 'wrong'));
$down = array_count_values(array_column(visits_between($outage->visits, 0.1, DOWN - 0.1), 'status'));
ksort($down);
check('answers while Redis is down', ['empty', 'fallback'], array_keys($down));
check("queries at one time: $outage->atOneTime", true, $outage->atOneTime <= OUTAGE_BUILDERS);
// At the end there are hits again, and nobody builds without the store.
$end = array_count_values(array_column(visits_between($outage->visits, DOWN + AFTER - 1, DOWN + AFTER), 'status'));
check('answers in the end: ' . json_encode($end), true, isset($end['hit']) && !isset($end['fallback'], $end['empty']));
check('breaker', ['closed'], array_column($outage->stats['endpoints'], 'breaker'));
check('now', [0, 0, 0], [$outage->stats['builders'], $outage->stats['waiters'], $outage->stats['fallback_builders']]);
exit(verdict());
