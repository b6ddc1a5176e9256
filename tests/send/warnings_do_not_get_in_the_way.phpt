--TEST--
stampede_send(): warnings of the extension are logged and not shown, for the body has to be sent; a builder sees the previous body as it was
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$log = Workspace::directory('log') . '/errors';
$worker = new PhpWorker(<<<'PHP'
    parse_str(substr($_SERVER['REQUEST_URI'], 2), $query);
    if (isset($query['redis'])) {
        ini_set('stampede.redis', $query['redis']);
    }
    stampede_send($query['key'], null, function ($locale, Stampede\Build $build) use ($query) {
        return match ($query['builder'] ?? '') {
            'throws' => throw new Exception('no'),
            'large' => str_repeat('x', 2000),
            'adds' => $build->stale() . ', more',
            default => 'body',
        };
    }, ($query['options'] ?? []) + ['max_value' => 1000, 'refresh' => isset($query['refresh'])]);
    PHP, ['stampede.redis' => redis_url($redis), 'stampede.read_timeout' => '30', 'display_errors' => '1', 'output_buffering' => '0',
        'log_errors' => '1', 'error_log' => $log]);

function show(array $query): void
{
    global $worker, $log;
    $answer = $worker->request('/?' . http_build_query($query));
    echo $answer['status'], ' ', strlen($answer['body']) > 100 ? strlen($answer['body']) . ' bytes' : $answer['body'], "\n";
    echo preg_replace(['/^\[.*?\] /m', '~ in /\S+ on line \d+~'], '', (string) @file_get_contents($log));
    @unlink($log);
}

show(['key' => 'a']);
show(['key' => 'a', 'refresh' => 1, 'builder' => 'adds']);
show(['key' => 'a', 'refresh' => 1, 'builder' => 'adds']);
show(['key' => 'a']);
show(['key' => 'large', 'builder' => 'large']);
stampede_put('b', null, 'old');
$redis->command('DEL', 'b');
show(['key' => 'b', 'builder' => 'throws', 'options' => ['on_error' => 'stale']]);
show(['key' => 'a', 'redis' => 'unix:///nonexistent']);
?>
--EXPECT--
200 body
200 body, more
200 body, more, more
200 body, more, more
200 2000 bytes
PHP Warning:  stampede_send(): The value of large has 2000 bytes, more than max_value (1000), and is not stored
200 old
PHP Warning:  stampede_send(): The builder of b failed, its stale copy is answered: Exception: no
200 body
PHP Warning:  stampede_send(): unix:///nonexistent: connect: No such file or directory; check that Redis runs there and stampede.redis and stampede.connect_timeout
