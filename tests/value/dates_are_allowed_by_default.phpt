--TEST--
DateTime, DateTimeImmutable, DateTimeZone and DateInterval come back with zone and microseconds, without any option
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();
date_default_timezone_set('UTC');

$diff = (new DateTime('2024-01-31'))->diff(new DateTime('2025-03-01 10:11:12.123456'));
$values = [
    new DateTime('2024-03-31 02:30:00.123456', new DateTimeZone('Europe/Berlin')),
    new DateTimeImmutable('1969-12-31 23:59:59.999999 +05:30'),
    new DateTimeImmutable('2024-06-01 EST'),
    new DateTimeZone('Asia/Tashkent'),
    new DateTimeZone('-03:00'),
    new DateInterval('P1Y2M3DT4H5M6S'),
    $diff,
    DateInterval::createFromDateString('last thursday of next month'),
];
foreach ($values as $i => $value) {
    $cold = stampede_remember("date$i", null, fn () => $value);
    $warm = stampede_remember("date$i", null, fn () => 'not this');
    echo get_class($warm), ' ', anatomy($warm) === anatomy($value) && $cold === $value ? 'same' : anatomy($warm), "\n";
}
// DatePeriod is not of the default list.
echo thrown(fn () => stampede_remember('period', null, fn () => new DatePeriod(new DateTime(), new DateInterval('P1D'), 3))), "\n";
?>
--EXPECT--
DateTime same
DateTimeImmutable same
DateTimeImmutable same
DateTimeZone same
DateTimeZone same
DateInterval same
DateInterval same
DateInterval same
Stampede\Exception: The value cannot be stored: it holds an object of class DatePeriod, which the option "classes" does not allow
