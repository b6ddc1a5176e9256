--TEST--
Who comes after an invalidation waits for the running builder, does not take its value, and builds after it
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.request_wait', '40');
$herd = new Herd();
$builds = new Builds();
$options = ['cold_wait' => 40, 'wait' => 40, 'lock_ttl' => 60];

foreach (['invalidate' => stampede_invalidate(...), 'forget' => stampede_forget(...)] as $name => $verb) {
    $builder = $herd->start('builder', fn (Actor $me) => ask($name, 'ru', fn () => $builds->run(function () use ($me) {
        $me->pause('building');
        return 'before';
    }), $options));
    $builder->until('building');
    $verb($name, 'ru');
    echo "$name: the lock stays: ", $redis->command('EXISTS', "$name:ru:lock"), "\n";
    $callers = $herd->startMany(5, 'caller', fn () => ask($name, 'ru', $builds->builder('after'), $options));
    wait_for_waiters($redis, 5);
    $builder->resume();
    echo $builder->result(), ', ', tally($herd->results($callers)), "\n";
}
echo 'builds: ', $builds->count(), ', at one time: ', $builds->atOneTime(), "\n";
?>
--EXPECT--
invalidate: the lock stays: 1
built "before", built "after" 1, waited "after" 4
forget: the lock stays: 1
built "before", built "after" 1, waited "after" 4
builds: 4, at one time: 1
