<?php

/*
 * What a real Redis tells of those who use it.
 */

declare(strict_types=1);

/** How often a command was called, by clients and by scripts. */
function calls(RedisServer $redis, string $command): int
{
    preg_match("/^cmdstat_$command:calls=(\d+)/m", $redis->command('INFO', 'commandstats'), $match);
    return (int) ($match[1] ?? 0);
}

/**
 * Who is connected, without the one that asks.
 *
 * @return list<array<string, string>> for each: id, addr, name, db, cmd and so on
 */
function clients(RedisServer $redis): array
{
    $clients = [];
    foreach (explode("\n", trim($redis->command('CLIENT', 'LIST'))) as $line) {
        preg_match_all('/([\w-]+)=(\S*)/', $line, $match);
        $client = array_combine($match[1], $match[2]);
        if (!str_starts_with($client['cmd'], 'client|list')) {
            $clients[] = $client;
        }
    }
    return $clients;
}

/** Waits until so many clients of the server are in a command that blocks. */
function wait_for_waiters(RedisServer $redis, int $count): void
{
    wait_until(fn () => $redis->info('blocked_clients') === $count, "$count blocked clients");
}

/**
 * Lets the server tell every command that it gets from now on; read what it told with monitored().
 *
 * @return resource
 */
function monitor(RedisServer $redis)
{
    $stream = stream_socket_client('unix://' . $redis->socket);
    fwrite($stream, "MONITOR\r\n");
    fgets($stream);
    return $stream;
}

/**
 * @param resource $monitor
 * @return list<string> the commands up to now, as MONITOR writes them
 */
function monitored(RedisServer $redis, $monitor): array
{
    $mark = bin2hex(random_bytes(8));
    $redis->command('ECHO', $mark);
    for ($lines = []; !str_contains($line = (string) fgets($monitor), $mark);) {
        $lines[] = $line;
    }
    return $lines;
}
