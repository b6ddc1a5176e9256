--TEST--
A long worker, one builder in a hundred fails: no memory is left behind (STAMPEDE_CALLS says how many calls)
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip so many calls take too long under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();

function resident(): int
{
    return (int) explode(' ', file_get_contents('/proc/self/statm'))[1] * 4096;
}

function work(int $from, int $to): int
{
    $failed = 0;
    for ($i = $from; $i < $to; $i++) {
        $fails = $i % 100 === 0;
        try {
            $value = stampede_remember('entry' . $i % 1000 . ($fails ? " fails $i" : ''), $i % 2 ? 'ru' : null, function () use ($fails) {
                return $fails ? throw new LogicException('no') : ['some' => 'text', 'numbers' => range(1, 100)];
            }, ['ttl' => 0.5]);
        } catch (LogicException) {
            $failed++;
        }
        if ($i % 50 === 0) {
            stampede_invalidate('entry' . $i % 1000);
        }
    }
    return $failed;
}

$calls = (int) (getenv('STAMPEDE_CALLS') ?: 20_000);
work(0, 5000);
$before = [resident(), memory_get_usage()];
$failed = work(5000, 5000 + $calls);
echo 'failed: ', $failed * 100 === $calls ? 'one in a hundred' : $failed, "\n";
echo 'resident: ', resident() - $before[0] < 1 << 20 ? 'flat' : resident() - $before[0], "\n";
echo 'in use: ', memory_get_usage() - $before[1] < 1 << 12 ? 'flat' : memory_get_usage() - $before[1], "\n";
?>
--EXPECT--
failed: one in a hundred
resident: flat
in use: flat
