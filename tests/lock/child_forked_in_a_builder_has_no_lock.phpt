--TEST--
A child forked inside a builder stores nothing and releases nothing, however it ends
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
ini_set('stampede.lock_ttl', '600');
$herd = new Herd();

$endings = [
    'returns' => fn () => 'value of the child',
    'exits' => fn () => exit(0),
    'throws' => fn () => throw new LogicException('the child'),
    'fails' => fn () => no_such_function(),
];
foreach ($endings as $name => $ending) {
    $process = $herd->start($name, function (Actor $me) use ($name, $ending, $redis) {
        $parent = getmypid();
        $answer = ask($name, null, function () use ($me, $name, $ending, $redis) {
            if (pcntl_fork() === 0) {
                return $ending();
            }
            pcntl_wait($status);
            $me->reach('the child has ended', $redis->command('EXISTS', $name, "$name:lock"));
            return 'value of the parent';
        });
        if (getmypid() !== $parent) {
            $me->reach('answer of the child', (string) $answer);
            exit;
        }
        return $answer;
    });
    echo "$name: ", $process->until('the child has ended'), ' name there, ';
    echo $process->result(), ', stored: ', stampede_peek($name)?->value;
    echo $process->hasReached('answer of the child') ? ', child: ' . $process->until('answer of the child') : '', "\n";
}
?>
--EXPECT--
returns: 1 name there, built "value of the parent", stored: value of the parent, child: built "value of the child"
exits: 1 name there, built "value of the parent", stored: value of the parent
throws: 1 name there, built "value of the parent", stored: value of the parent, child: LogicException: the child null
fails: 1 name there, built "value of the parent", stored: value of the parent, child: Error: Call to undefined function no_such_function() null
