--TEST--
A wrong list of servers is refused, whoever gives it, and the message says what is wrong with it
--EXTENSIONS--
stampede
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/has_memcached.php';
?>
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$wrong = ['cache:', 'cache:0', 'cache:65536', 'cache:x', ':11211', 'a,', ',a', 'a,,b', ' ', 'a;b', 'a b', 'a:1:2', '::1', '[::1', '[::1]x',
    'memcached://a', 'tcp://a:1', 'a/b', 'user@a', 'a?x', 'a,b,a', 'a,a:11211', '/s,/s', str_repeat('h', 256) . ':1', '/' . str_repeat('x', 103), "a\0b",
    implode(',', array_map(fn ($n) => "host$n", range(1, 65)))];
foreach ($wrong as $list) {
    $before = ini_get('stampede.memcached');
    $message = '';
    set_error_handler(function (int $level, string $text) use (&$message): bool {
        $message = $text;
        return true;
    });
    $taken = ini_set('stampede.memcached', $list) !== false || ini_get('stampede.memcached') !== $before;
    restore_error_handler();
    echo json_encode(substr($list, 0, 20)), $taken ? ' taken ' : ': ', preg_replace('/^.* or an empty string: (.*);.*$/s', '$1', $message), "\n";
    if (!str_contains(thrown(fn () => new Stampede\Cache(['memcached' => $list])), 'ValueError: Stampede\Cache::__construct(): Argument #1')) {
        echo "  a Cache takes it\n";
    }
}
foreach ([null, 1, ['a']] as $list) {
    echo thrown(fn () => new Stampede\Cache(['memcached' => $list])), "\n";
}
echo thrown(fn () => stampede_fetch('k', null, fn () => 1, ['memcached' => 'a'])), "\n";
?>
--EXPECT--
"cache:": "cache:" is not host:port, [IPv6 address]:port or the path of a socket
"cache:0": "cache:0" is not host:port, [IPv6 address]:port or the path of a socket
"cache:65536": "cache:65536" is not host:port, [IPv6 address]:port or the path of a socket
"cache:x": "cache:x" is not host:port, [IPv6 address]:port or the path of a socket
":11211": ":11211" is not host:port, [IPv6 address]:port or the path of a socket
"a,": a server is missing beside a comma
",a": a server is missing beside a comma
"a,,b": a server is missing beside a comma
" ": a server is missing beside a comma
"a;b": "a;b" is not host:port, [IPv6 address]:port or the path of a socket
"a b": "a b" is not host:port, [IPv6 address]:port or the path of a socket
"a:1:2": "a:1:2" is not host:port, [IPv6 address]:port or the path of a socket
"::1": "::1" is not host:port, [IPv6 address]:port or the path of a socket
"[::1": "[::1" is not host:port, [IPv6 address]:port or the path of a socket
"[::1]x": "[::1]x" is not host:port, [IPv6 address]:port or the path of a socket
"memcached:\/\/a": "memcached://a" is not host:port, [IPv6 address]:port or the path of a socket
"tcp:\/\/a:1": "tcp://a:1" is not host:port, [IPv6 address]:port or the path of a socket
"a\/b": "a/b" is not host:port, [IPv6 address]:port or the path of a socket
"user@a": "user@a" is not host:port, [IPv6 address]:port or the path of a socket
"a?x": "a?x" is not host:port, [IPv6 address]:port or the path of a socket
"a,b,a": "a" is named twice
"a,a:11211": "a:11211" is named twice
"\/s,\/s": "/s" is named twice
"hhhhhhhhhhhhhhhhhhhh": "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh" is not host:port, [IPv6 address]:port or the path of a socket
"\/xxxxxxxxxxxxxxxxxxx": the path of the socket is too long
"a\u0000b": it holds a NUL byte
"host1,host2,host3,ho": there are more than 64 servers
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "memcached" set to a list of servers like host:port,host:port or /path/of/socket, or an empty string, null given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "memcached" set to a list of servers like host:port,host:port or /path/of/socket, or an empty string, int given
TypeError: Stampede\Cache::__construct(): Argument #1 ($config) must have "memcached" set to a list of servers like host:port,host:port or /path/of/socket, or an empty string, array given
ValueError: stampede_fetch(): Argument #4 ($options) must not have "memcached", which belongs to the INI or new Stampede\Cache(); known here are: ttl, stale_ttl, jitter, lock_ttl, wait, cold_wait, empty, refresh, early, defer, on_error, gzip_level, classes, max_value
