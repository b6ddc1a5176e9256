<?php

/*
 * What is published is complete: the tarball for PECL holds what git does, or is refused; the archive that PIE and
 * Composer take holds what a build needs; the stub is PHP that an IDE reads.
 */

declare(strict_types=1);

$root = dirname(__DIR__, 2);
exec('git -C ' . escapeshellarg($root) . ' rev-parse --verify HEAD 2>&1', $output, $status);
if ($status !== 0) {
    echo "no checkout that git reads, so nothing to package\n";
    exit(0);
}
$work = rtrim((string) shell_exec('mktemp -d'));
register_shutdown_function(fn () => exec('rm -rf ' . escapeshellarg($work)));
$complaints = [];

/** @return array{int, string} status, and all that it said */
function sh(string $folder, string $script): array
{
    exec('exec 2>&1; cd ' . escapeshellarg($folder) . " && $script", $output, $status);
    return [$status, implode("\n", $output)];
}

/** Runs tools/package on a clone with one change more, committed except for what $later does. */
function package(string $change = 'true', string $later = 'true'): array
{
    global $root, $work;
    exec('rm -rf ' . escapeshellarg("$work/clone"));
    [$status, $said] = sh($work, 'git clone -q ' . escapeshellarg($root) . " clone && cd clone && $change && git add -A"
        . " && git -c user.name=test -c user.email=test@localhost commit -q --allow-empty -m change && $later");
    if ($status !== 0) {
        throw new RuntimeException("$change: $said");
    }
    return sh("$work/clone", PHP_BINARY . ' tools/package');
}

[$status, $said] = package();
if ($status !== 0) {
    $complaints[] = "tools/package: $said";
} else {
    [, $list] = sh("$work/clone", 'tar -tzf stampede-*.tgz');
    [, $tracked] = sh("$work/clone", 'git ls-files');
    $missing = array_diff(
        preg_grep('~^[^/]+\.(c|h|m4|w32)$|\.phpt$|^tests/(inc|herd)/|^(README|CHANGELOG)\.md$|^LICENSE$|\.stub\.php$~', explode("\n", $tracked)),
        preg_replace('~^stampede-[^/]+/~', '', explode("\n", $list)),
    );
    if ($missing !== []) {
        $complaints[] = 'not in the tarball: ' . implode(' ', $missing);
    }
    [$status, $said] = sh("$work/clone", 'mv stampede-*.tgz first && ' . PHP_BINARY . ' tools/package && cmp first stampede-*.tgz');
    if ($status !== 0) {
        $complaints[] = "the same commit makes another tarball: $said";
    }

    [, $archive] = sh("$work/clone", 'git archive HEAD | tar -t');
    $archive = explode("\n", $archive);
    $missing = array_diff(
        preg_grep('~^[^/]+\.(c|h|m4|w32)$|^(README|CHANGELOG)\.md$|^LICENSE$|^composer\.json$|\.stub\.php$~', explode("\n", $tracked)),
        $archive,
    );
    if ($missing !== []) {
        $complaints[] = 'not in the archive for PIE: ' . implode(' ', $missing);
    }
    $more = preg_grep('~^(tests|bench|demo|tools|\.[^/]+)(/|$)~', $archive);
    if ($more !== []) {
        $complaints[] = 'too much in the archive for PIE: ' . implode(' ', $more);
    }
}

$version = 'sed -n \'s/^#define PHP_STAMPEDE_VERSION "\(.*\)"/\1/p\' php_stampede.h';
$refused = [
    'a file without a role' => ['echo >odd.txt', 'true', 'odd.txt has no role'],
    'a source that is not built' => ['echo >extra.c', 'true', 'config.m4 does not build extra.c'],
    'a source that is not there' => ['git rm -q blob.c', 'true', 'config.m4 builds blob.c'],
    'a source that was not added' => ['true', 'echo >forgotten.h', 'not in git: forgotten.h'],
    'a test without its helper' => ['git rm -q tests/inc/blob.php', 'true', '/../inc/blob.php, which is not in the tarball'],
    'another version in CHANGELOG.md' => ["sed -i 's/^## .*/## 99.0.0 - 2026-01-01/' CHANGELOG.md", 'true', 'php_stampede.h says'],
    'a version that was released before' => ["sed -i \"1a ## Unreleased\\n## $($version)\" CHANGELOG.md", 'true', 'raise PHP_STAMPEDE_VERSION'],
    'an option that nobody asks for' => ['echo "PHP_ARG_WITH([stampede-new],,,[no],[no])" >>config.m4', 'true', 'does not ask for --with-stampede-new'],
];
foreach ($refused as $what => [$change, $later, $expected]) {
    [$status, $said] = package($change, $later);
    if ($status === 0 || !str_contains($said, $expected)) {
        $complaints[] = "$what: status $status, $said";
    }
}

[$status, $said] = sh($root, PHP_BINARY . ' -n -l stampede.stub.php && ' . PHP_BINARY . ' -n stampede.stub.php');
if ($status !== 0) {
    $complaints[] = "the stub: $said";
}

echo $complaints === [] ? "complete\n" : implode("\n", $complaints) . "\n";
exit($complaints === [] ? 0 : 1);
