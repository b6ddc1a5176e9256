<?php

/*
 * What a cache key of Laravel is called: as a key of the extension, which refuses a few, and as a name in Redis, which
 * is documented in docs/protocol.md.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Cache;

final class Names
{
    /** Keys that Redis would take and nobody wants to read in its listings. */
    private const LONGEST = 1024;
    private const HASHED = '~';

    public function __construct(
        /** What the Redis connection puts before every key by itself. */
        public readonly string $connectionPrefix,
        public readonly string $prefix,
    ) {
    }

    /** The key as the extension takes it: empty, very long and unprintable ones become their digest. */
    public static function key(string $key): string
    {
        $odd = $key === '' || strlen($key) > self::LONGEST || strpbrk($key, "\0\r\n") !== false
            // What looks like a digest of ours.
            || $key[0] === self::HASHED;
        return $odd ? self::HASHED . hash('sha256', $key) : $key;
    }

    /** The whole prefix, as the extension must use it. */
    public function fullPrefix(): string
    {
        return $this->connectionPrefix . $this->prefix;
    }

    /** The name of the live copy without a locale, as the Redis connection must be given it. */
    public function live(string $key): string
    {
        $name = $this->fullPrefix() . self::key($key);
        if (preg_match('/:(lock|stale|gen|done|done:[0-9a-f]{32})%*$/D', $name)) {
            $name .= '%';
        }
        return substr($name, strlen($this->connectionPrefix));
    }

    public function stale(string $key): string
    {
        return $this->live($key) . ':stale';
    }

    /** The record of the key. */
    public function record(string $key): string
    {
        return $this->live($key) . ':gen';
    }

    /** For SCAN: all names of this prefix. */
    public function pattern(): string
    {
        return addcslashes($this->fullPrefix(), '*?[]\\^') . '*';
    }
}
