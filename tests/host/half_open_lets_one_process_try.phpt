--TEST--
When the breaker's time is over one process tries again, the others stay away; should it die, another one tries
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip ten processes are too slow for the time of a trial under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
$well = Workspace::directory('switch') . '/well';
$server = new FakeRedis($herd, fn (array $command) => file_exists($well) ? relay($redis, $command) : '', ['connection']);
ini_set('stampede.redis', $server->url);
ini_set('stampede.read_timeout', '2');
ini_set('stampede.connect_timeout', '2');
ini_set('stampede.retry_after', '0.5');
ini_set('stampede.fallback_builders', '10');
$state = fn () => stampede_stats()['endpoints'][0]['breaker'];

$herd->start('first', fn () => @ask('list', 'ru', fn () => 'built'))->result();
$server->process->until('connection');
wait_until(fn () => $state() === 'half-open', 'the end of the window');

$callers = $herd->startMany(10, 'caller', function (Actor $me, int $number) {
    $me->pause('ready');
    $answer = @ask("list$number", 'ru', fn () => 'built', ['lock_ttl' => 1]);
    $me->reach('answered');
    return $answer;
});
$herd->release($callers, 'ready');
$server->process->until('connection');
// The nine that do not try are done while the one that does waits for its answer.
$done = fn () => array_filter($callers, fn (Process $caller) => $caller->hasReached('answered'));
$herd->attend(fn () => count($done()) === 9, 'nine answers');
echo 'while one tries: ', $state(), "\n";
[$trying] = array_values(array_udiff($callers, $done(), fn ($a, $b) => $a->pid <=> $b->pid));
$trying->kill();
$callers = array_filter($callers, fn (Process $caller) => $caller !== $trying);
echo tally($herd->results($callers)), "\n";
echo 'another connection: ', $server->process->hasReached('connection') ? 'yes' : 'no', "\n";

// Nobody reports, and all the same another one tries.
wait_until(fn () => $state() === 'half-open', 'the end of the trial');
touch($well);
echo ask('list', 'ru', fn () => 'built'), "\n";
echo $state(), "\n";
echo ask('list', 'ru', fn () => 'built'), "\n";
?>
--EXPECT--
while one tries: open
fallback "built" 9
another connection: no
built "built"
closed
hit "built"
