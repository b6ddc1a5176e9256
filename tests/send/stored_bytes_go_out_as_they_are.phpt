--TEST--
stampede_send(): gzip clients get the stored bytes, others the same body as it is, with headers that say what it is
--EXTENSIONS--
stampede
pcntl
posix
zlib
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';
require __DIR__ . '/../inc/blob.php';

$redis = private_redis();
$worker = new PhpWorker(<<<'PHP'
    $sizes = ['/small' => 20, '/large' => 160_000, '/none' => 0];
    $size = $sizes[$_SERVER['REQUEST_URI']];
    stampede_send($_SERVER['REQUEST_URI'], 'de_AT', fn () => substr(str_repeat(implode(' ', range(0, 999)), 60), 0, $size),
        ['content_type' => 'text/html; charset=utf-8']);
    PHP, ['stampede.redis' => redis_url($redis), 'stampede.read_timeout' => '30']);

foreach (['/small', '/large', '/none'] as $path) {
    $built = $worker->request($path);
    $plain = $worker->request($path);
    $gzip = $worker->request($path, ['Accept-Encoding' => 'gzip, deflate, br']);
    $head = $worker->request($path, ['Accept-Encoding' => 'gzip'], 'HEAD');
    $blob = $redis->command('GET', "$path:de_AT");
    echo "$path: ", $plain['status'], ', ', strlen($plain['body']), " bytes\n";
    var_dump(
        $plain['body'] === gzdecode($gzip['body']) && $plain['body'] === $built['body'],
        substr($gzip['body'], 10) === substr($blob, blob_header_length($blob)),
        (int) $plain['headers']['content-length'] === strlen($plain['body']),
        (int) $gzip['headers']['content-length'] === strlen($gzip['body']),
        $head['body'] === '' && $head['headers']['content-length'] === $gzip['headers']['content-length']
            && $head['headers']['etag'] === $gzip['headers']['etag'],
        $gzip['headers']['etag'] === substr($plain['headers']['etag'], 0, -1) . '-gz"',
        isset($plain['headers']['content-encoding']),
    );
    foreach ([$built, $plain, $gzip] as $answer) {
        $headers = array_intersect_key($answer['headers'], array_flip(['vary', 'age', 'content-encoding', 'content-language',
            'content-type', 'cache-status']));
        ksort($headers);
        echo json_encode($headers, JSON_UNESCAPED_SLASHES), "\n";
    }
}
?>
--EXPECTF--
/small: 200, 20 bytes
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
{"age":"%d","cache-status":"stampede; fwd=miss; stored","content-language":"de-AT","content-type":"text/html; charset=utf-8","vary":"Accept-Encoding"}
{"age":"%d","cache-status":"stampede; hit; ttl=%d","content-language":"de-AT","content-type":"text/html; charset=utf-8","vary":"Accept-Encoding"}
{"age":"%d","cache-status":"stampede; hit; ttl=%d","content-encoding":"gzip","content-language":"de-AT","content-type":"text/html; charset=utf-8","vary":"Accept-Encoding"}
/large: 200, 160000 bytes
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
{"age":"%d","cache-status":"stampede; fwd=miss; stored","content-language":"de-AT","content-type":"text/html; charset=utf-8","vary":"Accept-Encoding"}
{"age":"%d","cache-status":"stampede; hit; ttl=%d","content-language":"de-AT","content-type":"text/html; charset=utf-8","vary":"Accept-Encoding"}
{"age":"%d","cache-status":"stampede; hit; ttl=%d","content-encoding":"gzip","content-language":"de-AT","content-type":"text/html; charset=utf-8","vary":"Accept-Encoding"}
/none: 200, 0 bytes
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
{"age":"%d","cache-status":"stampede; fwd=miss; stored","content-language":"de-AT","content-type":"text/html; charset=utf-8","vary":"Accept-Encoding"}
{"age":"%d","cache-status":"stampede; hit; ttl=%d","content-language":"de-AT","content-type":"text/html; charset=utf-8","vary":"Accept-Encoding"}
{"age":"%d","cache-status":"stampede; hit; ttl=%d","content-encoding":"gzip","content-language":"de-AT","content-type":"text/html; charset=utf-8","vary":"Accept-Encoding"}
