<?php

/*
 * What one call of a process came to, in a form that can be sent to the parent and compared there.
 */

declare(strict_types=1);

final class Answer
{
    public function __construct(
        public readonly mixed $value,
        /** of Stampede\Status; or, when the call threw, "class: message" */
        public readonly string $status,
        /** what the call says that it waited */
        public readonly float $waited,
        /** what it took as a whole, by clock() */
        public readonly float $seconds,
        /** what became of a value that was built, of Stampede\Fill */
        public readonly ?string $fill = null,
    ) {
    }

    public function __toString(): string
    {
        return $this->status . ' ' . json_encode($this->value);
    }
}

/** stampede_fetch() with the time it takes. */
function ask(string $key, ?string $locale, callable $builder, array $options = []): Answer
{
    $began = clock();
    try {
        $result = stampede_fetch($key, $locale, $builder, $options);
    } catch (Throwable $error) {
        return new Answer(null, get_class($error) . ': ' . $error->getMessage(), 0.0, clock() - $began);
    }
    $seconds = clock() - $began;
    return new Answer($result->value, $result->status->value, $result->waited, $seconds, $result->fill?->value);
}

/**
 * How often each answer was given: "built "value" 1, waited "value" 19".
 *
 * @param list<Answer> $answers
 */
function tally(array $answers): string
{
    $counts = array_count_values(array_map(strval(...), $answers));
    ksort($counts);
    return implode(', ', array_map(fn ($answer, $count) => "$answer $count", array_keys($counts), $counts));
}

/**
 * The largest of one property of the answers.
 *
 * @param list<Answer> $answers
 */
function longest(array $answers, string $property): float
{
    return max(array_column($answers, $property));
}
