<?php

/*
 * A memcached that does as a test says: it hears each command before the real server does, and may answer in its place,
 * late, wrongly or not at all. It is a process of a herd, and can say of commands that they have come: until('set').
 */

declare(strict_types=1);

final class FakeMemcached
{
    public readonly string $address;
    public readonly Process $process;
    private readonly Closure $answer;
    /** @var resource */
    private $listener;
    /** @var array<int, resource> */
    private array $workers = [];
    /** @var array<int, resource> to the real server, one for each worker */
    private array $servers = [];
    /** @var array<int, string> */
    private array $unread = [];
    private int $accepted = 0;

    /**
     * @param callable(list<string>, Closure, Actor): ?string $answer what a command is answered, given its words and, last,
     *        its value: bytes as they go over the wire; '' is silence, null closes the connection. The closure lets the real
     *        server carry out the command, and returns what that answers.
     */
    public function __construct(Herd $herd, private readonly MemcachedServer $real, callable $answer)
    {
        $this->address = Workspace::directory('fake') . '/memcached.sock';
        $this->answer = $answer(...);
        $this->listener = stream_socket_server('unix://' . $this->address);
        $this->process = $herd->start('fake memcached', $this->serve(...));
        fclose($this->listener);
    }

    private function serve(Actor $me): never
    {
        for (;;) {
            $readable = [0 => $this->listener] + $this->workers;
            $none = null;
            stream_select($readable, $none, $none, null);
            foreach ($readable as $number => $stream) {
                if ($number === 0) {
                    $this->workers[++$this->accepted] = stream_socket_accept($this->listener);
                    $this->unread[$this->accepted] = '';
                } else {
                    $this->hear($number, $me);
                }
            }
        }
    }

    private function hear(int $number, Actor $me): void
    {
        $bytes = (string) fread($this->workers[$number], 1 << 16);
        $this->unread[$number] .= $bytes;
        while ($bytes !== '' && [$words, $raw] = $this->takeCommand($number)) {
            $reply = ($this->answer)($words, fn () => $this->pass($number, $raw), $me);
            if ($reply === null) {
                $bytes = '';
                break;
            }
            @fwrite($this->workers[$number], $reply);
        }
        if ($bytes === '') {
            fclose($this->workers[$number]);
            unset($this->workers[$number]);
        }
    }

    /** @return array{list<string>, string}|array{} words and bytes of the next whole command, or nothing */
    private function takeCommand(int $number): array
    {
        $end = strpos($this->unread[$number], "\r\n");
        if ($end === false) {
            return [];
        }
        $words = explode(' ', substr($this->unread[$number], 0, $end));
        $length = $end + 2;
        if ($words[0] === 'set') {
            $size = (int) $words[4];
            if (strlen($this->unread[$number]) < $length + $size + 2) {
                return [];
            }
            $words[] = substr($this->unread[$number], $length, $size);
            $length += $size + 2;
        }
        $raw = substr($this->unread[$number], 0, $length);
        $this->unread[$number] = substr($this->unread[$number], $length);
        return [$words, $raw];
    }

    private function pass(int $number, string $raw): string
    {
        $server = $this->servers[$number] ??= stream_socket_client('unix://' . $this->real->socket);
        fwrite($server, $raw);
        $answer = $line = (string) fgets($server);
        if (preg_match('/^VALUE \S+ \d+ (\d+)/', $line, $match)) {
            $answer .= stream_get_contents($server, (int) $match[1] + strlen("\r\nEND\r\n"));
        }
        return $answer;
    }
}
