--TEST--
Two users or passwords never share a connection, even for the same server and database
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = new RedisServer([
    'user default on nopass ~* &* +@all',
    'user alice on >secret1 ~* &* +@all',
    'user bob on >secret2 ~bob:* &* +@all',
], tcp: true);
$urls = [
    'tcp' => fn ($user, $password) => "redis://$user:$password@127.0.0.1:{$redis->port}/0",
    'unix' => fn ($user, $password) => "unix://{$redis->socket}?user=$user&password=$password",
];

foreach ($urls as $kind => $url) {
    $cache = fn (string $user, string $password, string $prefix) => new Stampede\Cache([
        'redis' => $url($user, $password),
        'prefix' => $prefix,
        'connect_timeout' => 30,
        'read_timeout' => 30,
    ]);
    $alice = $cache('alice', 'secret1', "alice:$kind:");
    $bob = $cache('bob', 'secret2', "bob:$kind:");
    foreach (['alice' => $alice, 'bob' => $bob] as $name => $theirs) {
        $theirs->put('key', null, "of $name");
        echo $theirs->peek('key')->value, "\n";
    }
    preg_match_all('/name=stampede-\d+ .*user=(\w+)/', $redis->command('CLIENT', 'LIST'), $matches);
    sort($matches[1]);
    echo implode(' ', $matches[1]), "\n";

    // What bob may not do is refused to him, not done in alice's name.
    echo strtok(thrown(fn () => @$cache('bob', 'secret2', "alice:$kind:")->put('key', null, 'of bob')), ':'), "\n";
    echo strtok(thrown(fn () => @$cache('alice', 'wrong', "alice:$kind:")->put('key', null, 'of nobody')), ':'), "\n";
    echo $alice->peek('key')->value, "\n";
}
?>
--EXPECT--
of alice
of bob
alice bob
Stampede\ConnectionException
Stampede\ConnectionException
of alice
of alice
of bob
alice alice bob
Stampede\ConnectionException
Stampede\ConnectionException
of alice
