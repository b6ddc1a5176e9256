--TEST--
null, false, '', 0, '0' and [] are values like any other: built once, then hits
--EXTENSIONS--
stampede
--FILE--
<?php
require __DIR__ . '/../inc/phpt.php';
private_redis();

function show(mixed $value): string
{
    return $value === [] ? '[]' : var_export($value, true);
}

foreach ([null, false, '', 0, '0', 0.0, []] as $i => $value) {
    $builds = 0;
    $builder = function () use (&$builds, $value) {
        $builds++;
        return $value;
    };
    $answers = [];
    for ($call = 0; $call < 3; $call++) {
        $answers[] = stampede_fetch("key$i", 'en', $builder, ['empty' => 'the option empty']);
    }
    echo show($value), ": $builds build, ",
        implode(' ', array_map(fn ($answer) => $answer->status->value . '=' . show($answer->value), $answers)), "\n";
    $peek = stampede_peek("key$i", 'en');
    var_dump($peek->status === Stampede\Status::Hit && $peek->value === $value);
}
var_dump(stampede_peek('never built', 'en'));
?>
--EXPECT--
NULL: 1 build, built=NULL hit=NULL hit=NULL
bool(true)
false: 1 build, built=false hit=false hit=false
bool(true)
'': 1 build, built='' hit='' hit=''
bool(true)
0: 1 build, built=0 hit=0 hit=0
bool(true)
'0': 1 build, built='0' hit='0' hit='0'
bool(true)
0.0: 1 build, built=0.0 hit=0.0 hit=0.0
bool(true)
[]: 1 build, built=[] hit=[] hit=[]
bool(true)
NULL
