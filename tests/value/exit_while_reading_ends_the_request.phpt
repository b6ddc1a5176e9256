--TEST--
exit() in __unserialize() ends the request at once; no lock is left and the next request works
--EXTENSIONS--
stampede
pcntl
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();
const OPTIONS = ['classes' => ['Leaver']];

class Leaver
{
    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        exit(7);
    }
}

function in_child(callable $code): void
{
    $child = pcntl_fork();
    if ($child === 0) {
        $code();
        echo "not reached\n";
        exit(1);
    }
    pcntl_waitpid($child, $status);
    echo 'ended with ', pcntl_wexitstatus($status), "\n";
}

stampede_put('key', null, new Leaver(), OPTIONS);
in_child(fn () => stampede_remember('key', null, fn () => 'rebuilt', OPTIONS));
in_child(fn () => stampede_peek('key'));
in_child(fn () => (new Stampede\Cache(OPTIONS))->peek('key'));

$redis->command('DEL', 'key');
in_child(fn () => stampede_remember('key', null, function ($locale, $build) {
    $build->stale();
}, OPTIONS));
in_child(fn () => stampede_remember('key', null, fn () => throw new Exception(), OPTIONS + ['on_error' => 'stale']));
var_dump($redis->command('EXISTS', 'key:lock'));
var_dump(stampede_fetch('key', null, fn () => 'rebuilt')->status);
?>
--EXPECT--
ended with 7
not reached
ended with 1
ended with 7
ended with 7
ended with 7
int(0)
enum(Stampede\Status::Built)
