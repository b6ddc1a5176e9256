--TEST--
After a herd with kills the statistics are exactly what its processes saw
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip thirty processes take too long under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '10');
$herd = new Herd();

/** A worker counts what it sees in a file, so that what it saw before it is killed is known as well. */
final class Seen
{
    private readonly string $directory;

    public function __construct()
    {
        $this->directory = Workspace::directory('seen');
    }

    public function note(string $what): void
    {
        file_put_contents("{$this->directory}/" . getmypid(), "$what\n", FILE_APPEND);
    }

    public function counts(): array
    {
        $lines = array_merge(...array_map(file(...), glob("{$this->directory}/*")));
        return array_count_values(array_map(trim(...), $lines));
    }
}

$seen = new Seen();
$life = function (Actor $me, int $number) use ($seen) {
    mt_srand($number);
    for ($i = 0; $i < 60; $i++) {
        $key = 'list' . mt_rand(0, 3);
        $builder = function () use ($seen, $i) {
            usleep(mt_rand(0, 4000));
            if ($i % 13 === 12) {
                $seen->note('error');
                throw new LogicException('no');
            }
            return 'value';
        };
        match (mt_rand(0, 9)) {
            0 => [stampede_invalidate($key), $seen->note('invalidations')],
            1 => [stampede_forget($key), $seen->note('forgets')],
            2 => [stampede_put($key, 'ru', 'put'), $seen->note('puts')],
            default => null,
        };
        // A call that throws does not tell how long it waited before.
        $wait = $i % 13 === 12 ? ['cold_wait' => 0, 'wait' => 0] : ['cold_wait' => 0.003, 'wait' => 0.001];
        $answer = ask($key, 'ru', $builder, $wait + ['ttl' => 0.01]);
        if (!str_contains($answer->status, ':')) {
            $seen->note("answer $answer->status");
            if ($answer->waited > 0) {
                $seen->note('waits');
            }
        }
        if ($answer->fill) {
            $seen->note("fill $answer->fill");
        }
        // Not in the middle of a call, whose end nobody would have seen.
        if ($number % 3 === 0 && $i === 40) {
            posix_kill(getmypid(), SIGKILL);
        }
    }
};
$workers = $herd->startMany(30, 'worker', $life);
foreach ($workers as $number => $worker) {
    if ($number % 3 !== 0) {
        $worker->result();
    }
}
$herd->attend(fn () => array_filter($workers, fn (Process $worker) => $worker->isRunning()) === [], 'the end of all');

$counts = $seen->counts();
$stats = stampede_stats();
foreach ($stats['answers'] as $status => $count) {
    if ($count !== ($counts["answer $status"] ?? 0)) {
        echo "$status: $count, seen ", $counts["answer $status"] ?? 0, "\n";
    }
}
foreach ($stats['fills'] as $fill => $count) {
    if ($count !== ($counts["fill $fill"] ?? 0)) {
        echo "$fill: $count, seen ", $counts["fill $fill"] ?? 0, "\n";
    }
}
foreach (['invalidations', 'forgets', 'puts'] as $verb) {
    if ($stats[$verb] !== $counts[$verb]) {
        echo "$verb: $stats[$verb], seen $counts[$verb]\n";
    }
}
echo 'errors: ', $stats['build_errors'] - $counts['error'], "\n";
echo 'builds: ', $stats['build_duration']['count'] - $counts['answer built'], "\n";
echo 'waits: ', $stats['wait_duration']['count'] - ($counts['waits'] ?? 0), "\n";
echo 'buckets: ', array_is_list($stats['build_duration']['buckets']) ? 'in order, ' : '',
    end($stats['build_duration']['buckets'])['count'] - $stats['build_duration']['count'], "\n";
echo 'now: ', $stats['builders'], ' ', $stats['waiters'], ' ', $stats['fallback_builders'], "\n";
// One for each worker.
echo 'connections: ', $stats['connections'], "\n";
echo 'of every kind: ', min(array_map(fn ($kind) => $counts["answer $kind"] ?? 0, ['hit', 'built', 'stale', 'empty'])) > 0 ? 'some' : json_encode($counts), "\n";
?>
--EXPECT--
errors: 0
builds: 0
waits: 0
buckets: in order, 0
now: 0 0 0
connections: 30
of every kind: some
