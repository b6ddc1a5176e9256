<?php

/*
 * A proxy between a worker and a real Redis or memcached that does harm at a chosen byte: it cuts the connection there, goes silent,
 * or flips bits.
 *
 *     $proxy = new FaultProxy($herd, $redis);
 *     ini_set('stampede.redis', $proxy->url);
 *     $proxy->arm(Fault::cut(turn: 2, byte: 7));
 *     ask('list', null, fn () => 'built');
 *     echo $proxy->strikes();
 *
 * A turn is what the worker sends and the answer to that, counted from arm() over all connections: on a new connection
 * the first turn is the handshake. It is meant for one worker at a time.
 */

declare(strict_types=1);

require_once __DIR__ . '/herd.php';

final class Fault
{
    public bool $spent = false;

    private function __construct(
        public readonly string $kind,
        public readonly int $turn,
        public readonly int $byte,
        public readonly bool $inRequest,
        public readonly int $mask = 0,
    ) {
    }

    /** Closes the connection, on both sides, when so many bytes have been passed on. */
    public static function cut(int $turn, int $byte, bool $inRequest = false): self
    {
        return new self('cut', $turn, $byte, $inRequest);
    }

    /** Passes on so many bytes, and no other until thaw(). */
    public static function freeze(int $turn, int $byte, bool $inRequest = false): self
    {
        return new self('freeze', $turn, $byte, $inRequest);
    }

    /** Flips the bits of the mask in the byte behind so many. */
    public static function garble(int $turn, int $byte, int $mask, bool $inRequest = false): self
    {
        return new self('garble', $turn, $byte, $inRequest, $mask);
    }
}

/** One direction of a connection. */
final class Flow
{
    /** Bytes passed on in this turn. */
    public int $passed = 0;
    public bool $frozen = false;
    /** What came while it was frozen. */
    public string $held = '';

    /**
     * @param resource $from
     * @param resource $to
     */
    public function __construct(public $from, public $to, public readonly bool $isRequest)
    {
    }
}

final class FaultProxy
{
    /** How stampede.redis names it. */
    public readonly string $url;
    /** How stampede.memcached names it. */
    public readonly string $address;
    public readonly Process $process;
    private readonly string $directory;
    /** @var resource */
    private $listener;
    /** @var array<int, array{Flow, Flow}> request and answer of each connection */
    private array $connections = [];
    private int $accepted = 0;
    /** The connection that had the last turn, and whether that has been answered. */
    private int $speaker = 0;
    private bool $answered = false;
    /** @var list<array{int, int}> bytes of request and answer of each turn */
    private array $turns = [];
    /** @var list<Fault> */
    private array $faults = [];
    private string $plan = '';
    private int $seen = 0;

    public function __construct(Herd $herd, private readonly PrivateServer $server, bool $tcp = false)
    {
        $this->directory = Workspace::directory('proxy');
        $this->arm();
        touch($this->directory . '/strikes');
        $socket = $this->directory . '/proxy.sock';
        $this->listener = stream_socket_server($tcp ? 'tcp://127.0.0.1:0' : "unix://$socket");
        $this->address = $tcp ? stream_socket_get_name($this->listener, false) : $socket;
        $this->url = ($tcp ? 'redis://' : 'unix://') . $this->address;
        $this->process = $herd->start('proxy', $this->serve(...));
        fclose($this->listener);
    }

    /** From here on turns are counted anew, and these faults strike, each once. What is frozen stays so. */
    public function arm(Fault ...$faults): void
    {
        static $number = 0;
        @unlink($this->directory . '/thawed');
        $this->write('plan', serialize([++$number, $faults]));
    }

    /** Passes on what is frozen. */
    public function thaw(): void
    {
        touch($this->directory . '/thawed');
    }

    /**
     * How many bytes went each way in each turn since arm() without a fault.
     *
     * @return list<array{int, int}> request and answer
     */
    public function turns(): array
    {
        return unserialize(file_get_contents($this->directory . '/turns'));
    }

    /** How many faults have struck since the last time that this was asked. */
    public function strikes(): int
    {
        clearstatcache();
        $before = $this->seen;
        $this->seen = filesize($this->directory . '/strikes');
        return $this->seen - $before;
    }

    /** Waits until a fault has struck. */
    public function untilStruck(): void
    {
        wait_until(fn () => $this->strikes() > 0, 'a fault of the proxy');
    }

