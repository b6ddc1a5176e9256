--TEST--
The prefix covers copies, lock, event and record; prefix "a" with key "bc" is not prefix "ab" with key "c"
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$first = new Stampede\Cache(['prefix' => 'a']);
$second = new Stampede\Cache(['prefix' => 'ab']);
$without = new Stampede\Cache();
foreach ([null, 'de'] as $locale) {
    $first->put('bc', $locale, 'first');
    var_dump($second->peek('c', $locale), $without->peek('abc', $locale));
    echo $second->fetch('c', $locale, fn () => 'second')->status->value, "\n";
    var_dump($first->peek('bc', $locale));
}

// Two tenants with the same key: each has its own everything.
$redis->command('FLUSHALL');
$one = new Stampede\Cache(['prefix' => 'one:']);
$two = new Stampede\Cache(['prefix' => 'two:']);
$one->put('key', 'de', 'of one', ['ttl' => 60]);
$two->put('key', 'de', 'of two', ['ttl' => 60]);
$one->remember('key', 'de', function () use ($two, $redis) {
    $result = $two->fetch('key', 'de', fn () => 'of two, again', ['refresh' => true]);
    echo "{$result->status->value} $result->value\n";
    echo implode(' ', preg_grep('/lock/', names($redis))), "\n";
    return 'of one, again';
}, ['refresh' => true]);
$one->forget('key');
var_dump($one->peek('key', 'de'), $two->peek('key', 'de')->value);
echo implode(' ', preg_grep('/^(one|two):key/', names($redis), PREG_GREP_INVERT)), "\n";
?>
--EXPECT--
NULL
NULL
built
NULL
NULL
NULL
built
NULL
built of two, again
one:key:de:lock
NULL
string(13) "of two, again"

