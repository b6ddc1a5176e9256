<?php

/*
 * Plays a schedule: a private Redis, with some seeds a Memcached for the copies, a process for each list of steps, and the blows that are dealt to them meanwhile.
 * What comes of it is a History.
 */

declare(strict_types=1);

final class Stage
{
    /** Seconds in which a run must be over; a schedule takes about one. */
    private const PATIENCE = 90.0;
    /** How many scripts arrive once more at one blow. */
    private const REPEATED = 12;
    /** What processes may print: that the store is not there, or that a builder has failed. */
    private const EXPECTED_OUTPUT = '/^Warning: (stampede_|Stampede\\\\Build::)\w+\(\): ((unix|memcached):|The builder of )/';

    private readonly RedisServer $redis;
    private readonly ?MemcachedServer $memcached;
    private readonly Herd $herd;
    private readonly Truth $truth;
    private readonly Timetable $timetable;
    private readonly Diary $diary;
    private readonly string $diaries;
    /** When the dump that lies in the directory of Redis was begun, by hrtime(), or null. */
    private ?int $saved = null;
    /** @var list<Process> */
    private array $processes;
    /** @var resource what MONITOR of Redis tells */
    private $monitor;
    /** @var list<list<string>> scripts that were carried out */
    private array $scripts = [];
    /** @var list<Breach> what was wrong at the moment of a blow */
    private array $seen = [];

    public function __construct(private readonly Schedule $schedule)
    {
        $this->redis = private_redis();
        $this->memcached = $schedule->memcached ? private_memcached() : null;
        foreach ($schedule->settings as $name => $value) {
            ini_set("stampede.$name", (string) $value);
        }
        $this->herd = new Herd(self::PATIENCE);
        $this->truth = new Truth(Workspace::directory('truth'));
        $this->timetable = new Timetable(Workspace::directory('timetable') . '/times');
        $this->diaries = Workspace::directory('diaries');
        $this->diary = new Diary("{$this->diaries}/blows");
    }

    public function play(): History
    {
        $this->monitor = monitor($this->redis);
        $this->processes = [];
        foreach ($this->schedule->processes as $i => $steps) {
            $this->processes[] = $this->startPlayer("p$i", $steps);
        }
        $this->go($this->processes);
        $trouble = [...$this->seen, ...$this->awaitEnds()];
        if ($trouble === []) {
            $this->noteLocks();
            $trouble = [...$this->playEpilogue(), ...$this->lookAtNames()];
        }
        return new History($this->schedule->entries, $this->diaries, $trouble);
    }

    /** @param list<Step> $steps */
    private function startPlayer(string $name, array $steps): Process
    {
        return $this->herd->start($name, function (Actor $me) use ($name, $steps): void {
            $player = new Player($name, "{$this->diaries}/$name", $this->truth);
            $this->timetable->start($me->pause('ready'));
            $player->play($steps, $this->timetable);
        });
    }

    /** @param list<Process> $processes */
    private function go(array $processes): void
    {
        foreach ($processes as $process) {
            $process->until('ready');
        }
        $start = clock() + 0.01;
        $this->timetable->start($start);
        $this->diary->note('start');
        foreach ($processes as $process) {
            $process->resume($start);
        }
        foreach ($this->schedule->blows as $blow) {
            $this->timetable->waitFor($blow->at);
            $this->deal($blow);
        }
    }

    private function deal(Step $blow): void
    {
        $began = hrtime(true);
        $details = match ($blow->verb) {
            'kill' => $this->signal($blow->with['process'], SIGKILL),
            'stop' => $this->signal($blow->with['process'], SIGSTOP),
            'continue' => $this->signal($blow->with['process'], SIGCONT),
            'evict' => $this->evict(...$blow->with),
            'flush' => $this->command('FLUSHALL'),
            'flush scripts' => $this->command('SCRIPT', 'FLUSH'),
            'drop clients' => $this->dropClients(),
            'misplace' => $this->misplace(...$blow->with),
            'repeat' => $this->repeat($blow->with['script']),
            'freeze' => $this->freeze($this->redis, $blow->with['milliseconds']),
            'freeze memcached' => $this->freeze($this->memcached, $blow->with['milliseconds']),
            'flush memcached' => $this->memcached->flush(),
            'snapshot' => $this->save(),
            'restart empty' => $this->restart(false),
            'restart from snapshot' => $this->restart(true),
        };
        $this->diary->note('blow', $blow->verb, $began, $details);
    }

