--TEST--
A builder that fails or discards its value never touches the copies that are there
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
stampede_put('list', 'ru', 'good');
$before = [$redis->command('GET', 'list:ru'), $redis->command('GET', 'list:ru:stale')];

$failing = [
    'throws' => fn () => throw new LogicException('no'),
    'discards' => function (?string $locale, Stampede\Build $build) {
        $build->discard();
        return 'discarded';
    },
    'returns a closure' => fn () => fn () => 1,
    'returns too much' => fn () => str_repeat('x', 2000),
];
foreach ($failing as $name => $builder) {
    $answer = @ask('list', 'ru', $builder, ['refresh' => true, 'max_value' => 1000]);
    echo $name, ': ', explode(' ', (string) $answer)[0];
    echo [$redis->command('GET', 'list:ru'), $redis->command('GET', 'list:ru:stale')] === $before ? ', copies untouched' : '', "\n";
}
?>
--EXPECT--
throws: LogicException:, copies untouched
discards: built, copies untouched
returns a closure: Stampede\Exception:, copies untouched
returns too much: built, copies untouched
