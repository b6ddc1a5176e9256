<?php

/*
 * A certificate authority of a test's own, made by the program openssl.
 */

declare(strict_types=1);

final class Authority
{
    /** The file of its certificate: what the parameter `ca` of a URL names. */
    public readonly string $ca;
    private readonly string $directory;

    public function __construct()
    {
        $this->directory = Workspace::directory('authority');
        $this->ca = "{$this->directory}/ca.crt";
        $this->openssl('ca', '/CN=authority of a test');
    }

    /**
     * @param string $alternative such as "IP:127.0.0.1" or "DNS:cache.test"; '' for a client
     * @return array{string, string} files of a certificate and its key
     */
    public function certify(string $name, string $alternative = ''): array
    {
        $this->openssl($name, "/CN=$name", '-CA', $this->ca, '-CAkey', "{$this->directory}/ca.key",
            '-addext', 'basicConstraints=critical,CA:FALSE', ...$alternative === '' ? [] : ['-addext', "subjectAltName=$alternative"]);
        return ["{$this->directory}/$name.crt", "{$this->directory}/$name.key"];
    }

    private function openssl(string $name, string $subject, string ...$more): void
    {
        $command = ['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
            '-subj', $subject, '-keyout', "{$this->directory}/$name.key", '-out', "{$this->directory}/$name.crt", ...$more];
        exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1', $said, $status);
        if ($status !== 0) {
            throw new RuntimeException("openssl failed:\n" . implode("\n", $said));
        }
    }
}

/**
 * Lines for redis.conf.
 *
 * @param array{string, string} $certificate of the server
 * @return list<string>
 */
function tls_config(int $port, array $certificate, Authority $clients, bool $wantsClients = false): array
{
    return ["tls-port $port", "tls-cert-file $certificate[0]", "tls-key-file $certificate[1]", "tls-ca-cert-file {$clients->ca}",
        'tls-auth-clients ' . ($wantsClients ? 'yes' : 'no')];
}
