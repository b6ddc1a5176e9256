<?php

/*
 * What a process writes down while it lives, a line for each thing that happens, at the time when it happens: whatever
 * becomes of the process, its diary is there. Times are nanoseconds of a clock that all processes share.
 *
 * In front of every call stands when it was about to begin, behind it when it had ended; in a builder, which runs
 * within a call, it is the other way round. So every interval that is told of a call holds the whole call, and every
 * interval that is told of a builder lies within the build.
 */

declare(strict_types=1);

final class Diary
{
    /** @var resource */
    private $file;

    public function __construct(string $path)
    {
        $this->file = fopen($path, 'a');
    }

    public function note(string $what, mixed ...$details): void
    {
        fwrite($this->file, json_encode([hrtime(true), $what, ...$details], JSON_THROW_ON_ERROR) . "\n");
    }

    /** @return list<array> time, what, details */
    public static function read(string $path): array
    {
        // The last line of a process that was killed may be cut off.
        $lines = preg_grep('/\]$/', explode("\n", (string) file_get_contents($path)));
        $decode = fn (string $line) => json_decode($line, true, flags: JSON_THROW_ON_ERROR);
        return array_map($decode, array_values($lines));
    }
}
