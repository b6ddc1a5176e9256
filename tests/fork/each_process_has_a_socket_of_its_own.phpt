--TEST--
After pcntl_fork parent and children use sockets of their own; nothing is sent on the parent's
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = new RedisServer([], tcp: true);
ini_set('stampede.redis', "redis://127.0.0.1:{$redis->port}");
ini_set('stampede.connect_timeout', '30');
ini_set('stampede.read_timeout', '30');
$herd = new Herd();

stampede_put('list', 'ru', 'value');
$parent = clients($redis)[0];
$monitor = monitor($redis);
$children = $herd->startMany(5, 'child', function (Actor $me, int $number) {
    $answers = [ask('list', 'ru', fn () => 'built'), ask("own$number", null, fn () => "value $number")];
    stampede_invalidate("own$number");
    $me->pause('connected');
    return $answers;
});
array_walk($children, fn (Process $child) => $child->until('connected'));
$names = array_column(clients($redis), 'name');
sort($names);
$pids = array_merge([getmypid()], array_column($children, 'pid'));
$expected = array_map(fn (int $pid) => "stampede-$pid", $pids);
sort($expected);
echo 'one each: ', array_values(array_filter($names)) === $expected ? 'yes' : implode(' ', $names), "\n";
array_walk($children, fn (Process $child) => $child->resume());
foreach ($herd->results($children) as $answers) {
    echo implode(', ', $answers), "\n";
}
echo 'commands on the socket of the parent: ', count(preg_grep("/ {$parent['addr']}\]/", monitored($redis, $monitor))), "\n";
echo 'the parent, after the children: ', ask('list', 'ru', fn () => 'built'), "\n";
echo 'the same connection: ', in_array($parent['id'], array_column(clients($redis), 'id'), true) ? 'yes' : 'no', "\n";
?>
--EXPECT--
one each: yes
hit "value", built "value 0"
hit "value", built "value 1"
hit "value", built "value 2"
hit "value", built "value 3"
hit "value", built "value 4"
commands on the socket of the parent: 0
the parent, after the children: hit "value"
the same connection: yes
