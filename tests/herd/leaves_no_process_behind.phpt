--TEST--
However a story ends, its processes are gone: those that run, that wait, that stand still, and their children
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/herd.php';

$endings = [
    'ends' => 'exit;',
    'throws' => 'throw new Exception("no");',
    'is killed' => 'posix_kill(getmypid(), SIGKILL);',
    'runs out of time' => '$still->until("never");',
];
foreach ($endings as $name => $ending) {
    $herd = var_export(__DIR__ . '/herd.php', true);
    $output = other_php(<<<PHP
        require $herd;
        \$herd = new Herd(seconds: 3);
        \$busy = \$herd->start('busy', function (Actor \$me) {
            \$child = pcntl_fork();
            \$me->reach('forked', \$child);
            for (;;) {
            }
        });
        \$waiting = \$herd->start('waiting', fn (Actor \$me) => \$me->pause('here'));
        \$still = \$herd->start('still', fn (Actor \$me) => \$me->pause('here'));
        \$still->until('here');
        \$still->freeze();
        echo "[\$busy->pid \$waiting->pid \$still->pid ", \$busy->until('forked'), "]\n";
        $ending
        PHP, ['display_errors' => '0', 'log_errors' => '0']);
    preg_match('/\[([\d ]+)\]/', $output, $match);
    $pids = array_map(intval(...), explode(' ', $match[1]));
    // A process that was killed stays for a moment as a zombie.
    $runs = fn (int $pid) => preg_match('/^State:\s+[^Z]/m', (string) @file_get_contents("/proc/$pid/status"));
    wait_until(fn () => array_filter($pids, $runs) === [], 'the end of all processes');
    echo "$name: ", count($pids), " processes are gone\n";
}
?>
--EXPECT--
ends: 4 processes are gone
throws: 4 processes are gone
is killed: 4 processes are gone
runs out of time: 4 processes are gone
