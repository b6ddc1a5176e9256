--TEST--
A child that ends, in whatever way, before it used the cache leaves the connection of its parent as it was
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip PHP itself leaves memory behind after a fatal error');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$herd = new Herd();
stampede_put('list', 'ru', 'value');
$id = clients($redis)[0]['id'];
$endings = [
    'returns' => fn () => null,
    'exits' => fn () => exit(1),
    'fails' => fn () => trigger_error('fatal', E_USER_ERROR),
    'is killed' => fn () => posix_kill(getmypid(), SIGKILL),
];
foreach ($endings as $name => $ending) {
    echo "$name: ", $herd->start($name, $ending)->end(), ', ', ask('list', 'ru', fn () => 'built');
    echo ', the same connection: ', clients($redis)[0]['id'] === $id ? 'yes' : 'no', "\n";
}
?>
--EXPECT--
returns: exit 0, hit "value", the same connection: yes
exits: exit 1, hit "value", the same connection: yes
fails: exit 255, hit "value", the same connection: yes
is killed: signal 9, hit "value", the same connection: yes
