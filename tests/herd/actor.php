<?php

/*
 * The side of a forked process: what it can say to its parent, and how it lives and ends. The channel is the same for
 * both sides: serialised messages over a socket pair.
 */

declare(strict_types=1);

final class Actor
{
    private readonly Channel $parent;

    /** @param resource $stream */
    public function __construct(public readonly string $name, $stream, private readonly string $output)
    {
        $this->parent = new Channel($stream);
    }

    /**
     * Says that the process has come to this point. What the parent does not listen to is kept for it, some hundred
     * messages; then the process waits.
     */
    public function reach(string $mark, mixed $data = null): void
    {
        $this->parent->send(['reached', clock(), $mark, $data]);
    }

    /** The same, and waits until the parent says resume(); returns what it says with it. */
    public function pause(string $mark, mixed $data = null): mixed
    {
        $this->reach($mark, $data);
        return $this->parent->receive();
    }

    /** Runs the life and ends the process, with everything that belongs to the end of a request. */
    public function live(callable $life): never
    {
        // What it prints, warnings and fatal errors included, goes to a file: the next file to be opened is descriptor 1.
        static $stdout;
        fclose(STDOUT);
        $stdout = fopen($this->output, 'w');
        try {
            $result = $life($this);
            $message = ['returned', clock(), $result];
        } catch (Throwable $error) {
            $message = ['threw', clock(), get_class($error) . ': ' . $error->getMessage(), (string) $error];
        }
        $this->parent->send($message);
        exit(0);
    }
}

final class Channel
{
    private string $unread = '';

    /** @param resource $stream */
    public function __construct(private $stream)
    {
        stream_set_timeout($this->stream, 3600);
        stream_set_read_buffer($this->stream, 0);
    }

    /** @return resource */
    public function stream()
    {
        return $this->stream;
    }

    public function send(mixed $message): void
    {
        $text = serialize($message);
        for ($text = pack('V', strlen($text)) . $text; $text !== ''; $text = substr($text, $written)) {
            $written = @fwrite($this->stream, $text);
            if (!$written) {
                return; // The other side is gone, and will be noticed as such.
            }
        }
    }

    /** Waits for one message. A process whose parent is gone has nothing left to do. */
    public function receive(): mixed
    {
        while (($messages = $this->take(1)) === []) {
            if (!$this->read()) {
                exit(1);
            }
        }
        return $messages[0];
    }

    /** Reads what is there; false when the other side has closed. */
    public function read(): bool
    {
        $bytes = fread($this->stream, 1 << 16);
        $this->unread .= $bytes;
        return (string) $bytes !== '' || !feof($this->stream);
    }

    /**
     * The messages that have arrived as a whole.
     *
     * @return list<mixed>
     */
    public function take(int $limit = PHP_INT_MAX): array
    {
        $messages = [];
        while (count($messages) < $limit && strlen($this->unread) >= 4) {
            $length = unpack('V', $this->unread)[1];
            if (strlen($this->unread) < 4 + $length) {
                break;
            }
            $messages[] = unserialize(substr($this->unread, 4, $length));
            $this->unread = substr($this->unread, 4 + $length);
        }
        return $messages;
    }

    public function close(): void
    {
        fclose($this->stream);
    }
}
