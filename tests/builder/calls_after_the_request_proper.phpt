--TEST--
The cache works in shutdown functions, in destructors of the last objects, and after its connection was dropped
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
stampede_put('list', 'ru', 'value');

final class LastOne
{
    public function __destruct()
    {
        echo 'destructor: ', ask('list', 'ru', fn () => 'built'), ', ', ask('destructor', null, fn () => 'built'), "\n";
    }
}

$process = $herd->start('worker', function () use ($redis) {
    $GLOBALS['last'] = new LastOne();
    register_shutdown_function(function () use ($redis) {
        echo 'shutdown function: ', ask('list', 'ru', fn () => 'built'), "\n";
        $redis->command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
        echo 'dropped: ', ask('list', 'ru', fn () => 'built'), "\n";
    });
    echo 'request: ', ask('list', 'ru', fn () => 'built'), "\n";
});
echo $process->end(), "\n", $process->output();
?>
--EXPECT--
exit 0
request: hit "value"
shutdown function: hit "value"
dropped: hit "value"
destructor: hit "value", built "built"
