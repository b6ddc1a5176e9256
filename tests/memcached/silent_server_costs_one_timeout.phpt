--TEST--
A memcached that does not answer, dribbles or announces the impossible costs one deadline and no memory, then it is left alone
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

$redis = private_redis();
$memcached = private_memcached();
$herd = new Herd();
ini_set('stampede.read_timeout', '0.2');
ini_set('stampede.connect_timeout', '0.2');
ini_set('stampede.retry_after', '60');

/** The most memory that this process ever used, in megabytes. */
function peak(): int
{
    preg_match('/^VmHWM:\s+(\d+)/m', file_get_contents('/proc/self/status'), $match);
    return intdiv((int) $match[1], 1024);
}

$servers = [
    'silent' => fn (): string => '',
    'half a line' => fn (): string => 'VALU',
    'half a value' => fn (array $words): string => "VALUE $words[1] 2 1000\r\nabc",
    'a large value that does not come' => fn (array $words): string => "VALUE $words[1] 2 500000000\r\nabc",
];
foreach ($servers as $name => $says) {
    $fake = new FakeMemcached($herd, $memcached, $says);
    ini_set('stampede.memcached', $fake->address);
    $before = peak();
    $began = clock();
    $asked = 0;
    foreach (range(1, 20) as $call) {
        $asked += @stampede_peek('list') === null;
    }
    $took = clock() - $began;
    echo "$name: $asked misses, one deadline: ", $took >= 0.19 && $took < 10 ? 'yes' : round($took, 2), ', memory: ',
        peak() - $before < 100 ? 'none' : peak() - $before . ' MB', "\n";
}

$nonsense = ["VALUE list 2 99999999999999999999\r\n", "VALUE list 2 -1\r\n", "VALUE list x 1\r\n", "VALUE list 2 1 x\r\n",
    "VALUE other 2 1\r\nx\r\nEND\r\n", "VALUE list 2 1\r\nxx\r\nEND\r\n", "VALUE list 2 1\r\nx\r\nEND\r\nEND\r\n", "END\r\nEND\r\n", "\r\n", "\n", str_repeat('x', 5000),
    "STORED\r\n", "ERROR\r\n", "CLIENT_ERROR unauthenticated\r\n", "\0\0\r\n", "VALUE list 2\r\n", "VALUE list\r\n", "VALUE \r\n"];
ini_set('stampede.retry_after', '0');
$misses = 0;
foreach ($nonsense as $says) {
    $fake = new FakeMemcached($herd, $memcached, fn (): string => $says);
    ini_set('stampede.memcached', $fake->address);
    $misses += @stampede_peek('list') === null && @stampede_peek('list') === null;
}
echo 'nonsense: ', $misses, ' of ', count($nonsense), " misses\n";

// Byte by byte: each comes in time, the whole does not.
$dribbler = $herd->start('dribbler', function (Actor $me) {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $me->reach('listening', stream_socket_get_name($listener, false));
    $worker = stream_socket_accept($listener);
    fgets($worker);
    foreach (str_split("VALUE list 2 1000\r\n" . str_repeat('x', 1000)) as $byte) {
        if (@fwrite($worker, $byte) === false) {
            break;
        }
        usleep(50000);
    }
});
ini_set('stampede.memcached', $dribbler->until('listening'));
$began = clock();
$answer = @stampede_peek('list');
echo 'dribbled: ', $answer === null ? 'a miss' : 'a value', ', one deadline: ', clock() - $began < 10 ? 'yes' : clock() - $began, "\n";
?>
--EXPECT--
silent: 20 misses, one deadline: yes, memory: none
half a line: 20 misses, one deadline: yes, memory: none
half a value: 20 misses, one deadline: yes, memory: none
a large value that does not come: 20 misses, one deadline: yes, memory: none
nonsense: 18 of 18 misses
dribbled: a miss, one deadline: yes
