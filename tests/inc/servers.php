<?php

/*
 * Private servers: Redis, Memcached, MariaDB, php-fpm and nginx, each with a directory and a unix socket of its own, so that nothing
 * here ever meets a server that was already running. Used by the tests, the demo and the benchmarks:
 *
 *     $redis = new RedisServer(['maxmemory 32mb', 'maxmemory-policy allkeys-lru']);
 *     $redis->command('SET', 'a', '1');
 *
 * A constructor returns when its server answers. However this process ends, kill -9 included, its servers are killed and
 * their directories removed: see Workspace.
 */

declare(strict_types=1);

/** The directory of all servers of this process, and the guardian that clears up after it. */
final class Workspace
{
    /*
     * The guardian makes the directory, says where it is, and waits until the process that started it is gone: until its
     * standard input ends or, because a forked child may hold that open for longer, until the kernel says so by SIGTERM.
     * It moves the directory away first, so that a server that is just about to start finds no place to write its pid,
     * and does not start.
     */
    private const GUARDIAN = <<<'SH'
        orphan=
        trap '' HUP INT
        trap orphan=yes TERM
        base=$(mktemp -d "$1/stampede-XXXXXX") && echo "$base" || exit
        while [ -z "$orphan" ] && read -r line; do :; done
        mv "$base" "$base.gone"
        for pid in "$base".gone/*/pid; do
            [ -f "$pid" ] && kill -s KILL -- "-$(cat "$pid")"
        done
        rm -rf "$base.gone" || { sleep 0.2; rm -rf "$base.gone"; }
        SH;

    private static ?string $base = null;

    /** Makes and returns a new directory in which a server may live. */
    public static function directory(string $name): string
    {
        static $count = 0;
        self::$base ??= self::open();
        $directory = self::$base . '/' . $name . ++$count;
        mkdir($directory, 0700);
        return $directory;
    }

    private static function open(): string
    {
        $command = ['setsid', 'sh', '-c', self::GUARDIAN, 'sh', sys_get_temp_dir()];
        if (is_executable('/usr/bin/setpriv')) {
            array_unshift($command, '/usr/bin/setpriv', '--pdeathsig', 'TERM');
        }
        $guardian = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
        $owner = getmypid();
        register_shutdown_function(static function () use ($guardian, $pipes, $owner): void {
            if (getmypid() === $owner) {
                proc_terminate($guardian);
                proc_close($guardian);
            }
        });
        return rtrim(fgets($pipes[1]) ?: throw new RuntimeException('cannot make a directory for the servers'));
    }
}

/** What all of them have in common: a directory, a log and a process group. */
abstract class PrivateServer
{
    /** Seconds in which a server must answer; a machine under load, or a server under valgrind, needs many. */
    private const PATIENCE = 60.0;

    public readonly string $directory;
    public readonly string $socket;
    /** @var ?resource */
    private $process = null;

    public function __construct(string $name)
    {
        $this->directory = Workspace::directory($name);
        $this->socket = $this->directory . '/' . $name . '.sock';
        $this->start();
    }

    /** Starts the server, also again after stop() or kill9(), on what it has in its directory. */
    abstract public function start(): void;

    /** Asks the server to end, and waits until it has. */
    public function stop(): void
    {
        if ($this->process === null) {
            return;
        }
        $this->thaw();
        proc_terminate($this->process);
        for ($end = microtime(true) + 10; $this->isRunning() && microtime(true) < $end;) {
            usleep(5000);
        }
        $this->kill9();
    }

    /** Kills the server and all that it started, with no time to say goodbye. */
    public function kill9(): void
    {
        if ($this->process === null) {
            return;
        }
        posix_kill(-proc_get_status($this->process)['pid'], SIGKILL);
        proc_close($this->process);
        $this->process = null;
        unlink($this->directory . '/pid');
    }

    public function restart(): void
    {
        $this->stop();
        $this->start();
    }

    /** Stops the server in its tracks: its socket accepts, nobody answers. */
    public function freeze(): void
    {
        proc_terminate($this->process, SIGSTOP);
    }

    public function thaw(): void
    {
        proc_terminate($this->process, SIGCONT);
    }

    public function pid(): int
    {
        return proc_get_status($this->process)['pid'];
    }

