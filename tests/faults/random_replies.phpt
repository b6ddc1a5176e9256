--TEST--
Thousands of replies made of random bytes and of random pieces of the protocol: never another value, never a hang
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

// STAMPEDE_FUZZ_CALLS and STAMPEDE_FUZZ_SEED: more of them, or the same again.
$calls = (int) (getenv('STAMPEDE_FUZZ_CALLS') ?: 1500);
$seed = (int) (getenv('STAMPEDE_FUZZ_SEED') ?: random_int(0, PHP_INT_MAX));
$redis = private_redis();
ini_set('stampede.retry_after', '0');
$herd = new Herd($calls / 50 + 60);
stampede_put('list', null, 'value');
stampede_put('other', null, 'value of another entry');
$true = [];
foreach (['list', 'other'] as $key) {
    $true[] = relay($redis, ['HMGET', "$key:gen", 'i', 's', 'h', 's:', 'h:', 'f:']);
    $true[] = relay($redis, ['GET', $key]);
}

/** Each answer ends its connection, so that nothing waits for what does not come. */
$fake = new FakeRedis($herd, function (array $command, int $connection, Actor $me, Closure $say) use ($true, $seed): ?string {
    static $random = null;
    if ($random === null) {
        $random = true;
        mt_srand($seed);
    }
    if ($command[0] === 'CLIENT') {
        return "+OK\r\n";
    }
    if ($command[0] === 'HMGET') {
        return ''; // with the GET behind it
    }
    $pieces = [fn () => random_bytes(1), fn () => '$' . mt_rand(-3, 40) . "\r\n", fn () => '*' . mt_rand(-3, 9) . "\r\n", fn () => "\r\n",
        fn () => ':' . mt_rand() . "\r\n", fn () => "+OK\r\n", fn () => "-ERR no\r\n", fn () => "\$-1\r\n", fn () => '$' . str_repeat('9', mt_rand(1, 20)) . "\r\n",
        fn () => "\$3\r\nwon\r\n", fn () => "\$4\r\nbusy\r\n", fn () => "\$6\r\nstored\r\n", fn () => "\$16\r\n0123456789abcdef\r\n",
        fn () => $true[mt_rand(0, 3)], fn () => substr($true[mt_rand(0, 3)], mt_rand(0, 50), mt_rand(0, 50)), fn () => "*7\r\n", fn () => "*3\r\n\$3\r\nwon\r\n"];
    $reply = '';
    for ($count = mt_rand(0, 12); $count > 0; $count--) {
        $reply .= $pieces[mt_rand(0, count($pieces) - 1)]();
    }
    if (mt_rand(0, 3) === 0) { // what is right, but for a few bytes
        $reply = $true[0] . $true[1];
        for ($count = mt_rand(1, 5); $count > 0; $count--) {
            $reply[mt_rand(0, strlen($reply) - 1)] = chr(mt_rand(0, 255));
        }
    }
    if (mt_rand(0, 9) === 0) { // what is right, for this entry or another, or the copy of the one with the record of the other
        $reply = $true[2 * mt_rand(0, 1)] . $true[mt_rand(0, 1) * 2 + 1];
    }
    $say($reply);
    return null;
});
ini_set('stampede.redis', $fake->url);
ini_set('stampede.wait', '0');
ini_set('stampede.cold_wait', '0');
$seen = [];
for ($i = 0; $i < $calls; $i++) {
    $answer = @ask('list', null, fn () => 'value', ['early' => $i % 2]);
    if ($answer->value !== 'value' && $answer->status !== 'empty') {
        echo "seed $seed, call $i: $answer\n";
    }
    $seen[$answer->status] = true;
    if ($i % 50 === 0) {
        @thrown(fn () => stampede_invalidate('list'));
        @thrown(fn () => stampede_put('list', null, 'value'));
        @stampede_peek('list');
    }
}
ini_set('stampede.redis', redis_url($redis));
echo ask('list', null, fn () => 'value'), ', ', ask('other', null, fn () => 'no'), "\n";
echo count($seen) > 1 ? 'variety' : key($seen), "\n";
?>
--EXPECT--
hit "value", hit "value of another entry"
variety