    private function write(string $name, string $text): void
    {
        file_put_contents("{$this->directory}/$name.new", $text);
        rename("{$this->directory}/$name.new", "{$this->directory}/$name");
    }

    private function serve(): never
    {
        for (;;) {
            $readable = [$this->listener];
            $frozen = false;
            foreach ($this->connections as $number => [$request, $answer]) {
                $readable["$number request"] = $request->from;
                $readable["$number answer"] = $answer->from;
                $frozen = $frozen || $request->frozen || $answer->frozen;
            }
            $none = null;
            stream_select($readable, $none, $none, $frozen ? 0 : null, $frozen ? 2000 : null);
            foreach (array_keys($readable) as $which) {
                if ($which === 0) {
                    $this->accept();
                } else {
                    [$number, $side] = explode(' ', $which);
                    $this->hear((int) $number, $side === 'request' ? 0 : 1);
                }
            }
            if ($frozen && file_exists($this->directory . '/thawed')) {
                $this->passOnFrozen();
            }
        }
    }

    private function accept(): void
    {
        $worker = stream_socket_accept($this->listener);
        $server = @stream_socket_client('unix://' . $this->server->socket);
        if ($server) {
            stream_set_read_buffer($worker, 0);
            stream_set_read_buffer($server, 0);
            $this->connections[++$this->accepted] = [new Flow($worker, $server, true), new Flow($server, $worker, false)];
        }
    }

    private function hear(int $number, int $side): void
    {
        if (!isset($this->connections[$number])) {
            return; // It was closed a moment ago.
        }
        $flow = $this->connections[$number][$side];
        $bytes = (string) @fread($flow->from, 1 << 16);
        if ($bytes === '') {
            $this->close($number);
            return;
        }
        if ($flow->isRequest && ($this->answered || $this->speaker !== $number)) {
            $this->beginTurn($number);
        }
        if ($flow->frozen) {
            $flow->held .= $bytes;
        } else {
            $this->pass($number, $flow, $bytes);
        }
        $this->answered = $this->answered || !$flow->isRequest;
    }

    private function beginTurn(int $number): void
    {
        $plan = file_get_contents($this->directory . '/plan');
        if ($plan !== $this->plan) {
            $this->plan = $plan;
            $this->faults = unserialize($plan)[1];
            $this->turns = [];
        }
        $this->turns[] = [0, 0];
        $this->speaker = $number;
        $this->answered = false;
        foreach ($this->connections[$number] as $flow) {
            $flow->passed = 0;
        }
    }

    private function pass(int $number, Flow $flow, string $bytes): void
    {
        $cut = null;
        foreach ($this->faults as $fault) {
            $at = $fault->byte - $flow->passed;
            $reached = $fault->kind === 'garble' ? $at < strlen($bytes) : $at <= strlen($bytes);
            if ($fault->spent || $fault->turn !== count($this->turns) || $fault->inRequest !== $flow->isRequest || !$reached) {
                continue;
            }
            $fault->spent = true;
            file_put_contents($this->directory . '/strikes', '.', FILE_APPEND);
            if ($fault->kind === 'garble') {
                $bytes[$at] = chr(ord($bytes[$at]) ^ $fault->mask);
            } else {
                $cut = [$at, $fault->kind];
            }
        }
        if ($cut && $cut[1] === 'freeze') {
            $flow->frozen = true;
            $flow->held = substr($bytes, $cut[0]);
        }
        $this->send($flow, $cut ? substr($bytes, 0, $cut[0]) : $bytes);
        if ($cut && $cut[1] === 'cut') {
            $this->close($number);
        }
    }

    private function send(Flow $flow, string $bytes): void
    {
        $flow->passed += strlen($bytes);
        $this->turns[count($this->turns) - 1][$flow->isRequest ? 0 : 1] += strlen($bytes);
        if ($this->faults === []) {
            $this->write('turns', serialize($this->turns));
        }
        while ($bytes !== '' && $written = @fwrite($flow->to, $bytes)) {
            $bytes = substr($bytes, $written);
        }
    }

    private function passOnFrozen(): void
    {
        foreach ($this->connections as $number => $flows) {
            foreach ($flows as $flow) {
                if ($flow->frozen) {
                    $flow->frozen = false;
                    $this->send($flow, $flow->held);
                    $flow->held = '';
                }
            }
        }
    }

    private function close(int $number): void
    {
        fclose($this->connections[$number][0]->from);
        fclose($this->connections[$number][1]->from);
        unset($this->connections[$number]);
    }
}
