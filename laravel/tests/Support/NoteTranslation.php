<?php

/*
 * A translation in a row of its own.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Support;

use Illuminate\Database\Eloquent\Model;
use Stampede\Laravel\Eloquent\InvalidatesStampede;

final class NoteTranslation extends Model
{
    use InvalidatesStampede;

    protected $guarded = [];

    public function stampedeKeys(): array
    {
        return ['notes:list'];
    }

    protected function stampedeLocaleColumn(): ?string
    {
        return 'locale';
    }
}
