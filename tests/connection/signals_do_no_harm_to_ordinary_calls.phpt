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
    $me->pause('done');
    return $answers;
});
$worker->until('ready');
$drummer = $herd->drum($worker, SIGALRM, 0.003);
$worker->resume();
$worker->until('done');
$drummer->kill();
$worker->resume();
echo tally($worker->result()), $worker->output(), "\n";
?>
--EXPECT--
built "new" 10, fallback "built" 1, hit "value" 10
