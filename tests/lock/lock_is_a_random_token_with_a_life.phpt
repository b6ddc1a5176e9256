--TEST--
A lock is an unpredictable token of 32 hexadecimal digits, and never without a life
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$tokens = [];
foreach ([0.001, 0.5, 10, 86400] as $lease) {
    stampede_remember("list$lease", 'ru', function () use ($redis, $lease, &$tokens) {
        $name = "list$lease:ru:lock";
        $left = $redis->command('PTTL', $name);
        $tokens[] = $redis->command('GET', $name);
        // -1 were a lock for ever; the shortest one may be gone by now.
        $alive = $left !== -1 && $left <= $lease * 1000;
        echo $lease, ': ', $alive ? 'has a life' : $left, "\n";
    }, ['lock_ttl' => $lease]);
}
$tokens = array_filter($tokens, is_string(...));
echo count(preg_grep('/^[0-9a-f]{32}$/D', $tokens)) === count($tokens) ? 'tokens' : implode(' ', $tokens), "\n";
echo count(array_unique($tokens)) === count($tokens) ? 'all different' : 'some the same', "\n";
?>
--EXPECT--
0.001: has a life
0.5: has a life
10: has a life
86400: has a life
tokens
all different
