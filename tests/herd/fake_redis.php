<?php

/*
 * A server that speaks as a test says: late, half, garbage, or as a real one does, but not always. It is a process of a
 * herd, and can say of connections and commands that they have come: until('connection'), until('GET').
 */

declare(strict_types=1);

final class FakeRedis
{
    public readonly string $url;
    public readonly Process $process;
    private readonly Closure $answer;
    /** @var resource */
    private $listener;
    /** @var array<int, resource> */
    private array $connections = [];
    /** @var array<int, string> */
    private array $unread = [];
    private int $accepted = 0;

    /**
     * @param callable(list<string>, int, Actor, Closure): ?string $answer what a command is answered, given the number of
     *        its connection, from 1: bytes as they go over the wire; '' is silence, null closes the connection. The
     *        closure sends bytes before that.
     * @param list<string> $announced what the process says to have reached: names of commands, and "connection"
     */
    public function __construct(Herd $herd, callable $answer, private readonly array $announced = [])
    {
        $this->url = 'unix://' . Workspace::directory('fake') . '/redis.sock';
        $this->answer = $answer(...);
        $this->listener = stream_socket_server($this->url);
        $this->process = $herd->start('fake redis', $this->serve(...));
        fclose($this->listener);
    }

    private function serve(Actor $me): never
    {
        for (;;) {
            $readable = [0 => $this->listener] + $this->connections;
            $none = null;
            stream_select($readable, $none, $none, null);
            foreach ($readable as $number => $stream) {
                if ($number === 0) {
                    $this->accept($me);
                } else {
                    $this->hear($number, $me);
                }
            }
        }
    }

    private function accept(Actor $me): void
    {
        $this->connections[++$this->accepted] = stream_socket_accept($this->listener);
        $this->unread[$this->accepted] = '';
        $this->announce($me, 'connection', $this->accepted);
    }

    private function hear(int $number, Actor $me): void
    {
        $bytes = fread($this->connections[$number], 1 << 16);
        if ((string) $bytes === '') {
            $this->close($number);
            return;
        }
        $this->unread[$number] .= $bytes;
        while ($command = $this->takeCommand($number)) {
            $this->announce($me, $command[0], $command);
            $say = fn (string $bytes) => @fwrite($this->connections[$number], $bytes);
            $reply = ($this->answer)($command, $number, $me, $say);
            if ($reply === null) {
                $this->close($number);
                return;
            }
            $say($reply);
        }
    }

    private function announce(Actor $me, string $what, mixed $data): void
    {
        if (in_array($what, $this->announced, true)) {
            $me->reach($what, $data);
        }
    }

    private function close(int $number): void
    {
        fclose($this->connections[$number]);
        unset($this->connections[$number]);
    }

    /** @return list<string> the next whole command, or nothing */
    private function takeCommand(int $number): array
    {
        $bytes = $this->unread[$number];
        if (!preg_match('/\G\*(\d+)\r\n/', $bytes, $match)) {
            return [];
        }
        $at = strlen($match[0]);
        $command = [];
        for ($i = 0; $i < (int) $match[1]; $i++) {
            if (!preg_match('/\G\$(\d+)\r\n/', $bytes, $length, 0, $at)) {
                return [];
            }
            $at += strlen($length[0]);
            if (strlen($bytes) < $at + (int) $length[1] + 2) {
                return [];
            }
            $command[] = substr($bytes, $at, (int) $length[1]);
            $at += (int) $length[1] + 2;
        }
        $this->unread[$number] = substr($bytes, $at);
        return $command;
    }
}

/** What a real server answers to the command, as it goes over the wire. It has one client, so names go nowhere. */
function relay(RedisServer $redis, array $command): string
{
    if ($command[0] === 'CLIENT') {
        return "+OK\r\n";
    }
    try {
        return wire($redis->command(...$command));
    } catch (RuntimeException $error) {
        return '-' . $error->getMessage() . "\r\n";
    }
}

/** A reply as it goes over the wire. */
function wire(string|int|array|null $reply): string
{
    return match (true) {
        is_string($reply) => '$' . strlen($reply) . "\r\n$reply\r\n",
        is_int($reply) => ":$reply\r\n",
        is_array($reply) => '*' . count($reply) . "\r\n" . implode('', array_map(wire(...), $reply)),
        default => "\$-1\r\n",
    };
}

/** Which script of the protocol a command carries out, told by how many names and arguments it has; null: none. */
function script_of(array $command): ?string
{
    if (!in_array($command[0], ['EVALSHA', 'EVAL'], true)) {
        return null;
    }
    return [
        '5 names, 9 arguments' => 'arbitrate',
        '5 names, 14 arguments' => 'fill',
        '2 names, 2 arguments' => 'abandon',
        '3 names, 3 arguments' => 'extend',
        '1 names, 3 arguments' => 'begin',
        '1 names, 2 arguments' => 'invalidate',
    ]["$command[2] names, " . count($command) - 3 - (int) $command[2] . ' arguments'] ?? null;
}

/** Makes every script known to the server, so that each is one command from here on. */
function make_scripts_known(): void
{
    stampede_put('warm up', null, 1);
    stampede_invalidate('warm up');
    stampede_remember('warm up', null, function (?string $locale, Stampede\Build $build) {
        $build->extend(1);
        $build->discard();
    });
}
