--TEST--
Five hundred entries warmed by eight processes at once: each is built once, a slow one delays no other
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip eight busy processes take too long under valgrind');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$herd = new Herd();
$builds = new Builds();

$slow = $herd->start('slow', fn (Actor $me) => ask('slow', null, fn () => $me->pause('building'), ['lock_ttl' => 60]));
$slow->until('building');
$workers = $herd->startMany(8, 'worker', function (Actor $me, int $number) use ($builds) {
    $me->pause('ready');
    $wrong = [];
    for ($i = 0; $i < 500; $i++) {
        $key = 'entry' . ($i + $number * 62) % 500;
        $answer = ask($key, null, $builds->builder("value of $key"), ['cold_wait' => 40]);
        if ($answer->value !== "value of $key") {
            $wrong[] = $answer;
        }
    }
    return $wrong;
});
$herd->release($workers, 'ready');
echo 'wrong: ', implode(', ', array_merge(...$herd->results($workers))), "\n";
echo 'builds: ', $builds->count(), "\n";
$slow->resume('value');
echo $slow->result(), "\n";
?>
--EXPECT--
wrong: 
builds: 500
built "value"
