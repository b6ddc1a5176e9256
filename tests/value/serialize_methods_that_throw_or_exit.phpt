--TEST--
__serialize() and __sleep() that throw or exit: the error is kept as the previous one, nothing is stored, no lock is left
--EXTENSIONS--
stampede
pcntl
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();
const OPTIONS = ['classes' => true];

class Thrower
{
    public function __serialize(): array
    {
        throw new UnexpectedValueException('no way');
    }
}

class Leaver
{
    public function __serialize(): array
    {
        exit(7);
    }
}

class Nested
{
    public function __serialize(): array
    {
        return ['from inside' => stampede_remember('inside', null, fn () => 42)];
    }

    public function __unserialize(array $data): void
    {
        echo json_encode($data), "\n";
    }
}

class Asleep
{
    public function __sleep(): array
    {
        return ['nothing of that name'];
    }
}

try {
    stampede_remember('key', null, fn () => ['deep' => new Thrower()], OPTIONS);
} catch (Stampede\Exception $exception) {
    echo $exception->getMessage(), "\n", get_class($exception->getPrevious()), "\n";
}

$child = pcntl_fork();
if ($child === 0) {
    stampede_remember('key', null, fn () => new Leaver(), OPTIONS);
    echo "not reached\n";
}
pcntl_waitpid($child, $status);
echo 'ended with ', pcntl_wexitstatus($status), "\n";
echo implode(' ', preg_grep('/^key(:lock|:stale)?$/', names($redis))), "\n";

stampede_remember('nested', null, fn () => new Nested(), OPTIONS);
stampede_remember('nested', null, fn () => 'not this', OPTIONS);

@stampede_remember('asleep', null, fn () => new Asleep(), OPTIONS);
var_dump(stampede_fetch('asleep', null, fn () => 'rebuilt', OPTIONS)->value instanceof Asleep);
?>
--EXPECT--
The value (array) cannot be stored: no way
UnexpectedValueException
ended with 7

{"from inside":42}
bool(true)