    /** The last lines of what the server wrote to its log. */
    public function logTail(int $lines = 20): string
    {
        return implode('', array_slice(file($this->directory . '/log') ?: [], -$lines));
    }

    /** Starts the server, and waits until $answers returns true. */
    protected function launch(array $command, callable $answers): void
    {
        $this->process = $this->open($command);
        for ($end = microtime(true) + self::PATIENCE; !$answers();) {
            if (!$this->isRunning()) {
                throw new RuntimeException("{$command[0]} ended at once:\n" . $this->logTail());
            }
            if (microtime(true) > $end) {
                throw new RuntimeException("{$command[0]} does not answer:\n" . $this->logTail());
            }
            usleep(5000);
        }
    }

    /** Runs a command that ends by itself. */
    protected function run(array $command): void
    {
        if (proc_close($this->open($command)) !== 0) {
            throw new RuntimeException("{$command[0]} failed:\n" . $this->logTail());
        }
    }

    protected function acceptsConnections(): bool
    {
        return @stream_socket_client('unix://' . $this->socket) !== false;
    }

    /**
     * Runs the command in a process group of its own, with its pid where the guardian finds it.
     *
     * @return resource
     */
    private function open(array $command)
    {
        $log = ['file', $this->directory . '/log', 'a'];
        return proc_open(
            ['setsid', 'sh', '-c', 'echo $$ >"$0/pid" && exec "$@"', $this->directory, ...$command],
            [['file', '/dev/null', 'r'], $log, $log],
            $pipes,
        );
    }

    private function isRunning(): bool
    {
        return proc_get_status($this->process)['running'];
    }
}

/**
 * A Redis server without persistence: nothing is saved unless a test says so with SAVE, or configures it. The program is
 * redis-server, or what STAMPEDE_REDIS_SERVER names.
 */
final class RedisServer extends PrivateServer
{
    /** The port on 127.0.0.1, or 0 without one. */
    public readonly int $port;
    /** @var ?resource */
    private $connection = null;
    private int $connectionOwner = 0;

    /** @param list<string> $config lines for redis.conf */
    public function __construct(private readonly array $config = [], bool $tcp = false)
    {
        $this->port = $tcp ? free_port() : 0;
        parent::__construct('redis');
    }

    public function start(): void
    {
        $config = [
            "port {$this->port}",
            'bind 127.0.0.1',
            "unixsocket {$this->socket}",
            "dir {$this->directory}",
            'save ""',
            ...$this->config,
        ];
        file_put_contents($this->directory . '/redis.conf', implode("\n", $config) . "\n");
        $this->launch([getenv('STAMPEDE_REDIS_SERVER') ?: 'redis-server', $this->directory . '/redis.conf'], function (): bool {
            try {
                return $this->command('PING') === 'PONG';
            } catch (RuntimeException $error) {
                $this->connection = null;
                return str_starts_with($error->getMessage(), 'NOAUTH');
            }
        });
    }

    public function kill9(): void
    {
        $this->connection = null;
        parent::kill9();
    }

    /**
     * Sends one command and returns its reply: string, int, null or array of those. An error reply, and a connection that
     * fails, throw RuntimeException. All commands of a process go through one connection.
     */
    public function command(string ...$arguments): mixed
    {
        if ($this->connection === null || $this->connectionOwner !== getmypid()) {
            $this->connection = @stream_socket_client('unix://' . $this->socket, $code, $message)
                ?: throw new RuntimeException("cannot connect to Redis: $message");
            $this->connectionOwner = getmypid();
        }
        $request = '*' . count($arguments) . "\r\n";
        foreach ($arguments as $argument) {
            $request .= '$' . strlen($argument) . "\r\n$argument\r\n";
        }
        fwrite($this->connection, $request);
        return $this->reply();
    }

    /** One number of INFO, such as `evicted_keys`. */
    public function info(string $name): int
    {
        preg_match("/^$name:(\d+)/m", $this->command('INFO', 'everything'), $match);
        return (int) $match[1];
    }

