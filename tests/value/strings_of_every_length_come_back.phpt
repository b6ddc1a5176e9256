--TEST--
Strings of every length around the limits of codecs come back, compressible or not
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();
mt_srand(1);

function noise(int $length): string
{
    $noise = '';
    while (strlen($noise) < $length) {
        $noise .= pack('V', mt_rand());
    }
    return substr($noise, 0, $length);
}

$noise = noise((1 << 20) + 1);
$lengths = [...range(0, 40), ...range(255, 259), ...range(1998, 2002), ...range(4094, 4098), ...range(32766, 32770),
    ...range(65533, 65538), ...range(131070, 131073), ...range((1 << 20) - 1, (1 << 20) + 1)];
echo count($lengths), " lengths\n";
if (getenv('STAMPEDE_VALGRIND')) { // to compress a megabyte under valgrind takes minutes
    $lengths = array_filter($lengths, fn ($length) => $length < 5000);
}
foreach ($lengths as $length) {
    foreach (['noise' => substr($noise, 0, $length), 'zeros' => str_repeat("\0", $length),
        'text' => substr(str_repeat('Lorem ipsum dolor sit amet ', intdiv($length, 27) + 1), 0, $length)] as $kind => $string) {
        stampede_put($kind, null, $string);
        if (stampede_peek($kind)?->value !== $string) {
            echo "$length bytes of $kind are lost\n";
        }
    }
}
?>
--EXPECT--
74 lengths
