--TEST--
stampede_send(): what is in the way is said before anything is built, wrong arguments too; a builder that prints or returns no string
--EXTENSIONS--
stampede
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../herd/herd.php';

$redis = private_redis();
$worker = new PhpWorker(<<<'PHP'
    ini_set('display_errors', '0');
    $builder = function () {
        $GLOBALS['built'] = 'built: ';
        return 'body';
    };
    $send = fn ($options = []) => stampede_send('page', null, $builder, $options);
    $before = '';
    try {
        match ($_SERVER['REQUEST_URI']) {
            '/sent' => [print 'x', flush(), $send()],
            '/buffered' => [ob_start(), print 'x', $send()],
            '/empty-buffer' => [ob_start(), $send()],
            '/handler' => [ob_start(fn ($text) => strtoupper($text)), $send()],
            '/gzhandler' => [ob_start('ob_gzhandler'), $send()],
            '/zlib' => [ini_set('zlib.output_compression', '1'), $send()],
            '/number' => stampede_send('number', null, fn () => 5),
            '/prints' => stampede_send('prints', null, function () { echo 'x'; flush(); return 'body'; }),
            '/empty-number' => $send(['empty' => 5]),
            '/empty-body' => $send(['empty' => ['body' => 5]]),
            '/empty-status' => $send(['empty' => ['status' => 100]]),
            '/empty-retry' => $send(['empty' => ['retry_after' => -1]]),
            '/empty-other' => $send(['empty' => ['code' => 503]]),
            '/type' => $send(['content_type' => "text/html\r\nX: y"]),
            '/option' => $send(['contenttype' => 'text/html']),
            '/remember' => stampede_remember('page', null, $builder, ['content_type' => 'text/html']),
            '/twice' => [stampede_send('twice', null, fn () => ''), $send()],
            '/nested' => stampede_send('nested', null, fn () => $send() ? 'outer' : ''),
            '/no-content' => $send(['empty' => ['status' => 204]]),
            '/cache' => (new Stampede\Cache())->send('page', null, $builder),
            '/object' => new Stampede\Cache(['content_type' => 'text/html']),
        };
    } catch (Throwable $error) {
        while (ob_get_level()) {
            ob_end_clean();
        }
        echo $GLOBALS['built'] ?? '', get_class($error), ': ', preg_replace('/; known.*/', '', $error->getMessage());
    }
    PHP, ['stampede.redis' => redis_url($redis), 'stampede.read_timeout' => '30', 'output_buffering' => '0']);

foreach (['sent', 'buffered', 'handler', 'gzhandler', 'zlib', 'empty-number', 'empty-body', 'empty-status', 'empty-retry',
    'empty-other', 'type', 'option', 'remember', 'object', 'number', 'prints', 'twice', 'nested', 'no-content', 'empty-buffer', 'cache'] as $path) {
    echo "$path: ", preg_replace('~/\S+index.php~', 'index.php', $worker->get("/$path")), "\n";
}
echo 'not stored: ', $redis->command('EXISTS', 'number', 'number:stale', 'number:lock', 'prints:lock'), "\n";
?>
--EXPECT--
sent: xStampede\Exception: The body cannot be sent: headers have been sent already, by output in index.php
buffered: Stampede\Exception: The body cannot be sent: there is output already, in a buffer of default output handler
handler: Stampede\Exception: The body cannot be sent: it would be changed by the output handler Closure::__invoke
gzhandler: Stampede\Exception: The body cannot be sent: it would be changed by the output handler ob_gzhandler
zlib: Stampede\Exception: The body cannot be sent: zlib.output_compression is on, and would compress it once more
empty-number: ValueError: stampede_send(): Argument #4 ($options) must have "empty" set to null, a string, or an array with body (string), status (200 to 599, not 204, 205, 304) and retry_after (seconds, 0 = without); it is something else
empty-body: ValueError: stampede_send(): Argument #4 ($options) must have "empty" set to null, a string, or an array with body (string), status (200 to 599, not 204, 205, 304) and retry_after (seconds, 0 = without); its body is no string
empty-status: ValueError: stampede_send(): Argument #4 ($options) must have "empty" set to null, a string, or an array with body (string), status (200 to 599, not 204, 205, 304) and retry_after (seconds, 0 = without); its status is none of these
empty-retry: ValueError: stampede_send(): Argument #4 ($options) must have "empty" set to null, a string, or an array with body (string), status (200 to 599, not 204, 205, 304) and retry_after (seconds, 0 = without); its retry_after is no integer from 0 to 86400
empty-other: ValueError: stampede_send(): Argument #4 ($options) must have "empty" set to null, a string, or an array with body (string), status (200 to 599, not 204, 205, 304) and retry_after (seconds, 0 = without); it has something else
type: ValueError: stampede_send(): Argument #4 ($options) must have "content_type" set to a string without NUL, CR and LF, "text/html\r\nX: y" given
option: ValueError: stampede_send(): Argument #4 ($options) must not have the unknown option "contenttype"
remember: ValueError: stampede_remember(): Argument #4 ($options) must not have "content_type", which belongs to stampede_send()
object: ValueError: Stampede\Cache::__construct(): Argument #1 ($config) must not have "content_type", which belongs to stampede_send()
number: TypeError: The builder of stampede_send() must return a string, int returned
prints: xStampede\Exception: The body cannot be sent: headers have been sent already, by output in index.php
twice: Stampede\Exception: The body cannot be sent: another one has been sent in this request
nested: Stampede\Exception: The body cannot be sent: the builder of another one asks for it
no-content: ValueError: stampede_send(): Argument #4 ($options) must have "empty" set to null, a string, or an array with body (string), status (200 to 599, not 204, 205, 304) and retry_after (seconds, 0 = without); its status is none of these
empty-buffer: body
cache: body
not stored: 0
