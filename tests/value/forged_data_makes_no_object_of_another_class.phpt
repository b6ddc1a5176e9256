--TEST--
Serialised data written into the store with right checksums makes no object of a class outside the list, however it hides it
--EXTENSIONS--
stampede
zlib
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
require __DIR__ . '/../inc/blob.php';
$redis = private_redis();

class Gadget implements Serializable
{
    public $command = 'rm';

    public function __wakeup(): void
    {
        echo "GADGET woken\n";
    }

    public function __destruct()
    {
        echo "GADGET destroyed\n";
    }

    public function serialize()
    {
        return '';
    }

    public function unserialize($data)
    {
        echo "GADGET unserialised\n";
    }

    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        echo "GADGET unserialised\n";
    }
}

enum Danger
{
    case Zone;
}

class Unlisted
{
    public function __destruct()
    {
        echo "UNLISTED destroyed\n";
    }
}

spl_autoload_register(function (string $class): void {
    echo "AUTOLOAD of $class\n";
});

$gadget = 'O:6:"Gadget":0:{}';
$payloads = [
    'O:' => $gadget,
    'O: lower case' => 'O:6:"gadget":0:{}',
    'O: with a backslash' => 'O:7:"\Gadget":0:{}',
    'O: with a plus' => 'O:+6:"Gadget":0:{}',
    'O: with zeros' => 'O:06:"Gadget":0:{}',
    'o:' => 'o:6:"Gadget":0:{}',
    'without __wakeup' => 'O:8:"Unlisted":0:{}',
    'C:' => 'C:6:"Gadget":0:{}',
    'E:' => 'E:11:"Danger:Zone";',
    'E: as a class' => 'O:6:"Danger":0:{}',
    'an empty class name' => 'O:0:"":0:{}',
    'an empty enum name' => 'E:1:":";',
    'unknown class' => 'O:7:"Missing":0:{}',
    'S: as a class name' => 'O:6:S"Gadget":0:{}',
    'S: string' => 'S:1:"\41";',
    'S: key of a property' => 'O:8:"stdClass":1:{S:1:"a";' . $gadget . '}',
    'in an array' => "a:1:{i:0;$gadget}",
    'as a second element' => "a:2:{i:0;s:1:\"x\";i:1;$gadget}",
    'in an allowed object' => "O:8:\"stdClass\":1:{s:1:\"a\";$gadget}",
    'behind references' => "a:3:{i:0;a:1:{i:0;$gadget}i:1;R:2;i:2;r:3;}",
    'deep inside' => str_repeat('a:1:{i:0;', 200) . $gadget . str_repeat('}', 200),
    'in a date' => "O:8:\"DateTime\":4:{s:4:\"date\";s:26:\"2024-01-01 00:00:00.000000\";s:13:\"timezone_type\";i:3;s:8:\"timezone\";s:3:\"UTC\";s:1:\"x\";$gadget}",
    'behind a string that looks longer' => "a:2:{i:0;s:1:\"a\";i:1;$gadget}",
    'behind a string with quotes' => 'a:2:{i:0;s:3:"";i";i:1;' . $gadget . '}',
    'behind a string of wrong length' => 'a:2:{i:0;s:9999:"a";i:1;' . $gadget . '}',
    'behind a length that overflows' => 'a:2:{i:0;s:18446744073709551617:"a";i:1;' . $gadget . '}',
    'behind a negative length' => 'a:2:{i:0;s:-1:"a";i:1;' . $gadget . '}',
    'behind a float' => "a:2:{i:0;d:0.5;i:1;$gadget}",
    'in what a float hides' => "a:2:{i:0;d:0.5\0;i:1;$gadget}",
    'behind null' => "a:2:{i:0;N;i:1;$gadget}",
    'behind null with more' => "a:2:{i:0;Nx;i:1;$gadget}",
    'nothing at all' => '',
    'more behind the end' => 'i:1;i:2;',
    'too little' => 'a:2:{i:0;i:1;}',
    'behind the end' => "i:1;$gadget",
    'behind the end of an array' => "a:0:{}$gadget",
    'a broken date' => 'O:8:"DateTime":0:{}',
    'in a container' => "O:11:\"ArrayObject\":4:{i:0;i:0;i:1;a:1:{i:0;$gadget}i:2;a:0:{}i:3;N;}",
    'in the storage of a container' => "O:11:\"ArrayObject\":4:{i:0;i:0;i:1;{$gadget}i:2;a:0:{}i:3;N;}",
    'the iterator class of a container' => 'O:11:"ArrayObject":4:{i:0;i:0;i:1;a:0:{}i:2;a:0:{}i:3;s:8:"Unlisted";}',
];

$options = ['classes' => ['stdClass', 'DateTime', 'ArrayObject']];
set_error_handler(fn () => true);
foreach ($payloads as $what => $payload) {
    stampede_put('key', null, ['any'], $options);
    $forged = blob_with_body($redis->command('GET', 'key'), $payload);
    $redis->command('SET', 'key', $forged);
    $redis->command('SET', 'key:stale', $forged);
    $result = stampede_fetch('key', null, fn () => 'rebuilt', $options);
    if ($result->status !== Stampede\Status::Built) {
        echo "$what: {$result->status->value} ", preg_replace('/\s+/', ' ', print_r($result->value, true)), "\n";
    }
}
echo count($payloads), " payloads\n";

// The same kind of forgery works where it may: the tests above look at the right thing.
$redis->command('SET', 'key', blob_with_body($redis->command('GET', 'key'), 'forged'));
var_dump(stampede_remember('key', null, fn () => 'rebuilt'));
?>
--EXPECT--
40 payloads
string(6) "forged"
