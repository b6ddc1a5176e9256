--TEST--
The reference names everything that there is, with the right defaults, ranges and messages
--EXTENSIONS--
stampede
posix
--SKIPIF--
<?php
if (!is_dir(__DIR__ . '/../../docs')) {
    echo 'skip the documentation is somewhere else';
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/pages.php';

$page = pages()['docs/reference.md'];
$complain = function (string $what) {
    echo "$what\n";
};

/** The cells of the table below a heading, by the first one of each line, without code marks. */
function table(string $page, string $heading): array
{
    preg_match("/^## " . preg_quote($heading) . "\n(.*?)(?=^## |\z)/ms", $page, $section);
    preg_match_all('/^\| `(\w+)` \|(.*)\|$/m', $section[1], $lines, PREG_SET_ORDER);
    $table = [];
    foreach ($lines as [, $name, $cells]) {
        $table[$name] = array_map(fn (string $cell) => trim($cell, ' `'), explode(' | ', $cells));
    }
    return $table;
}

// Names.
$extension = new ReflectionExtension('stampede');
foreach ($extension->getFunctions() as $function) {
    $name = $function->getName();
    str_contains($page, "    $name(") || $complain("$name() is not there");
    foreach ($function->getParameters() as $parameter) {
        preg_match("/^    $name\\((.*)\\)/m", $page, $signature);
        str_contains($signature[1] ?? '', '$' . $parameter->getName()) || $complain("$name() without \${$parameter->getName()}");
    }
}
foreach ($extension->getClasses() as $class) {
    str_contains($page, $class->getName()) || $complain($class->getName() . ' is not there');
    foreach ($class->getProperties() as $property) {
        if (str_starts_with($property->class, 'Stampede\\') && !$class->isEnum()) {
            str_contains($page, "| `{$property->getName()}` |") || $complain("{$class->getName()}::\${$property->getName()} is not there");
        }
    }
    foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        if ($method->class === 'Stampede\Build') {
            str_contains($page, "`{$method->getName()}(") || $complain("Build::{$method->getName()}() is not there");
        }
        if ($method->class === 'Stampede\Cache' && !$method->isConstructor()) {
            preg_match('/`' . $method->getName() . '`/', $page) || $complain("Cache::{$method->getName()}() is not there");
        }
    }
}
foreach ([...Stampede\Status::cases(), ...Stampede\Fill::cases()] as $case) {
    preg_match("/`$case->name`( = | \\| )`$case->value`/", $page) || $complain("$case->name is not there");
}
foreach (array_keys(stampede_stats()) as $name) {
    str_contains($page, "`$name`") || $complain("$name of the statistics is not there");
}
preg_match_all('/^# TYPE (stampede_\w+)/m', stampede_metrics(), $metrics);
foreach ($metrics[1] as $name) {
    // "…" stands for those that follow from the name in the array.
    str_contains($page, $name) || str_contains($page, '`' . preg_replace('/^stampede_|_total$|_seconds$/', '', $name) . '`')
        || $complain("the metric $name is not there");
}

// Settings and their defaults, options and their ranges.
$settings = table($page, 'Settings');
foreach (ini_get_all('stampede') as $name => $setting) {
    $name = substr($name, 9);
    $shown = $settings[$name][0] ?? null;
    $shown === $setting['global_value'] || $complain("default of $name: $shown, is {$setting['global_value']}");
}
count($settings) === count(ini_get_all('stampede')) || $complain('settings that do not exist');
$options = table($page, 'Options');
preg_match('/known are: (.*)$/', thrown(fn () => stampede_send('a', null, 'time', ['?' => 1])), $known);
array_diff(explode(', ', $known[1]), array_keys($options)) && $complain('options are missing');
array_diff(array_keys($options), explode(', ', $known[1])) && $complain('options that do not exist');
foreach ($options as $name => [$isSetting, $type]) {
    ($isSetting === '✓') === isset($settings[$name]) || $complain("$name: setting or not");
    $refusal = thrown(fn () => stampede_send('a', null, 'time', [$name => new stdClass()]));
    if (preg_match('/ ([\d.]+) to ([\d.]+)$/', $type, $range)) {
        str_contains($refusal, "from $range[1] to $range[2]") || $complain("$name is not from $range[1] to $range[2]: $refusal");
    }
}
foreach ($settings as $name => $cells) {
    if (preg_match('/^([\d.]+) to ([\d.]+):/', $cells[1], $range)) {
        $refusal = thrown(fn () => new Stampede\Cache([$name => 1e10]));
        str_contains($refusal, "from $range[1] to $range[2]") || $complain("$name is not from $range[1] to $range[2]: $refusal");
    }
}

