--TEST--
stampede_send(): Cache-Status for every way to come by a body; what is sent when there is none; languages of locales
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$worker = new PhpWorker(<<<'PHP'
    parse_str(substr($_SERVER['REQUEST_URI'], 2), $query);
    $options = ($query['options'] ?? []) + ['cold_wait' => 0.01];
    foreach (['status', 'retry_after'] as $name) {
        if (isset($options['empty'][$name])) {
            $options['empty'][$name] = (int) $options['empty'][$name];
        }
    }
    if (isset($query['redis'])) {
        ini_set('stampede.redis', $query['redis']);
    }
    $result = stampede_send($query['key'], $query['locale'] ?? null, function () use ($query) {
        return isset($query['fail']) ? throw new Exception('no') : 'body';
    }, $options);
    error_log(json_encode([$result->status->value, $result->value, $result->fill?->value]));
    PHP, ['stampede.redis' => redis_url($redis), 'stampede.read_timeout' => '30', 'display_errors' => '0']);

function show(array $query): void
{
    global $worker;
    $answer = $worker->request('/?' . http_build_query($query));
    $shown = array_intersect_key($answer['headers'], array_flip(['cache-status', 'retry-after', 'cache-control', 'content-language', 'content-type']));
    unset($shown['content-type']);
    ksort($shown);
    echo "{$answer['status']} \"{$answer['body']}\" ", json_encode($shown), "\n";
}

show(['key' => 'a']);
show(['key' => 'a']);
$redis->command('DEL', 'a');
$redis->command('SET', 'a:lock', 'somebody', 'PX', '600000');
show(['key' => 'a']);
$redis->command('SET', 'cold:lock', 'somebody', 'PX', '600000');
show(['key' => 'cold']);
show(['key' => 'cold', 'options' => ['empty' => 'wait']]);
show(['key' => 'cold', 'options' => ['empty' => ['body' => 'soon', 'status' => '202', 'retry_after' => '7']]]);
show(['key' => 'cold', 'options' => ['empty' => ['status' => '404', 'retry_after' => '0']], 'locale' => null]);
show(['key' => 'b', 'redis' => 'unix:///nonexistent']);
stampede_put('c', null, 'old');
$redis->command('DEL', 'c');
show(['key' => 'c', 'fail' => 1, 'options' => ['on_error' => 'stale']]);
foreach (['ru', 'de_AT.UTF-8@euro', 'zh-Hant-TW', 'C', '12', 'de_', 'de__AT', 'averylongone', 'en_US_POSIX', 'a'] as $locale) {
    show(['key' => 'locale', 'locale' => $locale]);
}
?>
--EXPECTF--
200 "body" {"cache-status":"stampede; fwd=miss; stored"}
200 "body" {"cache-status":"stampede; hit; ttl=%d"}
200 "body" {"cache-status":"stampede; hit; detail=stale; ttl=%d"}
503 "" {"cache-control":"no-store","cache-status":"stampede; fwd=miss; collapsed; detail=empty","retry-after":"1"}
200 "wait" {"cache-control":"no-store","cache-status":"stampede; fwd=miss; collapsed; detail=empty"}
202 "soon" {"cache-control":"no-store","cache-status":"stampede; fwd=miss; collapsed; detail=empty","retry-after":"7"}
404 "" {"cache-control":"no-store","cache-status":"stampede; fwd=miss; collapsed; detail=empty"}
200 "body" {"cache-status":"stampede; fwd=bypass; detail=fallback"}
200 "old" {"cache-status":"stampede; hit; detail=stale; ttl=%d"}
200 "body" {"cache-status":"stampede; fwd=miss; stored","content-language":"ru"}
200 "body" {"cache-status":"stampede; fwd=miss; stored","content-language":"de-AT"}
200 "body" {"cache-status":"stampede; fwd=miss; stored","content-language":"zh-Hant-TW"}
200 "body" {"cache-status":"stampede; fwd=miss; stored"}
200 "body" {"cache-status":"stampede; fwd=miss; stored"}
200 "body" {"cache-status":"stampede; fwd=miss; stored"}
200 "body" {"cache-status":"stampede; fwd=miss; stored"}
200 "body" {"cache-status":"stampede; fwd=miss; stored"}
200 "body" {"cache-status":"stampede; fwd=miss; stored","content-language":"en-US-POSIX"}
200 "body" {"cache-status":"stampede; fwd=miss; stored"}
