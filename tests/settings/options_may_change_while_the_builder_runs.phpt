--TEST--
A builder may change or free everything that its call was given: options, key, locale, the Cache, itself
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();

$key = str_repeat('key', 10);
$locale = str_repeat('de', 5);
$class = str_repeat('std', 1) . 'Class';
$empty = new stdClass();
$ttl = 60;
$options = ['classes' => [&$class], 'empty' => &$empty, 'ttl' => &$ttl, 'on_error' => 'stale'];
$cache = new Stampede\Cache(['prefix' => str_repeat('shop:', 2)]);
$builder = function ($passed) use (&$key, &$locale, &$class, &$empty, &$ttl, &$options, &$cache, &$builder) {
    $cache->__construct(['prefix' => 'other:']);
    $key = $locale = $class = $empty = $ttl = $options = $cache = $builder = null;
    gc_collect_cycles();
    ini_set('stampede.redis', 'redis://127.0.0.1:1');
    $passed .= ' was passed';
    return [$passed, new stdClass()];
};
$result = $cache->fetch($key, $locale, $builder, $options);
echo $result->status->value, ' ', json_encode($result->value), ' ', $result->fill->value, "\n";
echo implode(' ', preg_grep('/:done:/', names($redis), PREG_GREP_INVERT)), "\n";
?>
--EXPECT--
built ["dedededede was passed",{}] filled
shop:shop:keykeykeykeykeykeykeykeykeykey:dedededede shop:shop:keykeykeykeykeykeykeykeykeykey:dedededede:stale shop:shop:keykeykeykeykeykeykeykeykeykey:gen
