<?php

/*
 * Stories with many processes: a parent that tells the story, and forked processes that live it.
 *
 *     $herd = new Herd();
 *     $leader = $herd->start('leader', fn (Actor $me) => stampede_remember('k', null, function () use ($me) {
 *         $me->pause('building');
 *         return 'value';
 *     }));
 *     $leader->until('building');
 *     $leader->kill();
 *
 * Nothing here sleeps in the hope that others are done: processes say where they are (reach), wait to be sent on
 * (pause), and the parent waits for what they say (until) or for a condition (wait_until).
 *
 * A herd has a time budget. When it is over the parent throws, with the log of what everybody did. Should the parent
 * itself hang or be killed, a watchdog kills whoever is left: all processes of a herd are in one process group.
 */

declare(strict_types=1);

require_once __DIR__ . '/../inc/phpt.php';
require_once __DIR__ . '/actor.php';
require_once __DIR__ . '/process.php';
require_once __DIR__ . '/builds.php';
require_once __DIR__ . '/answers.php';
require_once __DIR__ . '/fake_redis.php';
require_once __DIR__ . '/fake_memcached.php';
require_once __DIR__ . '/watching.php';
require_once __DIR__ . '/php_worker.php';

final class Herd
{
    /** How long the watchdog waits for the parent to give up by itself. */
    private const GRACE = 30.0;
    /** How much of the log is shown when the time is over. */
    private const LAST_LINES = 60;

    private readonly float $began;
    private readonly float $end;
    private readonly string $directory;
    private readonly int $owner;
    private readonly int $watchdog;
    /** @var list<Process> */
    private array $processes = [];
    /** @var list<array{float, string, string}> seconds, process, what it reached */
    private array $log = [];

    /** @param ?float $seconds its time budget; without it, a little less than what run-tests.php grants a test */
    public function __construct(?float $seconds = null)
    {
        $this->began = clock();
        $this->end = $this->began + ($seconds ?? (getenv('STAMPEDE_VALGRIND') ? 250 : 50));
        $this->directory = Workspace::directory('herd');
        $this->owner = getmypid();
        $this->watchdog = $this->setWatchdog();
        register_shutdown_function($this->disband(...));
    }

    /** Starts a process that runs $life and ends; what it returns is its result. */
    public function start(string $name, callable $life): Process
    {
        [$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $output = $this->directory . '/' . count($this->processes);
        $pid = fork();
        if ($pid === 0) {
            posix_setpgid(0, $this->watchdog);
            fclose($near);
            array_walk($this->processes, fn (Process $other) => $other->close());
            (new Actor($name, $far, $output))->live($life);
        }
        // Both sides do it, for neither knows who is first.
        posix_setpgid($pid, $this->watchdog);
        fclose($far);
        return $this->processes[] = new Process($this, $name, $pid, new Channel($near), $output);
    }

    /**
     * Starts processes that do the same; each is told its number, from 0, after the Actor.
     *
     * @return list<Process>
     */
    public function startMany(int $count, string $name, callable $life): array
    {
        return array_map(
            fn (int $number) => $this->start("$name $number", fn (Actor $me) => $life($me, $number)),
            range(0, $count - 1),
        );
    }

    /** Starts a process that sends the other one a signal, again and again, until it is killed. */
    public function drum(Process $at, int $signal, float $seconds): Process
    {
        return $this->start('drummer', function () use ($at, $signal, $seconds) {
            while (posix_kill($at->pid, $signal)) {
                usleep((int) ($seconds * 1e6));
            }
        });
    }

    /**
     * Waits until all of them pause at $mark, and sends them on at one moment.
     *
     * @param list<Process> $processes
     */
    public function release(array $processes, string $mark): void
    {
        foreach ($processes as $process) {
            $process->until($mark);
        }
        foreach ($processes as $process) {
            $process->resume();
        }
    }

    /**
     * @param list<Process> $processes
     * @return list<mixed> what each of them returned
     */
    public function results(array $processes): array
    {
        return array_map(fn (Process $process) => $process->result(), $processes);
    }

    /** Takes in what the processes say, until $done returns true. */
    public function attend(callable $done, string $what): void
    {
        while (!$done()) {
            if (clock() > $this->end) {
                throw new RuntimeException("the time of the herd is over before: $what\n" . $this->tell());
            }
            $this->listen();
        }
    }

    /** @return list<array{float, string, string}> who reached what after how many seconds, in the order of time */
    public function log(): array
    {
        sort($this->log);
        return $this->log;
    }

    /** The last lines of the log, for people. */
    public function tell(): string
    {
        $last = array_slice($this->log(), -self::LAST_LINES);
        return implode('', array_map(fn (array $entry) => vsprintf("%8.3f  %s: %s\n", $entry), $last));
    }

    public function record(float $time, string $process, string $what): void
    {
        $this->log[] = [$time - $this->began, $process, $what];
    }

    private function listen(): void
    {
        $running = array_filter($this->processes, fn (Process $process) => $process->isRunning());
        $open = array_filter($running, fn (Process $process) => $process->isOpen());
        $readable = array_map(fn (Process $process) => $process->stream(), $open);
        $none = null;
        if ($readable ? stream_select($readable, $none, $none, 0, 5000) : usleep(5000)) {
            foreach (array_keys($readable) as $i) {
                $running[$i]->hear();
            }
        } else {
            // Not only those that are no longer open: a child of its own may hold a channel open after its end.
            foreach ($running as $process) {
                $process->look();
            }
        }
    }

    /** The watchdog leads the process group of the herd, and ends with it. */
    private function setWatchdog(): int
    {
        $pid = fork();
        if ($pid !== 0) {
            posix_setpgid($pid, $pid);
            return $pid;
        }
        posix_setpgid(0, 0);
        while (posix_getppid() === $this->owner && clock() < $this->end + self::GRACE) {
            usleep(50_000);
        }
        if (posix_getppid() === $this->owner) {
            posix_kill($this->owner, SIGKILL);
            // Nobody may be there to read it, which must not end the watchdog before its work is done.
            @fwrite(STDERR, "the time of the herd is over, and the parent does not see it\n");
        }
        posix_kill(-getmypid(), SIGKILL);
        exit;
    }

    private function disband(): void
    {
        if (getmypid() === $this->owner) {
            posix_kill(-$this->watchdog, SIGKILL);
            pcntl_waitpid($this->watchdog, $status);
            foreach ($this->processes as $process) {
                $process->reap();
            }
        }
        // They point back at the herd: PHP would leave such a circle for the end, and valgrind call it lost.
        $this->processes = [];
    }
}

/** Seconds of a clock that all processes of this host share and nobody sets. */
function clock(): float
{
    return hrtime(true) / 1e9;
}

/** Waits until $condition returns something true, and returns that. */
function wait_until(callable $condition, string $what, float $seconds = 30): mixed
{
    for ($end = clock() + $seconds; !($met = $condition());) {
        if (clock() > $end) {
            throw new RuntimeException("not seen within $seconds seconds: $what");
        }
        usleep(1000);
    }
    return $met;
}

/** A forked process must not flush what its parent has buffered. */
function fork(): int
{
    flush();
    $pid = pcntl_fork();
    if ($pid < 0) {
        throw new RuntimeException('cannot fork: ' . pcntl_strerror(pcntl_get_last_error()));
    }
    return $pid;
}
