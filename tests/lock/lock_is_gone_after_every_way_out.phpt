--TEST--
However a builder ends, the lock is gone when its request is, and the next caller builds at once
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip PHP itself leaves memory behind after a fatal error');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();

function bury(callable $ending): void
{
    array_map(fn () => $ending(), [1]);
}

function busy(): void
{
    set_time_limit(1);
    for (;;) {
    }
}

function bomb(): never
{
    ini_set('memory_limit', '64M');
    for ($text = 'x';; $text .= $text) {
    }
}

final class Unwilling
{
    public function __serialize(): array
    {
        throw new LogicException('not me');
    }
}

$endings = [
    'returns' => fn () => 'value',
    'throws' => fn () => throw new LogicException('no'),
    'throws an Error' => fn () => throw new Error('no'),
    'exits' => fn () => exit(3),
    'exits deep inside' => fn () => bury(fn () => exit('bye')),
    'dies in a destructor' => fn () => new class {
        public function __destruct()
        {
            exit(4);
        }
    },
    'calls what is not there' => fn () => no_such_function(),
    'raises a user error' => fn () => trigger_error('fatal', E_USER_ERROR),
    'passes a wrong type' => fn () => strlen([]),
    'compiles nonsense' => fn () => eval('class'),
    'redeclares a function' => fn () => eval('function bury() {}'),
    'uses up the memory' => bomb(...),
    'uses up the time' => busy(...),
    'is a generator' => function () {
        yield 1;
    },
    'returns a closure' => fn () => fn () => 1,
    'returns what does not serialise' => fn () => new Unwilling(),
    'returns too much' => fn () => str_repeat('x', 2000),
    'kills itself politely' => function () {
        pcntl_async_signals(true);
        pcntl_signal(SIGTERM, fn () => exit(5));
        posix_kill(getmypid(), SIGTERM);
        usleep(10_000_000);
    },
];
$processes = [];
foreach ($endings as $name => $ending) {
    $processes[] = $herd->start($name, function () use ($name, $ending) {
        stampede_remember($name, null, $ending, ['lock_ttl' => 600, 'max_value' => 1000, 'classes' => true]);
    });
}
foreach ($processes as $process) {
    $end = $process->end();
    $left = $redis->command('EXISTS', "{$process->name}:lock") ? 'LOCKED' : 'no lock';
    echo "{$process->name}: $end, $left, then ", ask($process->name, null, fn () => 'next', ['cold_wait' => 0]), "\n";
}
?>
--EXPECT--
returns: exit 0, no lock, then hit "value"
throws: exit 0, no lock, then built "next"
throws an Error: exit 0, no lock, then built "next"
exits: exit 3, no lock, then built "next"
exits deep inside: exit 0, no lock, then built "next"
dies in a destructor: exit 4, no lock, then built "next"
calls what is not there: exit 0, no lock, then built "next"
raises a user error: exit 255, no lock, then built "next"
passes a wrong type: exit 0, no lock, then built "next"
compiles nonsense: exit 0, no lock, then built "next"
redeclares a function: exit 255, no lock, then built "next"
uses up the memory: exit 255, no lock, then built "next"
uses up the time: exit 255, no lock, then built "next"
is a generator: exit 0, no lock, then built "next"
returns a closure: exit 0, no lock, then built "next"
returns what does not serialise: exit 0, no lock, then built "next"
returns too much: exit 0, no lock, then built "next"
kills itself politely: exit 5, no lock, then built "next"
