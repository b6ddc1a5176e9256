--TEST--
gunzip, zcat, gzopen() and the compress.zlib stream read blobs, and gzip --test finds nothing wrong with them
--EXTENSIONS--
stampede
zlib
--SKIPIF--
<?php
if (!trim((string) shell_exec('command -v gunzip zcat'))) {
    die('skip no gunzip here');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
$redis = private_redis();
$file = "{$redis->directory}/blob.gz";

foreach (['{"list":[1,2,3]}', '', str_repeat('Ж', 50000), random_bytes(70000)] as $i => $string) {
    foreach ([0, 1, 6, 9] as $level) {
        stampede_put("k$i", null, $string, ['gzip_level' => $level]);
        file_put_contents($file, $redis->command('GET', "k$i"));
        $same = [
            shell_exec("gunzip -c $file 2>&1") ?? '',
            shell_exec("zcat <$file 2>&1") ?? '',
            file_get_contents("compress.zlib://$file"),
            stream_get_contents(gzopen($file, 'r')),
        ] === array_fill(0, 4, $string);
        echo $same ? 'same' : 'different', ' ', shell_exec("gzip --test $file 2>&1"), "\n";
    }
}
?>
--EXPECT--
same 
same 
same 
same 
same 
same 
same 
same 
same 
same 
same 
same 
same 
same 
same 
same 
