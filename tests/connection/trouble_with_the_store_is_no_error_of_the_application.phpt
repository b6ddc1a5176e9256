--TEST--
Warnings about the store do not reach an error handler that turns them into exceptions
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

ini_set('stampede.redis', 'unix:///nonexistent/redis.sock');
set_error_handler(fn ($code, $message) => throw new ErrorException($message));
echo ask('list', null, fn () => 'built'), "\n";
try {
    echo $undefined;
} catch (ErrorException $error) {
    echo 'the handler is still there: ', $error->getMessage(), "\n";
}
?>
--EXPECTF--
Warning: stampede_fetch(): unix:///nonexistent/redis.sock: connect: No such file or directory; check that Redis runs there and stampede.redis and stampede.connect_timeout in %s on line %d
fallback "built"
the handler is still there: Undefined variable $undefined