// Messages.
preg_match('/^## Exceptions\n(.*?)(?=^## )/ms', $page, $section);
preg_match_all('/`([^`]+)`/', implode("\n", preg_grep('/^\|/', explode("\n", $section[1]))), $codes);
$patterns = array_map(
    fn (string $message) => '/^' . str_replace('…', '.*', preg_quote($message, '/')) . '$/su',
    array_filter($codes[1], fn (string $code) => str_contains($code, ' ')),
);
enum Suit
{
    case Hearts;
}
$redis = private_redis();
$kept = null;
stampede_remember('kept', null, function ($locale, $build) use (&$kept) {
    $kept = $build;
});
$deep = [];
// Few levels: a debug build of PHP itself runs out of stack before it comes to those of the default.
ini_set('unserialize_max_depth', '100');
for ($i = 0; $i < 200; $i++) {
    $deep = [$deep];
}
$remember = fn (array $options) => stampede_remember('a', null, 'time', $options);
$provocations = [
    fn () => stampede_peek(''),
    fn () => stampede_peek("a\n"),
    fn () => stampede_peek(str_repeat('a', 65536)),
    fn () => stampede_peek('a', 'de de'),
    fn () => $remember(['tll' => 1]),
    fn () => $remember(['redis' => 'x']),
    fn () => $remember(['content_type' => 'x']),
    fn () => $remember([1]),
    fn () => $remember(['ttl' => 0]),
    fn () => $remember(['ttl' => NAN]),
    fn () => $remember(['ttl' => '5']),
    fn () => $remember(['defer' => 1]),
    fn () => stampede_invalidate('a', ['de', 5]),
    fn () => stampede_remember('closure', null, fn () => fn () => 1),
    fn () => stampede_put('a', null, (fn () => yield 1)()),
    fn () => stampede_put('a', null, new class {
    }),
    fn () => stampede_put('a', null, STDIN),
    fn () => stampede_put('a', null, [STDIN]),
    fn () => stampede_put('a', null, Suit::Hearts),
    fn () => stampede_put('a', null, $deep),
    fn () => stampede_put('a', null, 'long', ['max_value' => 3]),
    fn () => stampede_remember('a', null, fn () => stampede_remember('a', null, 'time')),
    fn () => $kept->ttl(5),
    fn () => stampede_send('sent', null, fn () => 'x', ['empty' => 5]),
    function () {
        ob_start(fn (string $text) => $text);
        try {
            stampede_send('sent', null, fn () => 'x');
        } finally {
            ob_end_clean();
        }
    },
    function () use ($redis) {
        $redis->command('CONFIG', 'SET', 'maxmemory', '1');
        try {
            @stampede_put('a', null, 'x');
        } finally {
            $redis->command('CONFIG', 'SET', 'maxmemory', '0');
        }
    },
    fn () => $redis->stop(),
    fn () => @stampede_put('a', null, 'x'),
    fn () => @stampede_invalidate('a'),
    fn () => @stampede_forget('a'),
];
$met = [];
foreach ($provocations as $provocation) {
    $thrown = thrown($provocation);
    if ($thrown === 'nothing') {
        continue;
    }
    [$class, $message] = explode(': ', $thrown, 2);
    $matching = array_filter($patterns, fn (string $pattern) => preg_match($pattern, $message) === 1);
    $matching || $complain("not there: $thrown");
    str_contains($section[1], "`$class`") || $complain("$class is not there");
    $met += $matching;
}
// stampede_send() needs headers that have not been sent, and a builder that cannot be called a broken engine.
foreach (array_diff_key($patterns, $met) as $pattern) {
    preg_match('/must return a string|could not be called|it holds a resource|cannot be sent/', $pattern) || $complain("nobody threw $pattern");
}
echo count($met) > 15 ? 'done' : 'nothing met';
?>
--EXPECT--
done
