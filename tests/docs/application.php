<?php

/*
 * The application that the documentation's examples are part of: stands in for its models and for the few classes of
 * frameworks that the examples name.
 */

namespace {
    final class Note
    {
        public function __construct(public string $title = 'first')
        {
        }

        public static function listFor(?string $locale): array
        {
            return [['title' => "first in $locale"], ['title' => "second in $locale"]];
        }

        public static function allWithTranslations(): array
        {
            return [new self('first'), new self('second')];
        }

        public function in(string $locale): array
        {
            return ['title' => "{$this->title} in $locale"];
        }

        public function save(): void
        {
        }
    }

    final class Page
    {
        public static function render(?string $locale): string
        {
            return "<h1>Home in $locale</h1>";
        }
    }

    final class Report
    {
        public static function make(callable $tick): array
        {
            $tick();
            return ['total' => 42];
        }
    }

    /** A database that only listens. */
    function database(): object
    {
        return new class {
            public function exec(string $sql): void
            {
            }

            public function beginTransaction(): void
            {
            }

            public function commit(): void
            {
            }

            public function count(string $table): int
            {
                return 3;
            }
        };
    }

    $db = database();
}

namespace Illuminate\Support\Facades {
    final class DB
    {
        public static function afterCommit(callable $callback): void
        {
            $callback();
        }
    }
}

namespace Illuminate\Support {
    class ServiceProvider
    {
        public function __construct(public object $app)
        {
        }
    }
}
