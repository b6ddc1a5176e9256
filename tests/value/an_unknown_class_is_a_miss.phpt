--TEST--
An object of a class or enum that this process does not know is a miss and is rebuilt, never a __PHP_Incomplete_Class
--EXTENSIONS--
stampede
pcntl
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

// Another process knows the classes.
$child = pcntl_fork();
if ($child === 0) {
    eval('class OnlyThere { public $x = 1; } enum EnumThere { case A; } class Changed {}');
    stampede_put('object', null, ['list' => [new OnlyThere()]], ['classes' => true]);
    stampede_put('enum', null, EnumThere::A, ['classes' => true]);
    stampede_put('changed', null, new Changed(), ['classes' => true]);
    exit;
}
pcntl_waitpid($child, $status);

// Here one of them is an enum.
eval('enum Changed { case A; }');
spl_autoload_register(function (string $class): void {
    echo "autoload of $class\n";
});
foreach (['object', 'enum', 'changed'] as $key) {
    var_dump(stampede_peek($key)?->value);
    $result = stampede_fetch($key, null, fn () => 'rebuilt', ['classes' => true]);
    echo "$key: {$result->status->value} $result->value\n";
    echo stampede_remember($key, null, fn () => 'not this', ['classes' => true]), "\n";
}
?>
--EXPECT--
NULL
autoload of OnlyThere
object: built rebuilt
rebuilt
NULL
autoload of EnumThere
enum: built rebuilt
rebuilt
NULL
changed: built rebuilt
rebuilt
