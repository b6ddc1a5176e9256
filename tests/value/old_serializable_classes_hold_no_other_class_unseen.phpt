--TEST--
A class with only the old interface Serializable could hold any class in its own text: it needs classes => true, when storing and when reading
--EXTENSIONS--
stampede
zlib
--INI--
error_reporting=8191
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/blob.php';
$redis = private_redis();

class Inner
{
    public $x = 1;
}

class Old implements Serializable
{
    public function __construct(public $inner = null)
    {
    }

    public function serialize()
    {
        return serialize($this->inner);
    }

    public function unserialize($data)
    {
        $this->inner = unserialize($data);
    }
}

function show(callable $call): void
{
    try {
        echo get_debug_type($call()->inner), "\n";
    } catch (Stampede\Exception $exception) {
        echo $exception->getMessage(), "\n";
    }
}

foreach ([['Old', 'Inner'], ['Old'], true] as $i => $classes) {
    for ($call = 0; $call < 2; $call++) {
        show(fn () => stampede_remember("key$i", null, fn () => new Old(new Inner()), ['classes' => $classes]));
    }
}
// With a list of classes, what others stored under true is a miss.
stampede_put('others', null, new Old(new Inner()), ['classes' => true]);
var_dump(stampede_fetch('others', null, fn () => 'rebuilt', ['classes' => ['Old', 'Inner']])->value);

// Classes of PHP itself once wrote such text, too.
$text = 'x:i:0;O:5:"Inner":0:{};m:a:0:{}';
$options = ['classes' => ['ArrayObject']];
stampede_put('forged', null, ['any'], $options);
$forged = sprintf('C:11:"ArrayObject":%d:{%s}', strlen($text), $text);
$redis->command('SET', 'forged', blob_with_body($redis->command('GET', 'forged'), $forged));
var_dump(stampede_fetch('forged', null, fn () => 'rebuilt', $options)->value);
?>
--EXPECT--
The value cannot be stored: it holds an object of class Old, which has the old interface Serializable and could hold objects of any class: that needs "classes" => true
The value cannot be stored: it holds an object of class Old, which has the old interface Serializable and could hold objects of any class: that needs "classes" => true
The value cannot be stored: it holds an object of class Old, which has the old interface Serializable and could hold objects of any class: that needs "classes" => true
The value cannot be stored: it holds an object of class Old, which has the old interface Serializable and could hold objects of any class: that needs "classes" => true
Inner
Inner
string(7) "rebuilt"
string(7) "rebuilt"
