--TEST--
Empty keys and keys with NUL, CR or LF are refused by every function before anything is sent
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();
stampede_put('other', null, 'safe');

$calls = [
    'remember' => fn ($key) => stampede_remember($key, null, fn () => print("built\n")),
    'fetch' => fn ($key) => stampede_fetch($key, null, fn () => print("built\n")),
    'peek' => fn ($key) => stampede_peek($key),
    'put' => fn ($key) => stampede_put($key, null, 1),
    'invalidate' => fn ($key) => stampede_invalidate($key),
    'forget' => fn ($key) => stampede_forget($key, 'de'),
    'method' => fn ($key) => (new Stampede\Cache())->remember($key, null, fn () => print("built\n")),
];
foreach (['', "\0", "a\0b", "x\r\nFLUSHALL\r\n", "a\rb", "ab\n"] as $key) {
    echo json_encode($key), "\n";
    foreach ($calls as $call) {
        echo '  ', thrown(fn () => $call($key)), "\n";
    }
}
echo implode(' ', names($redis)), ' ', stampede_peek('other')->value, "\n";
?>
--EXPECT--
""
  ValueError: stampede_remember(): Argument #1 ($key) must not be empty
  ValueError: stampede_fetch(): Argument #1 ($key) must not be empty
  ValueError: stampede_peek(): Argument #1 ($key) must not be empty
  ValueError: stampede_put(): Argument #1 ($key) must not be empty
  ValueError: stampede_invalidate(): Argument #1 ($key) must not be empty
  ValueError: stampede_forget(): Argument #1 ($key) must not be empty
  ValueError: Stampede\Cache::remember(): Argument #1 ($key) must not be empty
"\u0000"
  ValueError: stampede_remember(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_fetch(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_peek(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_put(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_invalidate(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_forget(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: Stampede\Cache::remember(): Argument #1 ($key) must not contain NUL, CR or LF
"a\u0000b"
  ValueError: stampede_remember(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_fetch(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_peek(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_put(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_invalidate(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_forget(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: Stampede\Cache::remember(): Argument #1 ($key) must not contain NUL, CR or LF
"x\r\nFLUSHALL\r\n"
  ValueError: stampede_remember(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_fetch(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_peek(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_put(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_invalidate(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_forget(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: Stampede\Cache::remember(): Argument #1 ($key) must not contain NUL, CR or LF
"a\rb"
  ValueError: stampede_remember(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_fetch(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_peek(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_put(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_invalidate(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_forget(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: Stampede\Cache::remember(): Argument #1 ($key) must not contain NUL, CR or LF
"ab\n"
  ValueError: stampede_remember(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_fetch(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_peek(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_put(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_invalidate(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: stampede_forget(): Argument #1 ($key) must not contain NUL, CR or LF
  ValueError: Stampede\Cache::remember(): Argument #1 ($key) must not contain NUL, CR or LF
other other:gen other:stale safe
