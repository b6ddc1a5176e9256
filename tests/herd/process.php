<?php

/*
 * A process of a herd, as its parent sees it: what it has said, how to hold, stop and kill it, and how it ended.
 */

declare(strict_types=1);

final class Process
{
    /** @var list<array{string, mixed}> what it reached and nobody has asked for yet */
    private array $reached = [];
    /** @var ?array{string, float, mixed, 3?: string} its last words */
    private ?array $last = null;
    private bool $open = true;
    private ?int $status = null;
    private float $endedAt = 0;

    public function __construct(
        private readonly Herd $herd,
        public readonly string $name,
        public readonly int $pid,
        private readonly Channel $channel,
        private readonly string $outputFile,
    ) {
    }

    /** Waits until the process has come to $mark, and returns what it said with it. */
    public function until(string $mark): mixed
    {
        $this->herd->attend(fn () => $this->hasReached($mark) || !$this->isRunning(), "{$this->name}: $mark");
        foreach ($this->reached as $i => [$name, $data]) {
            if ($name === $mark) {
                array_splice($this->reached, $i, 1);
                return $data;
            }
        }
        throw new RuntimeException("{$this->name} ended before: $mark. " . $this->obituary());
    }

    /** Whether it has come to $mark, without waiting for it. */
    public function hasReached(string $mark): bool
    {
        return in_array($mark, array_column($this->reached, 0), true);
    }

    /** Sends the process on from where it pauses. */
    public function resume(mixed $data = null): void
    {
        $this->channel->send($data);
    }

    public function signal(int $signal): void
    {
        posix_kill($this->pid, $signal);
    }

    /** Kills the process with no time to say goodbye, and waits until it is gone. */
    public function kill(): void
    {
        $this->signal(SIGKILL);
        $this->end();
    }

    /** Stops the process in its tracks, and returns when it stands. */
    public function freeze(): void
    {
        $this->signal(SIGSTOP);
        pcntl_waitpid($this->pid, $status, WUNTRACED);
        if (!pcntl_wifstopped($status)) {
            throw new RuntimeException("{$this->name} ended when it was to stop");
        }
    }

    public function thaw(): void
    {
        $this->signal(SIGCONT);
    }

    /** Waits until the process has ended, and says how: "exit 0", "signal 9". */
    public function end(): string
    {
        $this->herd->attend(fn () => !$this->isRunning(), "the end of {$this->name}");
        return pcntl_wifexited($this->status) ? 'exit ' . pcntl_wexitstatus($this->status)
            : 'signal ' . pcntl_wtermsig($this->status);
    }

    /** Waits until the process has ended, and returns what its life returned. */
    public function result(): mixed
    {
        $this->end();
        if (($this->last[0] ?? null) !== 'returned') {
            throw new RuntimeException("{$this->name} has no result. " . $this->obituary());
        }
        return $this->last[2];
    }

    /** What the process has printed, warnings and fatal errors included. */
    public function output(): string
    {
        return (string) file_get_contents($this->outputFile);
    }

    /** When it had ended, by clock(). */
    public function endedAt(): float
    {
        $this->end();
        return $this->endedAt;
    }

    public function isRunning(): bool
    {
        return $this->status === null;
    }

    /** Whether it may still say something. */
    public function isOpen(): bool
    {
        return $this->open;
    }

    /** @return resource */
    public function stream()
    {
        return $this->channel->stream();
    }

    /** Takes in what it has said. */
    public function hear(): void
    {
        $this->open = $this->channel->read();
        foreach ($this->channel->take() as $message) {
            if ($message[0] === 'reached') {
                $this->reached[] = [$message[2], $message[3]];
                $this->herd->record($message[1], $this->name, $message[2]);
            } else {
                $this->last = $message;
                $this->herd->record($message[1], $this->name, $message[0]);
            }
        }
    }

    /** Notices the end of the process. */
    public function look(): void
    {
        if (pcntl_waitpid($this->pid, $status, WNOHANG) === $this->pid) {
            $this->endedAt = clock();
            // Its last words may have come after we listened.
            while ($this->open && $this->somethingLeft()) {
                $this->hear();
            }
            $this->status = $status;
            $this->herd->record($this->endedAt, $this->name, 'ended');
        }
    }

    /** At the end of the story: it has been killed and must not stay as a zombie. */
    public function reap(): void
    {
        if ($this->isRunning()) {
            pcntl_waitpid($this->pid, $this->status);
        }
    }

    /** In a forked sibling, which has no business with this channel. */
    public function close(): void
    {
        $this->channel->close();
    }

    private function somethingLeft(): bool
    {
        $readable = [$this->stream()];
        $none = null;
        return stream_select($readable, $none, $none, 0) > 0;
    }

    private function obituary(): string
    {
        return $this->end() . ', ' . ($this->last[3] ?? $this->last[0] ?? 'without a word') . "\n" . $this->output()
            . $this->herd->tell();
    }
}
