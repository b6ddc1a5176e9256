--TEST--
Failover behind a path while a worker is connected: whatever it does next goes to the new primary; without one, READONLY is named
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$servers = ['a' => private_redis(), 'b' => new RedisServer()];
$place = Workspace::directory('place') . '/redis.sock';
ini_set('stampede.redis', "unix://$place");
$primary = 'a';
symlink($servers[$primary]->socket, $place);

/** The other server takes over; the old one follows it, as sentinels arrange it, and its clients stay connected. */
$fail_over = function (bool $move = true) use ($servers, $place, &$primary): void {
    $old = $servers[$primary];
    $primary = $primary === 'a' ? 'b' : 'a';
    $new = $servers[$primary];
    $new->command('REPLICAOF', 'NO', 'ONE');
    // It need not be reached: a replica refuses to write in any case.
    $old->command('REPLICAOF', '127.0.0.1', '1');
    $old->command('CONFIG', 'SET', 'replica-serve-stale-data', 'yes');
    if ($move) {
        unlink($place);
        symlink($new->socket, $place);
    }
};
$there = fn (string $key): string => implode(' ', array_keys(array_filter($servers,
    fn (RedisServer $server) => $server->command('EXISTS', $key) === 1)));

stampede_remember('scripts', null, fn () => 'are known to the first');
$fail_over();
echo 'build: ', ask('cold', null, fn () => 'value'), ', stored in ', $there('cold'), "\n";
$fail_over();
stampede_put('put', null, 'value');
echo 'put: stored in ', $there('put'), "\n";

// Both have the record, as after replication.
foreach ($servers as $name => $server) {
    $server->command('REPLICAOF', 'NO', 'ONE');
    ini_set('stampede.redis', redis_url($server));
    stampede_put('list', null, 'value');
}
ini_set('stampede.redis', "unix://$place");
stampede_peek('list');
$fail_over();
stampede_invalidate('list');
echo 'invalidate: ', stampede_peek('list')->status->value, "\n";

stampede_peek('list');
echo 'while building: ', $answer = ask('slow', null, function () use ($fail_over) {
    $fail_over();
    return 'value';
}), ', ', $answer->fill, ', stored in ', $there('slow') ?: 'none', ', locks there: ',
    $servers[$primary]->command('EXISTS', 'slow:lock'), "\n";
echo 'next: ', ask('slow', null, fn () => 'value'), ', ', ask('slow', null, fn () => 'no'), "\n";
echo 'while failing: ', ask('failing', null, function () use ($fail_over) {
    $fail_over();
    throw new LogicException('no');
}), ', then ', ask('failing', null, fn () => 'value'), "\n";

// The name still leads to the replica.
ini_set('stampede.retry_after', '600');
stampede_put('warm', null, 'value');
$fail_over(move: false);
echo ask('warm', null, fn () => 'built'), "\n";
echo ask('other', null, fn () => 'built'), "\n";
echo preg_replace('/unix:\S+/', 'unix:', thrown(fn () => stampede_invalidate('warm'))), "\n";
?>
--EXPECTF--
build: built "value", stored in b
put: stored in a
invalidate: stale
while building: built "value", rejected, stored in none, locks there: 0
next: built "value", hit "value"
while failing: LogicException: no null, then built "value"
hit "value"

Warning: stampede_fetch(): unix://%s: arbitrate: READONLY You can't write against a read only replica.%S; stampede.redis must name a primary in %s on line %d
fallback "built"
Stampede\ConnectionException: The invalidation did not reach the store: unix: arbitrate: READONLY %s; stampede.redis must name a primary
