--TEST--
rediss://: a server that wants to know its clients lets those in whose certificate is of its authority
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
$authority = new Authority();
$other = new Authority();
$port = free_port();
$redis = new RedisServer(tls_config($port, $authority->certify('server', 'IP:127.0.0.1'), $authority, wantsClients: true));
$cases = [
    'ours' => $authority->certify('client'),
    'of another authority' => $other->certify('client'),
    'none' => null,
    'no such file' => ['/nowhere/client.crt', '/nowhere/client.key'],
    'ours again' => $authority->certify('client'),
];
foreach ($cases as $name => $certificate) {
    $identity = $certificate ? "&cert=$certificate[0]&key=$certificate[1]" : '';
    ini_set('stampede.redis', "rediss://127.0.0.1:$port?ca={$authority->ca}$identity");
    echo "$name: ", @ask('list', null, fn () => 'built'), "\n";
}
?>
--EXPECT--
ours: built "built"
of another authority: fallback "built"
none: fallback "built"
no such file: fallback "built"
ours again: hit "built"
