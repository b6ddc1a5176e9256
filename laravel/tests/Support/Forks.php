<?php

/*
 * Many processes that do the same at one moment, each with connections of its own.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Support;

use Closure;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Redis;
use Throwable;

final class Forks
{
    /**
     * @param Closure(int): mixed $do gets the number of the process
     * @return list<mixed> what each returned; the message of what it threw, after its class
     */
    public static function run(int $count, Closure $do): array
    {
        // The gate: every process reads from it and gets the end of the file at one moment.
        $gate = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $answers = [];
        $pids = [];
        for ($i = 0; $i < $count; $i++) {
            $answers[$i] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            $pids[$i] = pcntl_fork();
            if ($pids[$i] === 0) {
                fclose($gate[0]);
                self::child($i, $do, $gate[1], $answers[$i][1]);
            }
            fclose($answers[$i][1]);
        }
        fclose($gate[1]);
        fclose($gate[0]);
        $values = [];
        foreach ($pids as $i => $pid) {
            $values[$i] = unserialize(stream_get_contents($answers[$i][0]));
            pcntl_waitpid($pid, $status);
        }
        return $values;
    }

    /** Ends by a signal: nothing of the test that it was forked from is to be ended in an orderly way here. */
    private static function child(int $i, Closure $do, $gate, $answer): never
    {
        try {
            foreach (['default', 'cache'] as $connection) {
                Redis::purge($connection);
            }
            Cache::forgetDriver(array_keys(config('cache.stores')));
            fread($gate, 1);
            $value = $do($i);
        } catch (Throwable $thrown) {
            $value = $thrown::class . ': ' . $thrown->getMessage();
        }
        $bytes = serialize($value);
        while ($bytes !== '' && ($written = fwrite($answer, $bytes)) > 0) {
            $bytes = substr($bytes, $written);
        }
        fclose($answer);
        posix_kill(getmypid(), SIGKILL);
        exit;
    }
}
