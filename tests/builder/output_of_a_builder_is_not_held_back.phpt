--TEST--
What a builder prints goes where it would go without the cache
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

private_redis();
echo "before\n";
echo stampede_remember('plain', null, function () {
    echo "in the builder\n";
    return "value\n";
});
ob_start();
stampede_remember('buffered', null, function () {
    echo 'into the buffer';
    ob_start();
    echo 'lost';
    return 'value';
});
ob_end_clean();
echo ob_get_clean(), "\n";
ob_start(fn ($text) => "[callback of $text: " . stampede_remember('plain', null, fn () => 'no') . ']');
echo 'something';
ob_end_flush();
?>
--EXPECT--
before
in the builder
value
into the buffer
[callback of something: value
]
