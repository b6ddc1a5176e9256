--TEST--
stampede_send(): Accept-Encoding is read with its weights, and If-None-Match with all that may stand in it
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$worker = new PhpWorker(<<<'PHP'
    if ($_SERVER['REQUEST_URI'] === '/404') {
        http_response_code(404);
    }
    stampede_send('page', null, fn () => str_repeat('page ', 1000));
    PHP, ['stampede.redis' => redis_url($redis), 'stampede.read_timeout' => '30']);

$plain = $worker->request('/')['headers']['etag'];
$gzip = $worker->request('/', ['Accept-Encoding' => 'gzip'])['headers']['etag'];

$accepting = [
    true => ['gzip', 'GZIP', 'x-gzip', 'deflate, gzip', 'br,gzip;q=0.1', 'gzip;q=1.000', ' gzip ; q=0.001 ', '*', '*;q=0.5', 'gzip;level=9;q=0.5',
        'identity;q=0.5, gzip;q=0.5', 'gzip;q=0.5, *;q=0', 'identity;q=0', 'gzip, gzip;q=0', "\tgzip\t"],
    false => ['', 'br', 'gzip;q=0', 'gzip;q=0.000', 'gzip;q=0, *', 'gzip;q=x', 'gzip;q=', 'gzip;q=.5', 'gzip;q=-1', 'identity, gzip;q=0.5',
        'identity;q=1, *;q=0.9', 'gzipped', 'xgzip', 'gzi', ',;,', ';q=1', '*;q=0', 'br;q=1;gzip', str_repeat('a,', 3000)],
];
foreach ($accepting as $expected => $headers) {
    foreach ($headers as $header) {
        $answer = $worker->request('/', ['Accept-Encoding' => $header]);
        if (isset($answer['headers']['content-encoding']) !== (bool) $expected && $header !== 'identity;q=0') {
            echo "Accept-Encoding: $header\n";
        }
    }
}

$matching = [
    304 => [$plain, "W/$plain", "\"a\", $plain", "\"a\",$plain", "\"a,b\" , W/\"x\",\t$plain", '*', "$gzip, $plain", "$plain, \"b\""],
    200 => [$gzip, '', '""', trim($plain, '"'), "\"a $plain\"", substr($plain, 0, -1), '"', '"*"', 'W/', ',,', "w/$gzip", str_repeat('"', 999)],
];
foreach ($matching as $status => $headers) {
    foreach ($headers as $header) {
        $answer = $worker->request('/', ['If-None-Match' => $header]);
        if ($answer['status'] !== $status || ($answer['body'] === '') !== ($status === 304)) {
            echo "If-None-Match: $header: {$answer['status']}\n";
        }
    }
}
$answer = $worker->request('/', ['If-None-Match' => $gzip, 'Accept-Encoding' => 'gzip']);
echo $answer['status'], ' ', $answer['body'], ' ', $answer['headers']['etag'] === $gzip ? 'same etag' : '', ' ',
    implode(' ', array_intersect(['vary', 'age', 'cache-status', 'content-length', 'content-encoding'], array_keys($answer['headers']))), "\n";
echo $worker->request('/', ['If-None-Match' => $plain], 'HEAD')['status'], "\n";
echo $worker->request('/', ['If-None-Match' => $plain, 'Content-Length' => '0'], 'POST')['status'], "\n";
echo $worker->request('/404', ['If-None-Match' => $plain])['status'], "\n";

// The same body built again is the same to a client; another one is not.
$redis->command('DEL', 'page');
echo $worker->request('/', ['If-None-Match' => $plain])['status'], "\n";
$redis->command('DEL', 'page');
ini_set('stampede.ttl', '3600');
stampede_put('page', null, str_repeat('Page ', 1000));
echo $worker->request('/', ['If-None-Match' => $plain])['status'], "\n";
?>
--EXPECT--
304  same etag vary age cache-status
304
200
404
304
200
