--TEST--
While the store is down a call inside a builder builds, whoever builds elsewhere: its empty answer would be in the outer value
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

ini_set('stampede.redis', 'unix:///nonexistent');
ini_set('stampede.retry_after', '600');
ini_set('stampede.fallback_builders', '2');
@stampede_peek('x');
$herd = new Herd();

$inner = $herd->start('inner', fn (Actor $me) => ask('rows', null, function () use ($me) {
    $me->pause('building');
    return 'rows';
}));
$inner->until('building');
$outer = ask('list', 'ru', fn () => stampede_remember('rows', null, fn () => 'my rows') . ', '
    . stampede_remember('more', null, fn () => 'more'));
echo $outer, "\n";
$inner->resume();
echo $inner->result(), "\n";
echo 'now: ', stampede_stats()['fallback_builders'], "\n";

// A builder that ends in an exception, by exit or in a fatal error gives its place back.
foreach (['throw new Exception("no");', 'exit;', 'no_such_function();', 'str_repeat("x", 1 << 30);'] as $end) {
    $ends[] = $herd->start('ends', function () use ($end) {
        ini_set('memory_limit', '64M');
        ask('ends', null, fn () => eval($end));
        stampede_stats();
    });
}
$herd->attend(fn () => array_filter($ends, fn (Process $process) => $process->isRunning()) === [], 'all ends');
$stats = stampede_stats();
echo "now: {$stats['builders']} {$stats['fallback_builders']}\n";
echo ask('ends', null, fn () => 'value'), "\n";
?>
--EXPECT--
fallback "my rows, more"
fallback "rows"
now: 0
now: 0 0
fallback "value"
