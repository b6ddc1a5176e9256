--TEST--
stampede_metrics(): promtool accepts it, and it says the same as stampede_stats(), whatever the locale and the URL
--EXTENSIONS--
stampede
--SKIPIF--
<?php
if (!trim((string) shell_exec('command -v promtool'))) {
    die('skip promtool is not installed');
}
if (getenv('STAMPEDE_VALGRIND')) {
    die('skip valgrind would look at promtool');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/comma_locale.php';

$redis = private_redis();
stampede_remember('a', 'ru', fn () => usleep(3000));
stampede_remember('a', 'ru', fn () => 1);
foreach (['redis://u"s\\er:secret@127.0.0.1:1/3', 'redis://u"s\\er:sesame@127.0.0.1:1/3', "unix:///no/тест\xff"] as $url) {
    ini_set('stampede.redis', $url);
    @stampede_peek('a');
}
$text = stampede_metrics();
$promtool = proc_open(['promtool', 'check', 'metrics'], [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
fwrite($pipes[0], $text);
fclose($pipes[0]);
echo stream_get_contents($pipes[1]);
echo 'promtool: ', proc_close($promtool), "\n";

preg_match_all('/^(stampede_\w+(?:\{.*\})?) (\S+)$/m', $text, $matches);
$values = array_combine($matches[1], $matches[2]);
$stats = stampede_stats();
foreach ($stats['answers'] as $status => $count) {
    echo $values["stampede_answers_total{status=\"$status\"}"] - $count;
}
echo "\n";
var_dump((float) $values['stampede_build_duration_seconds_sum'] === $stats['build_duration']['sum']);
var_dump($values['stampede_build_duration_seconds_bucket{le="0.0025"}'] === '0');
var_dump($values['stampede_build_duration_seconds_bucket{le="60"}'] === '1');
var_dump($values['stampede_build_duration_seconds_bucket{le="+Inf"}'] === '1');
var_dump(str_contains($text, 'secret') || str_contains($text, 'sesame'));
echo implode("\n", preg_grep('/endpoint_failures_total\{/', explode("\n", preg_replace('~unix:///tmp[^"]*~', 'unix:', $text)))), "\n";
?>
--EXPECT--
promtool: 0
000000
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
stampede_endpoint_failures_total{endpoint="unix:",slot="0"} 0
stampede_endpoint_failures_total{endpoint="redis://u\"s\\er:***@127.0.0.1:1/3",slot="1"} 1
stampede_endpoint_failures_total{endpoint="redis://u\"s\\er:***@127.0.0.1:1/3",slot="2"} 1
stampede_endpoint_failures_total{endpoint="unix:///no/?????????",slot="3"} 1
