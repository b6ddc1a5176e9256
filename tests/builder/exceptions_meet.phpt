--TEST--
A builder throws while another exception is on its way: both are in the chain, and the locks are gone
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();

function chain(callable $call): string
{
    try {
        $call();
    } catch (Throwable $error) {
        for ($names = []; $error; $error = $error->getPrevious()) {
            $names[] = $error->getMessage();
        }
        return implode(' <- ', $names);
    }
    return 'nothing';
}

final class Cleaner
{
    public function __destruct()
    {
        stampede_remember('in a destructor', null, fn () => throw new LogicException('second'), ['lock_ttl' => 600]);
    }
}

echo 'finally: ', chain(function () {
    try {
        throw new LogicException('first');
    } finally {
        stampede_remember('in finally', null, fn () => throw new LogicException('second'), ['lock_ttl' => 600]);
    }
}), "\n";
echo 'destructor: ', chain(function () {
    $cleaner = new Cleaner();
    throw new LogicException('first');
}), "\n";
set_error_handler(fn ($code, $message) => throw new ErrorException($message));
echo 'error handler: ', chain(fn () => stampede_remember('with a handler', null, fn () => $undefined, ['lock_ttl' => 600])), "\n";
restore_error_handler();
echo 'good builder in finally: ', chain(function () {
    try {
        throw new LogicException('first');
    } finally {
        echo stampede_remember('good', null, fn () => 'value'), "\n";
    }
}), "\n";
echo 'locks: ', count($redis->command('KEYS', '*:lock')), "\n";
?>
--EXPECT--
finally: second <- first
destructor: second <- first
error handler: Undefined variable $undefined
good builder in finally: value
first
locks: 0
