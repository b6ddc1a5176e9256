--TEST--
Enum cases need their enum in the option classes, and come back as the very same case
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
    const Wild = self::Spades;
}

enum Plain
{
    case One;
}

$value = [Suit::Hearts, Suit::Wild, Plain::One, 'again' => Suit::Hearts];
echo thrown(fn () => stampede_remember('enums', null, fn () => $value)), "\n";
echo thrown(fn () => stampede_remember('enums', null, fn () => $value, ['classes' => ['Suit']])), "\n";

$options = ['classes' => ['Suit', 'Plain']];
var_dump(stampede_remember('enums', null, fn () => $value, $options) === $value);
$warm = stampede_fetch('enums', null, fn () => 'not this', $options);
var_dump($warm->status, $warm->value === $value);

stampede_put('one', null, Stampede\Status::Stale, ['classes' => true]);
var_dump(stampede_remember('one', null, fn () => 'not this', ['classes' => [Stampede\Status::class]]));
// Not allowed when reading: a miss.
echo stampede_fetch('one', null, fn () => 'rebuilt')->value, "\n";
?>
--EXPECT--
Stampede\Exception: The value cannot be stored: it holds an object of class Suit, which the option "classes" does not allow
Stampede\Exception: The value cannot be stored: it holds an object of class Plain, which the option "classes" does not allow
bool(true)
enum(Stampede\Status::Hit)
bool(true)
enum(Stampede\Status::Stale)
rebuilt
