--TEST--
A store that fails now and then: the values are right all the time, and when it is well again all are hits
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.retry_after', '0');
$herd = new Herd();
$well = Workspace::directory('switch') . '/well';
$flaky = new FakeRedis($herd, function (array $command) use ($redis, $well): ?string {
    static $count = 0;
    return ++$count % 23 === 0 && !file_exists($well) ? null : relay($redis, $command);
});
$worker = $herd->start('worker', function () use ($flaky, $well) {
    ini_set('stampede.redis', $flaky->url);
    ini_set('display_errors', '0');
    $wrong = [];
    $kinds = [];
    for ($i = 0; $i < 500; $i++) {
        $key = 'entry' . $i % 20;
        $answer = ask($key, null, fn () => "value of $key", ['ttl' => $i < 400 ? 0.02 : 60]);
        if ($answer->value !== "value of $key") {
            $wrong[] = "$key: $answer";
        }
        if ($i === 400) {
            touch($well);
            usleep(100_000); // By now the last of the short lives is over.
        }
        $kinds[$i >= 480 ? 'in the end' : 'before'][$answer->status] = true;
    }
    return [$wrong, array_keys($kinds['in the end']), count($kinds['before']) > 1];
});
[$wrong, $end, $variety] = $worker->result();
echo 'wrong: ', implode(', ', $wrong), "\n";
echo 'in the end: ', implode(', ', $end), "\n";
echo 'something happened before: ', $variety ? 'yes' : 'no', "\n";
?>
--EXPECT--
wrong: 
in the end: hit
something happened before: yes
