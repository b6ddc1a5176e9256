--TEST--
The programs in the documentation run and print what it says; all PHP in it is PHP; its links lead somewhere
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

$redis = private_redis();
$settings = [
    'stampede.redis' => redis_url($redis),
    'stampede.connect_timeout' => '30',
    'stampede.read_timeout' => '30',
    'auto_prepend_file' => __DIR__ . '/application.php',
    'display_errors' => '1',
    'error_reporting' => (string) E_ALL,
];
$file = Workspace::directory('docs') . '/program.php';

/** All that a PHP process with these settings prints. */
function run_php(string $file, array $settings, string $options = ''): string
{
    $command = escapeshellarg(PHP_BINARY) . ' ' . getenv('TEST_PHP_EXTRA_ARGS');
    foreach ($settings as $name => $value) {
        $command .= ' -d ' . escapeshellarg("$name=\"$value\"");
    }
    return (string) shell_exec("$command $options " . escapeshellarg($file) . ' 2>&1');
}

$programs = 0;
foreach (pages() as $name => $page) {
    foreach (blocks($page, 'php') as $block) {
        file_put_contents($file, "<?php\n" . preg_replace('/^<\?php\n/', '', $block['code']));
        if (!$block['run']) {
            $complaint = run_php($file, [], '-l');
            if (!str_starts_with($complaint, 'No syntax errors')) {
                echo "$name:{$block['line']}: $complaint\n";
            }
            continue;
        }
        $programs++;
        $redis->command('FLUSHALL');
        $printed = run_php($file, $settings);
        if (rtrim($printed) !== rtrim($block['prints'])) {
            echo "$name:{$block['line']}: printed\n$printed\nexpected\n{$block['prints']}\n";
        }
    }
    preg_match_all('/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/', $page, $links, PREG_SET_ORDER);
    foreach ($links as $link) {
        [, $target] = $link;
        $anchor = $link[2] ?? '';
        $path = dirname(__DIR__, 2) . '/' . ($target === '' ? $name : dirname($name) . "/$target");
        if (!file_exists($path)) {
            echo "$name: no $target\n";
        } elseif ($anchor !== '') {
            preg_match_all('/^#+ (.*)$/m', file_get_contents($path), $headings);
            $anchors = array_map(fn (string $heading) =>
                preg_replace(['/[^\w\- ]/', '/ /'], ['', '-'], strtolower($heading)), $headings[1]);
            if (!in_array($anchor, $anchors, true)) {
                echo "$name: no #$anchor in $path\n";
            }
        }
    }
}
echo $programs > 10 ? 'done' : "only $programs programs";
?>
--EXPECT--
done
