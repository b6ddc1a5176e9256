<?php

/*
 * The data that the cache holds copies of: for each key a number that only grows, shared by all processes. A change is
 * a byte appended to a file, so that no change is lost whoever is killed.
 */

declare(strict_types=1);

final class Truth
{
    public function __construct(private readonly string $directory)
    {
    }

    /** A change is committed. */
    public function change(string $key): void
    {
        file_put_contents("{$this->directory}/$key", '.', FILE_APPEND);
    }

    public function read(string $key): int
    {
        $file = "{$this->directory}/$key";
        clearstatcache(true, $file);
        return (int) @filesize($file);
    }
}
