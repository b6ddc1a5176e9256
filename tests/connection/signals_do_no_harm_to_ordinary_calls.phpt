--TEST--
A signal every few milliseconds and a slow server: no error, the right values, deadlines as always
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
$slow = new FakeRedis($herd, function (array $command) use ($redis): string {
    usleep(20_000);
    return relay($redis, $command);
});
$worker = $herd->start('worker', function (Actor $me) use ($slow) {
    ini_set('stampede.redis', $slow->url);
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn () => null);
    $me->pause('ready');
    for ($i = 0; $i < 10; $i++) {
        $answers[] = ask('list', 'ru', fn () => 'built');
        $answers[] = ask("new$i", 'ru', fn () => 'new');
    }
    ini_set('stampede.redis', 'unix:///nonexistent');
    $answers[] = @ask('list', 'ru', fn () => 'built');
    return $answers;
});
$worker->until('ready');
$drummer = $herd->start('drummer', function () use ($worker) {
    while (posix_kill($worker->pid, SIGALRM)) {
        usleep(3000);
    }
});
$worker->resume();
echo tally($worker->result()), $worker->output(), "\n";
$drummer->kill();
?>
--EXPECT--
built "new" 10, fallback "built" 1, hit "value" 10
