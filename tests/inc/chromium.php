<?php

/*
 * A look at a page with Chromium, which nothing here installs: who has it sees that a browser takes what is sent.
 */

declare(strict_types=1);

final class Chromium
{
    private const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

    /**
     * @param string $document what the page became, as HTML
     * @param string $picture path of a PNG file
     * @param bool $isDrawn the picture shows more than one colour
     */
    private function __construct(
        public readonly string $document,
        public readonly string $picture,
        public readonly bool $isDrawn,
    ) {
    }

    public static function isThere(): bool
    {
        return self::command() !== null;
    }

    /** @param string $directory where the picture is to be, and what the browser writes besides */
    public static function look(string $url, string $directory): self
    {
        $options = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars', '--window-size=900,700',
            "--user-data-dir=$directory/profile"];
        $picture = "$directory/page.png";
        $document = self::run([...$options, '--dump-dom', $url]);
        self::run([...$options, "--screenshot=$picture", $url]);
        return new self($document, $picture, is_file($picture) && self::hasColours($picture));
    }

    /** @param list<string> $arguments */
    private static function run(array $arguments): string
    {
        // It may hang where it finds no graphics of its liking.
        $words = ['timeout', '-k', '5', '60', 'nice', '-n', '5', self::command(), ...$arguments];
        return (string) shell_exec(implode(' ', array_map(escapeshellarg(...), $words)) . ' 2>/dev/null');
    }

    private static function command(): ?string
    {
        foreach (self::NAMES as $name) {
            $path = trim((string) shell_exec("command -v $name 2>/dev/null"));
            if ($path !== '') {
                return $path;
            }
        }
        return null;
    }

    /** An empty page of this size takes 3 KB; there need not be any extension that reads pictures. */
    private static function hasColours(string $picture): bool
    {
        return str_starts_with((string) file_get_contents($picture), "\x89PNG\r\n") && filesize($picture) > 10_000;
    }
}
