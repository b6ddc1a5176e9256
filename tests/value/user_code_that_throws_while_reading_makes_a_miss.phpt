--TEST--
An autoloader, __unserialize() or __wakeup() that throws while a copy is read makes a miss, not an exception
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/blob.php';
$redis = private_redis();

class Unserialize
{
    public function __serialize(): array
    {
        return [1];
    }

    public function __unserialize(array $data): void
    {
        throw new DomainException('not today');
    }
}

class Wakeup
{
    public $typed = 1;

    public function __wakeup(): void
    {
        throw new Error('not today');
    }
}

class Typed
{
    public int $number = 1;
}

spl_autoload_register(function (string $class): void {
    throw new LogicException("no $class here");
});
$options = ['classes' => ['Unserialize', 'Wakeup', 'Typed', 'Absent']];

function forge(RedisServer $redis, string $key, string $body): void
{
    global $options;
    stampede_put($key, null, ['any'], $options);
    $forged = blob_with_body($redis->command('GET', $key), $body);
    $redis->command('SET', $key, $forged);
    $redis->command('SET', "$key:stale", $forged);
}

stampede_put('unserialize', null, [new Unserialize(), new Unserialize()], $options);
stampede_put('wakeup', null, [new Wakeup(), new Wakeup()], $options);
forge($redis, 'autoload', 'O:6:"Absent":0:{}');
forge($redis, 'typed', 'O:5:"Typed":1:{s:6:"number";s:3:"abc";}');

foreach (['unserialize', 'wakeup', 'autoload', 'typed'] as $key) {
    var_dump(stampede_peek($key));
    $result = stampede_fetch($key, null, fn () => 'rebuilt', $options);
    echo "$key: {$result->status->value} $result->value, then ", stampede_fetch($key, null, fn () => 0, $options)->value, "\n";
}
?>
--EXPECT--
NULL
unserialize: built rebuilt, then rebuilt
NULL
wakeup: built rebuilt, then rebuilt
NULL
autoload: built rebuilt, then rebuilt
NULL
typed: built rebuilt, then rebuilt
