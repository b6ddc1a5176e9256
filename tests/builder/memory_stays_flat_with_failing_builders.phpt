--TEST--
Ten thousand builders that throw leave no memory behind
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip ten thousand builds take too long under valgrind');
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

function fail(int $times): void
{
    for ($i = 0; $i < $times; $i++) {
        try {
            stampede_remember("list$i", 'ru', fn () => throw new LogicException(str_repeat('x', 1000)));
        } catch (LogicException) {
        }
    }
}

fail(1000);
$before = [resident(), memory_get_usage()];
fail(10_000);
echo 'resident: ', resident() - $before[0] < 1 << 20 ? 'flat' : resident() - $before[0], "\n";
echo 'in use: ', memory_get_usage() - $before[1] < 1 << 12 ? 'flat' : memory_get_usage() - $before[1], "\n";
?>
--EXPECT--
resident: flat
in use: flat
