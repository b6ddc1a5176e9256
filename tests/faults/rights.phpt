--TEST--
The README lists the rights that are needed: with them nothing is denied, not even silently, and none of them is too many
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
if (!file_exists(__DIR__ . '/../../README.md')) {
    die('skip the README is not installed beside the tests');
}
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

preg_match('/^ACL SETUSER shop on >secret (~\S+) (.*)$/m', file_get_contents(__DIR__ . '/../../README.md'), $match)
    or die('not found in the README');
[, $keys, $rights] = $match;
$redis = new RedisServer([], tcp: true);
$redis->command('ACL', 'SETUSER', 'shop', 'on', '>secret', $keys, ...explode(' ', $rights));
ini_set('stampede.connect_timeout', '30');
ini_set('stampede.read_timeout', '30');
ini_set('stampede.prefix', 'shop:');
ini_set('stampede.redis', "redis://shop:secret@127.0.0.1:{$redis->port}/2");
$herd = new Herd();

/** Everything that the interface offers, and every way that a script can take. */
function everything(RedisServer $redis, Herd $herd): void
{
    $redis->command('SELECT', '2');
    foreach ([null, 'ru', 'gen'] as $locale) {
        stampede_remember('list', $locale, fn () => 'value');
        stampede_remember('list', $locale, fn () => 'no');
        stampede_remember('list', $locale, fn () => 'value', ['refresh' => true, 'early' => 1]);
        stampede_put('list', $locale, 'value', ['stale_ttl' => 0]);
        stampede_invalidate('list', $locale);
        stampede_peek('list', $locale);
        stampede_remember('list', $locale, fn ($locale, Stampede\Build $build) => [$build->stale(), $build->extend(5)]);
        stampede_remember("discarded", $locale, fn ($locale, Stampede\Build $build) => $build->discard());
        thrown(fn () => stampede_remember('failing', $locale, fn () => throw new LogicException('no')));
        stampede_forget('list', $locale);
    }
    // Another one builds.
    $builder = $herd->start('builder', fn (Actor $me) => stampede_remember('waited', null, fn () => $me->pause('building')));
    $builder->until('building');
    $waiter = $herd->start('waiter', fn () => stampede_fetch('waited', null, fn () => 'no', ['cold_wait' => 30])->status->value);
    wait_for_waiters($redis, 1);
    $builder->resume('value');
    echo $waiter->result(), $waiter->output(), $builder->output(), "\n";
    // A lock without a life, a record that has grown too large, no memory.
    $redis->command('SET', 'shop:eternal:lock', 'x');
    stampede_remember('eternal', null, fn () => 'no', ['cold_wait' => 0]);
    stampede_put('large', null, 'value');
    for ($i = 0; $i < 4200; $i++) {
        $redis->command('HSET', 'shop:large:gen', "x$i", '1');
    }
    stampede_put('large', null, 'value');
    $redis->command('CONFIG', 'SET', 'maxmemory', '1');
    @stampede_remember('no memory', null, fn () => 'value');
    thrown(fn () => @stampede_put('large', null, 'value'));
    stampede_invalidate('large');
    $redis->command('CONFIG', 'SET', 'maxmemory', '0');
}

everything($redis, $herd);
$denied = array_map(fn (array $entry) => array_combine(array_column(array_chunk($entry, 2), 0), array_column(array_chunk($entry, 2), 1))['object'],
    $redis->command('ACL', 'LOG'));
echo 'denied: ', implode(' ', array_unique($denied)) ?: 'nothing', "\n";

// Each right is used: without it something is denied.
foreach (explode(' ', $rights) as $right) {
    $redis->command('FLUSHALL');
    $redis->command('SCRIPT', 'FLUSH');
    $redis->command('ACL', 'LOG', 'RESET');
    $redis->command('ACL', 'SETUSER', 'shop', '-' . substr($right, 1));
    $redis->command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    ini_set('stampede.retry_after', '0');
    ob_start();
    $without = $herd->start('without', function () use ($redis, $herd) {
        $redis->command('SELECT', '2');
        $steps = [
            fn () => stampede_peek('list'),
            fn () => stampede_put('list', null, 'value', ['stale_ttl' => 0]),
            fn () => stampede_put('large', null, 'value'),
            fn () => stampede_invalidate('list'),
            fn () => stampede_remember('list', null, fn ($locale, Stampede\Build $build) => $build->extend(5), ['early' => 1]),
            fn () => $redis->command('SET', 'shop:eternal:lock', 'x'),
            fn () => stampede_remember('eternal', null, fn () => 'no', ['cold_wait' => 0.001]),
        ];
        foreach ($steps as $step) {
            thrown($step);
        }
    });
    $without->result();
    ob_end_clean();
    if ($redis->command('ACL', 'LOG') === []) {
        echo "$right is not needed\n";
    }
    $redis->command('ACL', 'SETUSER', 'shop', $right);
}
?>
--EXPECT--
waited
denied: nothing
