<?php

/*
 * A rule that was broken, and where its story is to be found.
 */

declare(strict_types=1);

final class Breach
{
    /**
     * @param ?Entry $entry whose story tells it
     * @param ?string $process or the end of whose story
     */
    public function __construct(
        public readonly string $text,
        public readonly ?Entry $entry = null,
        public readonly ?string $process = null,
        /** from when to when it happened, in milliseconds from the start */
        public readonly float $from = -INF,
        public readonly float $to = INF,
    ) {
    }
}