    private function signal(int $process, int $signal): string
    {
        // Its end is noticed by us alone, so that this never hits a stranger.
        if ($this->processes[$process]->isRunning()) {
            $this->processes[$process]->signal($signal);
        }
        return "p$process";
    }

    /**
     * @param list<string> $what
     * @return array{string, ?string, list<string>}
     */
    private function evict(Entry $entry, array $what): array
    {
        $names = [];
        foreach ($what as $kind) {
            if ($this->memcached && in_array($kind, ['live', 'stale'], true)) {
                $this->memcached->delete($entry . ($kind === 'live' ? '' : ':stale'));
                continue;
            }
            array_push($names, ...match ($kind) {
                'live' => ["$entry"],
                'gen' => ["{$entry->key}:gen"],
                'done' => $this->redis->command('KEYS', "$entry:done:*"),
                default => ["$entry:$kind"],
            });
        }
        if ($names !== []) {
            $this->command('DEL', ...$names);
        }
        return [$entry->key, $entry->locale, $what];
    }

    /**
     * The copy of one entry under the name of another.
     *
     * @return array{string, ?string, list<string>} what it replaces
     */
    private function misplace(Entry $from, Entry $to, string $what): array
    {
        $end = $what === 'live' ? '' : ':stale';
        if ("$from" === "$to") {
            return [$to->key, $to->locale, []];
        }
        if ($this->memcached) {
            $copy = $this->memcached->get($from . $end);
            $copy !== null && $this->memcached->set($to . $end, $copy);
        } else {
            $this->command('COPY', $from . $end, $to . $end, 'REPLACE');
        }
        return [$to->key, $to->locale, [$what]];
    }

    private function dropClients(): null
    {
        $this->listen();
        $this->command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
        $this->monitor = monitor($this->redis);
        return null;
    }

    /** Takes in what MONITOR has told. */
    private function listen(): void
    {
        foreach (monitored($this->redis, $this->monitor) as $line) {
            preg_match_all('/"((?:\\\\.|[^"\\\\])*)"/', $line, $match);
            $command = array_map(stripcslashes(...), $match[1]);
            if (!str_contains($line, ' lua] ') && isset($command[2]) && script_of($command) !== null) {
                $this->scripts[] = $command;
            }
        }
    }

