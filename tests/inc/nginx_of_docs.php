<?php

/*
 * nginx with the configurations of the documentation, as they stand there, on paths of their own. Used by tests, demo and
 * benchmarks, so that what is shown and measured is what readers copy.
 */

declare(strict_types=1);

require_once __DIR__ . '/servers.php';
require_once __DIR__ . '/../docs/pages.php';

/** Requests with everything that they may have, by HTTP/1.0, so that an answer ends where its connection does. */
abstract class NginxOfDocs extends Nginx
{
    /**
     * Sends a request and does not wait for its answer.
     *
     * @param array<string, string> $headers
     * @return resource
     */
    public function send(string $uri, array $headers = [], string $method = 'GET', string $body = '')
    {
        $connection = stream_socket_client($this->address);
        $lines = '';
        foreach ($headers + ['Host' => 'site.test'] as $name => $value) {
            $lines .= "$name: $value\r\n";
        }
        fwrite($connection, "$method $uri HTTP/1.0\r\n$lines\r\n$body");
        return $connection;
    }

    /**
     * Reads an answer to its end by its length: a request that has started an update gets it whole and at once, and its
     * connection ends with the update.
     *
     * @param resource $connection
     */
    public function receive($connection): array
    {
        stream_set_timeout($connection, 60);
        for ($text = ''; !feof($connection);) {
            $text .= fread($connection, 65536);
            $answer = parse_http_answer($text, 0);
            if (str_contains($text, "\r\n\r\n") && ($answer['headers']['content-length'] ?? null) === (string) strlen($answer['body'])) {
                break;
            }
        }
        return parse_http_answer($text, 0);
    }

    /** @param array<string, string> $headers */
    public function ask(string $uri, array $headers = [], string $method = 'GET', string $body = ''): array
    {
        return $this->receive($this->send($uri, $headers, $method, $body));
    }

    /**
     * The blocks of a page of the documentation, with our paths in place of those that it names.
     *
     * @param array<string, string> $paths more of them, by what the documentation says
     * @return list<string>
     */
    protected function blocksOf(string $page, array $paths): array
    {
        $paths += [
            'unix:/run/php/php-fpm.sock' => "unix:{$this->fpm->socket}",
            '/srv/site/index.php' => $this->script,
        ];
        return array_map(
            fn (string $block): string => strtr($block, $paths),
            array_column(blocks(pages()[$page], 'nginx'), 'code'),
        );
    }
}

/** The microcache of docs/sending.md; copies live as long as asked for. */
final class Microcache extends NginxOfDocs
{
    public function __construct(PhpFpm $fpm, string $script, private readonly string $life)
    {
        parent::__construct($fpm, $script);
    }

    protected function http(): string
    {
        [$http, $server] = $this->blocksOf('docs/sending.md', [
            '/var/cache/nginx/microcache' => "{$this->directory}/cache",
            '200 2s' => "200 {$this->life}",
        ]);
        return "$http\nserver {\nlisten unix:{$this->socket};\n$server\n}\n";
    }
}

/** nginx that reads pages out of Memcached itself, as in docs/memcached.md. */
final class NginxFromMemcached extends NginxOfDocs
{
    /** The address for a browser, with a port of 127.0.0.1. */
    public readonly string $url;
    private readonly int $port;

    /**
     * @param string $more lines for the http block
     * @param array<string, string> $replacements what reads otherwise here than in the documentation
     */
    public function __construct(
        PhpFpm $fpm,
        string $script,
        private readonly MemcachedServer $memcached,
        private readonly string $more = '',
        private readonly array $replacements = [],
    ) {
        $this->port = free_port();
        $this->url = "http://127.0.0.1:{$this->port}/";
        parent::__construct($fpm, $script);
    }

    protected function http(): string
    {
        [$http, $server] = $this->blocksOf('docs/memcached.md', $this->replacements + [
            '127.0.0.1:11211' => $this->memcached->port ? $this->memcached->address : "unix:{$this->memcached->socket}",
        ]);
        return $this->maps() . <<<CONF
            $http
            {$this->more}
            server {
                listen unix:{$this->socket};
                listen 127.0.0.1:{$this->port};
                server_name site.test;
                $server
            }
            CONF;
    }

    /** Those of the microcache that the page refers to. */
    private function maps(): string
    {
        preg_match_all(
            '/^map [^{]*\$(?:has_session|personal|page_path|page_locale) \{.*?^\}\n/ms',
            $this->blocksOf('docs/sending.md', [])[0],
            $maps,
        );
        return implode('', $maps[0]);
    }
}
