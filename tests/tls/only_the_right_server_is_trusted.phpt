--TEST--
rediss://: a server is trusted when its certificate is of the authority that `ca` names, and for the name that is expected
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/has_tls.php';
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

ini_set('stampede.connect_timeout', '30');
ini_set('stampede.read_timeout', '30');
ini_set('stampede.retry_after', '0');
$ours = new Authority();
$theirs = new Authority();
$port = free_port();
$redis = new RedisServer(tls_config($port, $ours->certify('cache.test', 'DNS:cache.test,IP:127.0.0.1'), $ours));
$answer = function (string $name, string $url) use ($redis): void {
    ini_set('stampede.redis', $url);
    ini_set('error_log', $log = Workspace::directory('log') . '/log');
    ini_set('display_errors', '0');
    ini_set('log_errors', '1');
    $said = ask('list', null, fn () => 'built');
    preg_match('/connect: (.*?); check/', (string) @file_get_contents($log), $match);
    echo "$name: $said", isset($match[1]) ? ", $match[1]" : '', "\n";
};
$answer('right', "rediss://127.0.0.1:$port?ca={$ours->ca}");
$answer('again', "rediss://127.0.0.1:$port?ca={$ours->ca}");
$answer('by its name', "rediss://127.0.0.1:$port?ca={$ours->ca}&name=cache.test");
$answer('by another name', "rediss://127.0.0.1:$port?ca={$ours->ca}&name=other.test");
$answer('another authority', "rediss://127.0.0.1:$port?ca={$theirs->ca}");
$answer('the authorities of the system', "rediss://127.0.0.1:$port");
$answer('no such file', "rediss://127.0.0.1:$port?ca=/nowhere/ca.crt");
$answer('without TLS', "redis://127.0.0.1:$port");

// A large value comes in many records, and is sent in many.
ini_set('stampede.redis', "rediss://127.0.0.1:$port?ca={$ours->ca}");
$large = base64_encode(random_bytes(3000000));
foreach (range(1, 3) as $round) {
    stampede_put("large$round", null, $large);
    echo stampede_peek("large$round")->value === $large ? 'the same' : 'another', "\n";
}
echo 'waited for over TLS: ', ask('cold', null, fn () => 'built'), "\n";
?>
--EXPECTF--
right: built "built"
again: hit "built"
by its name: hit "built"
by another name: fallback "built", TLS: the server's certificate is not accepted: %s
another authority: fallback "built", TLS: the server's certificate is not accepted: %s
the authorities of the system: fallback "built", TLS: the server's certificate is not accepted: %s
no such file: fallback "built", TLS: the certificates to trust (ca) cannot be read: %s
without TLS: fallback "built"%S
the same
the same
the same
waited for over TLS: built "built"
