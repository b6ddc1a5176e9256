--TEST--
A case that an enum has no longer is a miss, as quiet as that of an unknown class
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/blob.php';
$redis = private_redis();

enum Suit
{
    case Hearts;
    const Spades = 'a constant, not a case';
}

set_error_handler(function (int $level, string $message): bool {
    echo "warning: $message\n";
    return true;
});
$options = ['classes' => ['Suit']];
foreach (['Hearts', 'Diamonds', 'Spades', ''] as $case) {
    stampede_put('key', null, Suit::Hearts, $options);
    $text = 'Suit:' . $case;
    $forged = blob_with_body($redis->command('GET', 'key'), sprintf('E:%d:"%s";', strlen($text), $text));
    $redis->command('SET', 'key', $forged);
    $result = stampede_fetch('key', null, fn () => 'rebuilt', $options);
    echo "$case: {$result->status->value}\n";
}
?>
--EXPECT--
Hearts: hit
Diamonds: built
Spades: built
: built
