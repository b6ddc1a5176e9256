--TEST--
Values and settings mean the same under a locale that writes 0,5 for one half
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/comma_locale.php';
$redis = private_redis();

echo use_comma_locale(), "\n";
$value = ['a' => 0.1 + 0.2, 'b' => -1 / 3, 'c' => 1234567.891, 'd' => 1e100, 's' => '0,5'];
$options = ['ttl' => 99.75, 'stale_ttl' => 199.5, 'jitter' => 0.0];
var_dump(stampede_remember('k', 'de', fn () => $value, $options) === $value);
var_dump(stampede_remember('k', 'de', fn () => 'not this', $options) === $value);

$live = $redis->command('PTTL', 'k:de');
$stale = $redis->command('PTTL', 'k:de:stale');
var_dump($live <= 99750 && $live > 30000, $stale <= 199500 && $stale > 130000);

var_dump(ini_set('stampede.ttl', '0.25'), ini_get('stampede.ttl'));
echo thrown(fn () => stampede_peek('k', 'de')), "\n";
echo thrown(fn () => stampede_remember('k', 'de', fn () => 1, ['jitter' => 1.5])), "\n";
var_dump(@ini_set('stampede.ttl', '0,5'));

// What was stored there is the same to everybody.
setlocale(LC_ALL, 'C');
var_dump(stampede_remember('k', 'de', fn () => 'not this', $options) === $value);
?>
--EXPECT--
,
bool(true)
bool(true)
bool(true)
bool(true)
string(2) "45"
string(4) "0.25"
nothing
ValueError: stampede_remember(): Argument #4 ($options) must have "jitter" set to a number from 0 to 1, 1.5 given
bool(false)
bool(true)
