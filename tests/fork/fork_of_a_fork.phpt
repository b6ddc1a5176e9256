--TEST--
Children of children: each generation has its own connection and values
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();

function generation(int $depth): string
{
    $value = stampede_remember("generation$depth", null, fn () => "value $depth");
    if ($depth === 5) {
        return $value;
    }
    $file = tempnam(sys_get_temp_dir(), 'stampede');
    if (pcntl_fork() === 0) {
        file_put_contents($file, generation($depth + 1));
        exit;
    }
    pcntl_wait($status);
    $below = file_get_contents($file);
    unlink($file);
    return $value . ', ' . $below . ', ' . stampede_remember("generation$depth", null, fn () => 'built again');
}

echo generation(1), "\n";
?>
--EXPECT--
value 1, value 2, value 3, value 4, value 5, value 4, value 3, value 2, value 1