    private function reply(): mixed
    {
        $line = fgets($this->connection);
        if ($line === false) {
            $this->connection = null;
            throw new RuntimeException('Redis closed the connection or did not answer');
        }
        $rest = substr($line, 1, -2);
        switch ($line[0]) {
            case '+':
                return $rest;
            case '-':
                throw new RuntimeException($rest);
            case ':':
                return (int) $rest;
            case '$':
                return $rest === '-1' ? null : substr(stream_get_contents($this->connection, (int) $rest + 2), 0, -2);
            case '*':
                if ($rest === '-1') {
                    return null;
                }
                $items = [];
                for ($i = 0; $i < (int) $rest; $i++) {
                    $items[] = $this->reply();
                }
                return $items;
            default:
                throw new RuntimeException("not a reply of Redis: $line");
        }
    }
}

/** A memcached server. */
final class MemcachedServer extends PrivateServer
{
    /** memcached refuses to run as root unless told so; another user cannot become root, and is not asked to. */
    private const AS_ROOT = ['-u', 'root'];

    /** The port on 127.0.0.1, or 0 without one: it then listens on its socket. */
    public readonly int $port;
    /** How stampede.memcached names it. */
    public readonly string $address;
    /** @var ?resource */
    private $connection = null;
    private int $connectionOwner = 0;

    /** @param list<string> $options more arguments for memcached */
    public function __construct(private readonly array $options = [], bool $tcp = false)
    {
        $this->port = $tcp ? free_port() : 0;
        parent::__construct('memcached');
        $this->address = $this->port ? "127.0.0.1:{$this->port}" : $this->socket;
    }

    public function start(): void
    {
        $listen = $this->port ? ['-l', '127.0.0.1', '-p', (string) $this->port] : ['-s', $this->socket, '-a', '0700'];
        $this->launch(['memcached', '-U', '0', ...$listen, ...self::AS_ROOT, ...$this->options], $this->isAnswering(...));
    }

    public function kill9(): void
    {
        $this->connection = null;
        parent::kill9();
        // memcached takes a socket that is left behind, but not while somebody may be connecting to it.
        @unlink($this->socket);
    }

    /** The bytes of an item, or null. */
    public function get(string $name): ?string
    {
        $line = $this->say("get $name");
        if ($line === 'END') {
            return null;
        }
        [, , , $length] = explode(' ', $line);
        $value = stream_get_contents($this->connection, (int) $length);
        stream_get_contents($this->connection, strlen("\r\nEND\r\n"));
        return $value;
    }

    public function set(string $name, string $value, int $seconds = 0): void
    {
        $answer = $this->say("set $name 0 $seconds " . strlen($value) . "\r\n$value");
        if ($answer !== 'STORED') {
            throw new RuntimeException("memcached answers to set: $answer");
        }
    }

    public function delete(string $name): bool
    {
        return $this->say("delete $name") === 'DELETED';
    }

    public function flush(): void
    {
        $this->say('flush_all');
    }

    /** Seconds that an item has left; -1 without an end; null: there is none. */
    public function secondsLeft(string $name): ?int
    {
        return preg_match('/^HD t(-?\d+)$/', $this->say("mg $name t"), $match) ? (int) $match[1] : null;
    }

    /**
     * The names of all items, sorted.
     *
     * @return list<string>
     */
    public function names(): array
    {
        // It walks over a few items at a time and says nothing of those that have just been written: once more where it does.
        $names = [];
        for ($line = $this->say('lru_crawler metadump all'); $line !== 'END'; $line = rtrim((string) fgets($this->connection))) {
            if (str_starts_with($line, 'BUSY')) {
                usleep(10000);
                return $this->names();
            }
            if (!preg_match('/^key=(\S+)/', $line, $match)) {
                throw new RuntimeException("memcached answers to metadump: $line");
            }
            $names[] = rawurldecode($match[1]);
        }
        sort($names);
        return $names;
    }

    /** One number of its statistics, such as `curr_connections` or `evictions`. */
    public function info(string $name): int
    {
        $found = 0;
        for ($line = $this->say('stats'); $line !== 'END'; $line = rtrim((string) fgets($this->connection))) {
            [, $statistic, $value] = explode(' ', $line, 3);
            $found = $statistic === $name ? (int) $value : $found;
        }
        return $found;
    }