    /**
     * Scripts that were sent twice arrive a second time, late: the last ones of that name. Each copy that a client sends
     * bears a stamp of its own. Whoever has had its build ended must not have a lock again.
     */
    private function repeat(string $name): string
    {
        $this->listen();
        $these = array_filter($this->scripts, fn (array $command) => script_of($command) === $name);
        foreach (array_reverse(array_slice($these, -self::REPEATED)) as $script) {
            if ($name === 'arbitrate') {
                $script[11] = bin2hex(random_bytes(8));
            }
            try {
                $this->redis->command(...$script);
            } catch (RuntimeException) {
                // It is over, or the server does not know the script any more.
            }
        }
        foreach ($this->schedule->entries as $entry) {
            $ghost = $this->redis->command('EVAL', "local token = redis.call('GET', KEYS[1])
                return token and redis.call('EXISTS', KEYS[2] .. token) or 0", '2', "$entry:lock", "$entry:done:");
            if ($ghost === 1) {
                $this->seen[] = new Breach("$entry is locked for a build that is over, after a late $name", $entry);
            }
        }
        return $name;
    }

    private function command(string ...$command): mixed
    {
        $this->redis->command(...$command);
        return null;
    }

    private function freeze(PrivateServer $server, float $milliseconds): float
    {
        $server->freeze();
        work_for($milliseconds / 1000);
        $server->thaw();
        return $milliseconds;
    }

    private function save(): null
    {
        $now = hrtime(true);
        $this->redis->command('SAVE');
        $this->saved = $now;
        return null;
    }

    /** @return ?int when the snapshot was begun that it comes back with */
    private function restart(bool $fromSnapshot): ?int
    {
        if (!$fromSnapshot && $this->saved !== null) {
            unlink("{$this->redis->directory}/dump.rdb");
            $this->saved = null;
        }
        $this->listen();
        $this->timetable->standStill(function (): void {
            $this->redis->kill9();
            $this->redis->start();
        });
        $this->monitor = monitor($this->redis);
        return $this->saved;
    }

    /** @return list<Breach> what is wrong with how they ended */
    private function awaitEnds(): array
    {
        foreach (array_keys($this->processes) as $i) {
            $this->deal(new Step(0, 'continue', ['process' => $i]));
        }
        try {
            $this->herd->attend(fn () => $this->running() === [], 'the end of all');
        } catch (RuntimeException) {
            return array_map(
                fn (Process $process) => new Breach("{$process->name} does not end", process: $process->name),
                $this->running(),
            );
        }
        return array_merge(...array_map($this->lookAtEnd(...), $this->processes));
    }

    /** @return list<Process> */
    private function running(): array
    {
        return array_values(array_filter($this->processes, fn (Process $process) => $process->isRunning()));
    }

    /** @return list<Breach> */
    private function lookAtEnd(Process $process): array
    {
        $wrong = [];
        $end = $process->end();
        $killed = array_filter(
            $this->schedule->blows,
            fn (Step $blow) => $blow->verb === 'kill' && "p{$blow->with['process']}" === $process->name,
        );
        if ($end !== 'exit 0' && !($end === 'signal ' . SIGKILL && $killed)) {
            $wrong[] = new Breach("{$process->name} ended with $end", process: $process->name);
        }
        foreach (explode("\n", $process->output()) as $line) {
            if (trim($line) !== '' && !preg_match(self::EXPECTED_OUTPUT, $line)) {
                $wrong[] = new Breach("{$process->name} printed: $line", process: $process->name);
            }
        }
        return $wrong;
    }

    /** Writes down the locks that are left when nobody builds any more. */
    private function noteLocks(): void
    {
        foreach ($this->schedule->entries as $entry) {
            $left = $this->redis->command('PTTL', "$entry:lock");
            if ($left !== -2) {
                $this->diary->note('left', $entry->key, $entry->locale, $left);
            }
        }
    }

    /**
     * One more process asks for everything: what lies there is judged by what it gets.
     *
     * @return list<Breach> what is wrong with how it ended
     */
    private function playEpilogue(): array
    {
        $plan = new Plan(0, 0, null, 'return', false, null, null, null);
        $options = ['ttl' => 60.0, 'stale_ttl' => 60.0, 'jitter' => 0.0, 'lock_ttl' => 1.0, 'wait' => 0.0,
            'cold_wait' => 0.0, 'refresh' => false, 'early' => 0.0, 'on_error' => 'throw'];
        $steps = [];
        foreach ($this->schedule->entries as $entry) {
            $steps[] = new Step(0, 'peek', ['entry' => $entry]);
            $steps[] = new Step(0, 'remember', ['entry' => $entry, 'options' => $options, 'plan' => $plan]);
        }
        ini_set('stampede.connect_timeout', '30');
        ini_set('stampede.read_timeout', '30');
        $last = $this->startPlayer('epilogue', $steps);
        $last->until('ready');
        $last->resume(clock());
        $last->end();
        return $this->lookAtEnd($last);
    }

    /** @return list<Breach> names that would stay for ever, and those that nobody should have made */
    private function lookAtNames(): array
    {
        $wrong = [];
        foreach (names($this->redis) as $name) {
            $isOurs = preg_match('/^[abc](:ru|:en)?(:stale|:lock|:gen|:done:[0-9a-f]{32})?$/', $name);
            $mayStay = preg_match('/(:stale|:gen)$/', $name) && $this->schedule->keepsForEver();
            if (!$isOurs) {
                $wrong[] = new Breach("a name that nobody should have made: $name");
            }
            if ($this->redis->command('PTTL', $name) === -1 && !$mayStay) {
                $wrong[] = new Breach("$name has no life time");
            }
        }
        return $wrong;
    }
}
