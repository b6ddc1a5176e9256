--TEST--
unix://run/redis.sock, with a slash too few, is refused instead of meaning /redis.sock
--EXTENSIONS--
stampede
--FILE--
<?php
foreach (['unix://run/redis.sock', 'unix://localhost/run/redis.sock', 'unix:run/redis.sock'] as $url) {
    var_dump(@ini_set('stampede.redis', $url));
}
?>
--EXPECT--
bool(false)
bool(false)
bool(false)
