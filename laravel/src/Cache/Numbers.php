<?php

/*
 * Numbers that are counted in Redis itself, beside the values that the extension stores. Both lie under the same name,
 * so that each write of one takes the other's place at once: a decimal number there is a counter, for the extension it
 * is a miss; everything else is a copy of the extension's. All of it goes through scripts on the application's own
 * Redis connection, whose serializer and compression do not apply to scripts.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Cache;

use Closure;
use Illuminate\Redis\Connections\Connection;
use RuntimeException;

final class Numbers
{
    /** What read() says of a name that holds a copy of the extension's, whether it still counts or not. */
    public const COPY = 'copy';

    /** For each name its number, "copy", or "" for none. */
    private const READ = <<<'LUA'
        local found = {}
        for i, name in ipairs(KEYS) do
            local value = redis.pcall('GET', name)
            if not value or type(value) == 'table' then
                found[i] = ''
            elseif string.match(value, '^-?%d+$') then
                found[i] = value
            else
                found[i] = 'copy'
            end
        end
        return found
        LUA;

    /**
     * Adds ARGV[1] and returns the sum (as text, because Lua's numbers are not exact), or the digest of what is no
     * number. A stale copy is older than the number.
     */
    private const ADD_UP = <<<'LUA'
        local value = redis.call('GET', KEYS[1])
        if value and not string.match(value, '^-?%d+$') then
            return {0, redis.sha1hex(value)}
        end
        local sum = redis.pcall('INCRBY', KEYS[1], ARGV[1])
        if type(sum) == 'table' then
            return string.find(sum.err, 'overflow') and {2, ''} or sum
        end
        redis.call('DEL', KEYS[2])
        return {1, redis.call('GET', KEYS[1])}
        LUA;

    /** Puts the number ARGV[1] for ARGV[2] ms where nothing is; else returns a digest as above. */
    private const PUT_NEW = <<<'LUA'
        local value = redis.call('GET', KEYS[1])
        if value then
            return {0, string.match(value, '^-?%d+$') and '' or redis.sha1hex(value)}
        end
        redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
        redis.call('DEL', KEYS[2])
        return {1, ''}
        LUA;

    /** Puts the number in the place of the copy with the digest ARGV[2], for ARGV[3] ms (-1: what that had left, 0: for ever). */
    private const REPLACE = <<<'LUA'
        local value = redis.call('GET', KEYS[1])
        if not value or redis.sha1hex(value) ~= ARGV[2] then
            return 0
        end
        local life = tonumber(ARGV[3])
        if life < 0 then
            life = redis.call('PTTL', KEYS[1])
        end
        if life > 0 then
            redis.call('SET', KEYS[1], ARGV[1], 'PX', life)
        else
            redis.call('SET', KEYS[1], ARGV[1])
        end
        redis.call('DEL', KEYS[2])
        return 1
        LUA;

    /** Gives what is there ARGV[1] ms from now, and the record of the key at least a day more than that. */
    private const TOUCH = <<<'LUA'
        local there = redis.call('PEXPIRE', KEYS[1], ARGV[1])
        local record = redis.call('PTTL', KEYS[2])
        if record >= 0 and record < ARGV[1] + 86400000 then
            redis.call('PEXPIRE', KEYS[2], ARGV[1] + 86400000)
        end
        return there
        LUA;

    /** One step through all names of a prefix. Without the records no copy counts and no running build is stored. */
    private const SWEEP = <<<'LUA'
        local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 1000)
        for _, name in ipairs(page[2]) do
            redis.call('UNLINK', name)
        end
        return {page[1], #page[2]}
        LUA;

    /** @param Closure(): Connection $connection */
    public function __construct(private readonly Closure $connection, private readonly Names $names)
    {
    }

    /**
     * What lies under each of the keys: a number, self::COPY, or null.
     *
     * @param non-empty-list<string> $keys
     * @return list<int|string|null>
     */
    public function read(array $keys): array
    {
        $found = $this->run(self::READ, array_map($this->names->live(...), $keys));
        return array_map(fn (string $value) => match ($value) {
            '' => null,
            self::COPY => self::COPY,
            default => (int) $value,
        }, $found);
    }

    /**
     * Adds to the number, or to nothing.
     *
     * @return array{bool, int|string|false} whether it is done, and the sum, false for one that is too large; otherwise the
     *         digest of what is no number
     */
    public function addUp(string $key, int $by): array
    {
        [$done, $result] = $this->run(self::ADD_UP, $this->numberAndStale($key), [$by]);
        return match ($done) {
            0 => [false, $result],
            1 => [true, (int) $result],
            2 => [true, false],
        };
    }

    /** @return array{bool, string} whether it is done, and otherwise the digest of what is no number */
    public function putNew(string $key, int $number, int $seconds): array
    {
        [$done, $digest] = $this->run(self::PUT_NEW, $this->numberAndStale($key), [$number, $seconds * 1000]);
        return [(bool) $done, $digest];
    }

    /** Whether the copy with this digest was still there and has been replaced. */
    public function replace(string $key, string $digest, int $number, ?int $seconds = null): bool
    {
        $life = $seconds === null ? -1 : $seconds * 1000;
        return (bool) $this->run(self::REPLACE, $this->numberAndStale($key), [$number, $digest, $life]);
    }

    public function touch(string $key, int $seconds): bool
    {
        $names = [$this->names->live($key), $this->names->record($key)];
        return (bool) $this->run(self::TOUCH, $names, [$seconds * 1000]);
    }

    public function delete(string $key): void
    {
        $this->run("return redis.call('DEL', KEYS[1], KEYS[2])", $this->numberAndStale($key));
    }

    /** Deletes every name of this prefix, and none other. */
    public function deleteAll(): void
    {
        $cursor = '0';
        do {
            [$cursor] = $this->run(self::SWEEP, [], [$cursor, $this->names->pattern()]);
        } while ((string) $cursor !== '0');
    }

    /** @return list<string> */
    private function numberAndStale(string $key): array
    {
        return [$this->names->live($key), $this->names->stale($key)];
    }

    private function run(string $script, array $names, array $arguments = []): mixed
    {
        $connection = ($this->connection)();
        $reply = $connection->eval($script, count($names), ...$names, ...$arguments);
        // phpredis throws for a connection that failed, and says false for a command that did. No script here says
        // false.
        if ($reply === false) {
            throw new RuntimeException('Redis refused: ' . ($connection->client()->getLastError() ?? 'no reason given'));
        }
        return $reply;
    }
}