    /** Sends a command and returns the first line of the answer. */
    private function say(string $command): string
    {
        if ($this->connection === null || $this->connectionOwner !== getmypid()) {
            $target = $this->port ? "tcp://127.0.0.1:{$this->port}" : "unix://{$this->socket}";
            $this->connection = @stream_socket_client($target, $code, $message)
                ?: throw new RuntimeException("cannot connect to memcached: $message");
            $this->connectionOwner = getmypid();
        }
        fwrite($this->connection, $command . "\r\n");
        $line = fgets($this->connection);
        if ($line === false) {
            $this->connection = null;
            throw new RuntimeException('memcached closed the connection or did not answer');
        }
        return rtrim($line);
    }

    private function isAnswering(): bool
    {
        try {
            return str_starts_with($this->say('version'), 'VERSION');
        } catch (RuntimeException) {
            $this->connection = null;
            return false;
        }
    }
}

/** A MariaDB server that listens on its socket alone and lets root in without a password. */
final class MariaDbServer extends PrivateServer
{
    private const CONFIG = [
        '--skip-networking',
        '--skip-log-bin',
        '--performance-schema=ON',
        '--innodb-log-file-size=8M',
        '--innodb-flush-log-at-trx-commit=0',
        '--character-set-server=utf8mb4',
    ];

    /** @param int $nice how far it stands back when others want the processor, 0 to 19 */
    public function __construct(private readonly int $nice = 0)
    {
        parent::__construct('mariadb');
    }

    public function start(): void
    {
        // MariaDB refuses to run as root unless told so.
        $asRoot = posix_geteuid() === 0 ? ['--user=root'] : [];
        $data = $this->directory . '/data';
        if (!is_dir($data)) {
            // --force: also where the name of the host cannot be looked up.
            $this->run(['mariadb-install-db', '--no-defaults', '--force', "--datadir=$data", '--skip-test-db',
                '--auth-root-authentication-method=normal', ...$asRoot]);
        }
        $this->launch(
            ['nice', '-n', (string) $this->nice, 'mariadbd', '--no-defaults', "--datadir=$data",
                "--socket={$this->socket}", ...$asRoot, ...self::CONFIG],
            $this->acceptsConnections(...),
        );
    }

    public function connect(string $database = ''): PDO
    {
        return new PDO("mysql:unix_socket={$this->socket};dbname=$database;charset=utf8mb4", 'root');
    }
}

/** php-fpm of the same version as the PHP that runs this file, with a fixed number of workers. */
final class PhpFpm extends PrivateServer
{
    /**
     * @param ?string $extension path of a shared extension to load
     * @param array<string, string> $ini
     * @param array<string, string> $env
     */
    public function __construct(
        private readonly int $workers,
        private readonly ?string $extension = null,
        private readonly array $ini = [],
        private readonly array $env = [],
    ) {
        parent::__construct('fpm');
    }

    /** The path of the php-fpm that belongs to this PHP. */
    public static function binary(): string
    {
        $version = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
        foreach (["/php-fpm$version", '/php-fpm'] as $name) {
            $path = dirname(PHP_BINDIR) . '/sbin' . $name;
            if (is_executable($path) && str_contains((string) shell_exec("$path -v"), 'PHP ' . PHP_VERSION)) {
                return $path;
            }
        }
        throw new RuntimeException('no php-fpm ' . PHP_VERSION . ' beside ' . PHP_BINARY);
    }

    public function start(): void
    {
        $config = [
            '[global]',
            "error_log = {$this->directory}/log",
            'log_level = warning',
            '[www]',
            "listen = {$this->socket}",
            'pm = static',
            "pm.max_children = {$this->workers}",
            'catch_workers_output = yes',
            'clear_env = no',
        ];
        if (posix_geteuid() === 0) {
            $config[] = 'user = root';
        }
        foreach ($this->env as $name => $value) {
            $config[] = "env[$name] = \"$value\"";
        }
        file_put_contents($this->directory . '/fpm.conf', implode("\n", $config) . "\n");
        $command = [self::binary(), '--nodaemonize', '--allow-to-run-as-root', '-y', $this->directory . '/fpm.conf'];
        if ($this->extension !== null) {
            array_push($command, '-d', "extension={$this->extension}");
        }
        foreach ($this->ini as $name => $value) {
            array_push($command, '-d', "$name=$value");
        }
        $this->launch($command, $this->acceptsConnections(...));
    }
}

/** nginx that hands every request to one PHP script in php-fpm. */
class Nginx extends PrivateServer
{
    /** What http_herd() wants to know. */
    public readonly string $address;

