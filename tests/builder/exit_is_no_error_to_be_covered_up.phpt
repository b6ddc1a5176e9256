--TEST--
exit() in a builder ends the request with its code, with on_error stale too, and shutdown functions run
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
stampede_put('list', 'ru', 'old');
stampede_invalidate('list', 'ru');

$process = $herd->start('exits', function () {
    register_shutdown_function(function () {
        echo "shutdown function: ", ask('list', 'ru', fn () => 'new'), "\n";
    });
    try {
        ask('list', 'ru', fn () => exit(42), ['on_error' => 'stale', 'lock_ttl' => 600]);
    } finally {
        echo "not reached\n";
    }
});
echo $process->end(), "\n", $process->output();
echo 'lock: ', $redis->command('EXISTS', 'list:ru:lock'), "\n";
?>
--EXPECT--
exit 42
shutdown function: built "new"
lock: 0
