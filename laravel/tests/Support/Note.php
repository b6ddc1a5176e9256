<?php

/*
 * A note whose titles are translated in one JSON column, as packages for translations do it.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Support;

use Illuminate\Database\Eloquent\Model;
use Stampede\Laravel\Eloquent\InvalidatesStampede;

final class Note extends Model
{
    use InvalidatesStampede;

    /** @var list<string> */
    public array $translatable = ['title'];
    protected $guarded = [];

    public function stampedeKeys(): array
    {
        return ['notes:list', "notes:of:{$this->author}"];
    }
}
