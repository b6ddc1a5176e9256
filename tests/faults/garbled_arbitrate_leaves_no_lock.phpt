--TEST--
An answer to arbitrate that nobody understands may have been "won": no lock is left when the request ends
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/fault_proxy.php';

$redis = private_redis();
ini_set('stampede.retry_after', '0');
ini_set('stampede.lock_ttl', '600');
$herd = new Herd();
$proxy = new FaultProxy($herd, $redis);
stampede_remember('first', null, fn () => 'the scripts are known from here on');

$worker = $herd->start('worker', function () use ($proxy) {
    ini_set('stampede.redis', $proxy->url);
    $call = fn (string $key) => @ask($key, null, fn () => 'value')->value;
    $call('first');
    $proxy->arm();
    $call('entry00000');
    $length = $proxy->turns()[1][1];
    $values = [];
    for ($number = 1; $number <= 3 * $length; $number++) {
        $byte = ($number - 1) % $length;
        $call('first'); // turn 1 shall be the lookup, not a handshake
        $proxy->arm(Fault::garble(2, $byte, 1 << ($byte + intdiv($number - 1, $length)) % 8), Fault::cut(2, $length));
        $values[] = $call(sprintf('entry%05d', $number));
    }
    return [array_unique($values), 6 * $length - $proxy->strikes()];
});
[$values, $missing] = $worker->result();
echo implode(', ', $values), ', not struck: ', $missing, "\n";
$locks = array_filter(names($redis), fn (string $name) => str_ends_with($name, ':lock'));
echo 'locks: ', count($locks), "\n";
?>
--EXPECT--
value, not struck: 0
locks: 0
