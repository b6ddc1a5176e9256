--TEST--
A name that holds another Redis type belongs to somebody else: left alone, named by a warning, and the call goes on
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

foreach (['key:de', 'key:de:stale', 'key:de:lock', 'key:gen'] as $i => $name) {
    foreach (['list' => ['RPUSH', $name, 'foreign'], 'stream' => ['XADD', $name, '*', 'a', 'b']] as $type => $command) {
        $redis->command('FLUSHALL');
        $redis->command(...$command);
        $code = <<<'PHP'
            $builds = 0;
            for ($call = 0; $call < 3; $call++) {
                $value = stampede_remember('key', 'de', function () use (&$builds) {
                    $builds++;
                    return 'value';
                });
                echo $value, ' ';
            }
            echo "after $builds builds; others: ", stampede_remember('other', null, fn () => 'not disturbed'), "\n";
            PHP;
        echo "a $type under $name:\n", other_php($code, [
            'stampede.redis' => ini_get('stampede.redis'),
            'stampede.retry_after' => '60',
            'stampede.read_timeout' => '30',
        ]);
        if ($redis->command('TYPE', $name) !== $type) {
            echo "it is gone\n";
        }
        if ($redis->command('EXISTS', 'key:de:lock') && $name !== 'key:de:lock') {
            echo "a lock is left\n";
        }
    }
}
?>
--EXPECTF--
a list under key:de:

Warning: stampede_remember(): %s: GET: WRONGTYPE Operation against a key holding the wrong kind of value [key:de]; the name belongs to another program: choose another key or stampede.prefix in Command line code on line 3
value value value after 3 builds; others: not disturbed
a stream under key:de:

Warning: stampede_remember(): %s: GET: WRONGTYPE Operation against a key holding the wrong kind of value [key:de]; the name belongs to another program: choose another key or stampede.prefix in Command line code on line 3
value value value after 3 builds; others: not disturbed
a list under key:de:stale:

Warning: stampede_remember(): %s: fill: WRONGTYPE not a string [key:de:stale]; the name belongs to another program: choose another key or stampede.prefix in Command line code on line 3
value value value after 3 builds; others: not disturbed
a stream under key:de:stale:

Warning: stampede_remember(): %s: fill: WRONGTYPE not a string [key:de:stale]; the name belongs to another program: choose another key or stampede.prefix in Command line code on line 3
value value value after 3 builds; others: not disturbed
a list under key:de:lock:

Warning: stampede_remember(): %s: arbitrate: WRONGTYPE Operation against a key holding the wrong kind of value [GET key:de:lock]; the name belongs to another program: choose another key or stampede.prefix in Command line code on line 3
value value value after 3 builds; others: not disturbed
a stream under key:de:lock:

Warning: stampede_remember(): %s: arbitrate: WRONGTYPE Operation against a key holding the wrong kind of value [GET key:de:lock]; the name belongs to another program: choose another key or stampede.prefix in Command line code on line 3
value value value after 3 builds; others: not disturbed
a list under key:gen:

Warning: stampede_remember(): %s: HMGET: WRONGTYPE Operation against a key holding the wrong kind of value [key:gen]; the name belongs to another program: choose another key or stampede.prefix in Command line code on line 3
value value value after 3 builds; others: not disturbed
a stream under key:gen:

Warning: stampede_remember(): %s: HMGET: WRONGTYPE Operation against a key holding the wrong kind of value [key:gen]; the name belongs to another program: choose another key or stampede.prefix in Command line code on line 3
value value value after 3 builds; others: not disturbed