    /** @param string $config more lines for the http block */
    public function __construct(
        protected readonly PhpFpm $fpm,
        protected readonly string $script,
        private readonly string $config = '',
    ) {
        parent::__construct('nginx');
        $this->address = 'unix://' . $this->socket;
    }

    /** The http block, but for where files go. */
    protected function http(): string
    {
        // The buffers take a whole answer, which would go to disk otherwise.
        return <<<CONF
            {$this->config}
            server {
                listen unix:{$this->socket};
                location / {
                    fastcgi_pass unix:{$this->fpm->socket};
                    fastcgi_param SCRIPT_FILENAME {$this->script};
                    fastcgi_param REQUEST_METHOD \$request_method;
                    fastcgi_param REQUEST_URI \$request_uri;
                    fastcgi_param SERVER_PROTOCOL \$server_protocol;
                    fastcgi_buffer_size 16k;
                    fastcgi_buffers 32 16k;
                }
            }
            CONF;
    }

    public function start(): void
    {
        // One process is enough and ends at once.
        file_put_contents($this->directory . '/nginx.conf', <<<CONF
            daemon off;
            master_process off;
            pid nginx.pid;
            error_log stderr;
            events {
                worker_connections 1024;
            }
            http {
                access_log off;
                client_body_temp_path tmp-body;
                fastcgi_temp_path tmp-fastcgi;
                proxy_temp_path tmp-proxy;
                scgi_temp_path tmp-scgi;
                uwsgi_temp_path tmp-uwsgi;
                {$this->http()}
            }
            CONF);
        $this->launch(
            ['nginx', '-e', 'stderr', '-p', $this->directory, '-c', $this->directory . '/nginx.conf'],
            $this->acceptsConnections(...),
        );
    }
}

function free_port(): int
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    return (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
}

/**
 * Sends all requests at one moment, over connections that were all opened before, and waits for the answers.
 *
 * @param list<string> $paths
 * @param array<string, string> $headers sent with each of them
 * @return list<array{status: int, headers: array<string, string>, body: string, milliseconds: float}> in the order of $paths;
 *         header names in lower case
 */
function http_herd(array $paths, string $address, array $headers = [], float $timeout = 60): array
{
    $connections = [];
    foreach ($paths as $i => $path) {
        $connections[$i] = stream_socket_client($address);
        stream_set_blocking($connections[$i], false);
        // Reads of any size at one go; PHP's buffer would cut them into pieces of 8 KB.
        stream_set_read_buffer($connections[$i], 0);
    }

    // HTTP/1.0: the answer is not chunked, and ends where the connection does.
    $lines = "Host: localhost\r\n";
    foreach ($headers as $name => $value) {
        $lines .= "$name: $value\r\n";
    }
    $start = [];
    foreach ($paths as $i => $path) {
        $start[$i] = hrtime(true);
        fwrite($connections[$i], "GET $path HTTP/1.0\r\n$lines\r\n");
    }

    $answers = array_fill_keys(array_keys($paths), '');
    $milliseconds = [];
    for ($end = microtime(true) + $timeout; $connections;) {
        $readable = $connections;
        $none = null;
        if (microtime(true) > $end) {
            throw new RuntimeException(count($connections) . ' requests without an answer');
        }
        stream_select($readable, $none, $none, 1);
        foreach ($readable as $i => $connection) {
            $answers[$i] .= fread($connection, 1 << 20);
            if (feof($connection)) {
                $milliseconds[$i] = (hrtime(true) - $start[$i]) / 1e6;
                fclose($connection);
                unset($connections[$i]);
            }
        }
    }
    ksort($milliseconds);
    return array_map(parse_http_answer(...), $answers, $milliseconds);
}

/** @return array{status: int, headers: array<string, string>, body: string, milliseconds: float} */
function parse_http_answer(string $answer, float $milliseconds): array
{
    [$head, $body] = explode("\r\n\r\n", $answer, 2) + [1 => ''];
    $lines = explode("\r\n", $head);
    $headers = [];
    foreach (array_slice($lines, 1) as $line) {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    return [
        'status' => (int) substr($lines[0], 9, 3),
        'headers' => $headers,
        'body' => $body,
        'milliseconds' => $milliseconds,
    ];
}
