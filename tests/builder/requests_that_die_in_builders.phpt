--TEST--
A thousand requests that end in a builder by exit() or a fatal error: the worker goes on and does not grow
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip a thousand fatal errors take too long under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$worker = new PhpWorker(<<<'PHP'
    ini_set('display_errors', '0');
    echo stampede_remember('outer', null, fn () => stampede_remember('inner', null, function () {
        match ($_SERVER['REQUEST_URI']) {
            '/exit' => exit,
            '/fatal' => trigger_error(str_repeat('fatal ', 1000), E_USER_ERROR),
            '/memory' => ini_set('memory_limit', '2M') . str_repeat('x', 5 << 20),
            default => null,
        };
        return 'value';
    }, ['lock_ttl' => 600]), ['lock_ttl' => 600]);
    PHP, ['stampede.redis' => redis_url($redis), 'stampede.read_timeout' => '30']);

$die = function (int $times) use ($worker): void {
    for ($i = 0; $i < $times; $i++) {
        $worker->get(['/exit', '/fatal', '/memory'][$i % 3]);
    }
};
$die(100);
$before = $worker->resident();
$die(1000);
$grown = $worker->resident() - $before;
echo 'resident: ', $grown < 1 << 20 ? 'flat' : $grown, "\n";
echo 'locks: ', count($redis->command('KEYS', '*:lock')), "\n";
echo $worker->get(), "\n";
?>
--EXPECT--
resident: flat
locks: 0
value
