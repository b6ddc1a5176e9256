--TEST--
A lock is released under every prefix, key, locale and gzip level
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$builders = [
    'returns' => fn () => ['some' => 'value'],
    'throws' => fn () => throw new LogicException('no'),
    'returns a closure' => fn () => fn () => 1,
];
$count = 0;
foreach (['', 'shop:', 'a b:', "\xff:", '{x}'] as $prefix) {
    ini_set('stampede.prefix', $prefix);
    foreach (['list', 'list:lock', 'list:stale%', 'Ünïcödé', str_repeat('x', 65535)] as $key) {
        foreach ([null, 'ru', 'lock', 'gen'] as $locale) {
            foreach ([0, 1, 6, 9] as $level) {
                foreach ($builders as $builder) {
                    $seen = 0;
                    ask($key, $locale, function () use ($redis, $builder, &$seen) {
                        $seen = count($redis->command('KEYS', '*:lock'));
                        return $builder();
                    }, ['gzip_level' => $level, 'lock_ttl' => 600]);
                    $left = count($redis->command('KEYS', '*:lock'));
                    if ($seen !== 1 || $left !== 0) {
                        echo "$prefix $key $locale $level: $seen, then $left\n";
                    }
                    $redis->command('FLUSHALL');
                    $count++;
                }
            }
        }
    }
}
echo "$count builds, each with one lock\n";
?>
--EXPECT--
1200 builds, each with one lock
