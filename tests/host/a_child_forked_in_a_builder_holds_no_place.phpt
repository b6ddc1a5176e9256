--TEST--
A child forked in a builder or in a wait holds no place, and does not give its parent's back
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

ini_set('stampede.redis', 'unix:///nonexistent');
ini_set('stampede.retry_after', '600');
@stampede_peek('x');

echo stampede_remember('list', null, function () {
    $pid = fork();
    if ($pid === 0) {
        return 'child';
    }
    pcntl_waitpid($pid, $status);
    $stats = stampede_stats();
    return "builders {$stats['builders']}, fallback {$stats['fallback_builders']}";
}), "\n";
echo 'afterwards: ', stampede_stats()['builders'], "\n";
?>
--EXPECT--
child
afterwards: 1
builders 1, fallback 1
afterwards: 0
