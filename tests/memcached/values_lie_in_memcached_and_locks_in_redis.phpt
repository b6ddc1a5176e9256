--TEST--
Live and stale copy lie in Memcached under their own names, lock and record in Redis; lives are what was asked for
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/has_memcached.php';
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$memcached = private_memcached();

stampede_remember('list', 'ru', function () use ($redis, $memcached) {
    echo 'while building: ', implode(' ', names($redis)), ' | ', implode(' ', $memcached->names()), "\n";
    return 'a body';
}, ['jitter' => 0]);
stampede_put('list', null, [1, 2]);
echo implode(' ', preg_grep('/:done:/', names($redis), PREG_GREP_INVERT)), ' | ', implode(' ', $memcached->names()), "\n";
echo gzdecode($memcached->get('list:ru')), ' ', gzdecode($memcached->get('list:ru:stale')), ' ', gzdecode($memcached->get('list')), "\n";
echo 'the same bytes: ', $memcached->get('list:ru') === $memcached->get('list:ru:stale') ? 'yes' : 'no', "\n";

/** Whether the seconds left of an item are what was asked for: Memcached's clock ticks once a second. */
$lives = function (string $name, float $asked) use ($memcached): string {
    $left = $memcached->secondsLeft($name);
    return $left >= floor($asked) - 5 && $left <= ceil($asked) + 2 ? "as asked: $asked" : "$left instead of $asked";
};
echo $lives('list:ru', 45), ', ', $lives('list:ru:stale', 600), "\n";
$month = 30 * 86400;
foreach ([0.2, 1, $month - 1, $month, $month + 1, 5 * 365 * 86400] as $life) {
    stampede_put('life', null, 1, ['ttl' => $life, 'stale_ttl' => $life, 'jitter' => 0]);
    echo $lives('life', $life), ', ', $lives('life:stale', $life), ', ', stampede_peek('life')->status->value, "\n";
}
stampede_put('life', null, 1, ['stale_ttl' => 0]);
echo 'for ever: ', $memcached->secondsLeft('life:stale'), ', record: ', $redis->command('PTTL', 'life:gen'), "\n";
?>
--EXPECT--
while building: list:gen list:ru:lock | 
list:gen | list list:ru list:ru:stale list:stale
a body a body a:2:{i:0;i:1;i:1;i:2;}
the same bytes: yes
as asked: 45, as asked: 600
as asked: 0.2, as asked: 0.2, hit
as asked: 1, as asked: 1, hit
as asked: 2591999, as asked: 2591999, hit
as asked: 2592000, as asked: 2592000, hit
as asked: 2592001, as asked: 2592001, hit
as asked: 157680000, as asked: 157680000, hit
for ever: -1, record: -1
