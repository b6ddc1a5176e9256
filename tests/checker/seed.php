<?php

/*
 * Plays the schedule of one seed, holds the history against the rules, and tells what was broken, or with "tell" all
 * that happened. Exit status 0: no rule was broken.
 */

declare(strict_types=1);

require __DIR__ . '/../herd/herd.php';
require __DIR__ . '/schedule.php';
require __DIR__ . '/truth.php';
require __DIR__ . '/diary.php';
require __DIR__ . '/timetable.php';
require __DIR__ . '/player.php';
require __DIR__ . '/history.php';
require __DIR__ . '/breach.php';
require __DIR__ . '/stage.php';
require __DIR__ . '/rules.php';
require __DIR__ . '/rules_of_values.php';
require __DIR__ . '/rules_of_conduct.php';
require __DIR__ . '/story.php';

/** How many breaches are told; the others are most often consequences of the first. */
const TOLD = 3;

$schedule = new Schedule((int) $argv[1]);
$history = (new Stage($schedule))->play();
$breaches = [
    ...$history->breaches,
    ...(new RulesOfValues($schedule, $history))->breaches(),
    ...(new RulesOfConduct($schedule, $history))->breaches(),
];
$story = new Story($history);

if (($argv[2] ?? '') === 'tell') {
    echo $story->tellAll(), "\n";
}
foreach (array_slice($breaches, 0, TOLD) as $breach) {
    echo "{$breach->text}\n{$story->tell($breach)}\n";
}
if (count($breaches) > TOLD) {
    echo 'and ', count($breaches) - TOLD, " more\n";
}
exit($breaches === [] ? 0 : 1);
