<?php

/*
 * One PHP process that serves request after request, as a worker of php-fpm does: PHP's built-in web server.
 */

declare(strict_types=1);

final class PhpWorker extends PrivateServer
{
    public readonly string $address;

    /**
     * @param string $script what each request runs, without the opening tag
     * @param array<string, string> $ini
     */
    public function __construct(private readonly string $script, private readonly array $ini)
    {
        $this->address = 'tcp://127.0.0.1:' . free_port();
        parent::__construct('worker');
    }

    public function start(): void
    {
        file_put_contents("{$this->directory}/index.php", "<?php\n" . $this->script);
        // With the settings that the test itself was started with, among them the extension.
        $command = 'exec ' . escapeshellarg(PHP_BINARY) . ' ' . getenv('TEST_PHP_EXTRA_ARGS');
        foreach ($this->ini as $name => $value) {
            // In quotes: URLs hold characters that mean something in an INI file.
            $command .= ' -d ' . escapeshellarg("$name=\"$value\"");
        }
        $this->launch(
            ['sh', '-c', "$command -S " . substr($this->address, 6) . " {$this->directory}/index.php"],
            fn () => @stream_socket_client($this->address) !== false,
        );
    }

    /** What one request answers. */
    public function get(string $path = '/'): string
    {
        return http_herd([$path], $this->address)[0]['body'];
    }

    /**
     * @param array<string, string> $headers
     * @return array{status: int, headers: array<string, string>, body: string, milliseconds: float} see http_herd()
     */
    public function request(string $path, array $headers = [], string $method = 'GET'): array
    {
        $connection = stream_socket_client($this->address);
        $lines = "Host: localhost\r\n";
        foreach ($headers as $name => $value) {
            $lines .= "$name: $value\r\n";
        }
        fwrite($connection, "$method $path HTTP/1.0\r\n$lines\r\n");
        return parse_http_answer((string) stream_get_contents($connection), 0);
    }

    /** Bytes of memory that are its own at this moment. */
    public function resident(): int
    {
        return (int) explode(' ', file_get_contents("/proc/{$this->pid()}/statm"))[1] * 4096;
    }
}
