<?php

/*
 * For Eloquent models: the entries made of a row are invalidated when the row has changed and the change is committed.
 *
 *     class Note extends Model
 *     {
 *         use InvalidatesStampede;
 *
 *         public function stampedeKeys(): array
 *         {
 *             return ['notes:list', "note:{$this->id}"];
 *         }
 *     }
 *
 * As with all events of Eloquent, changes by a query (`Note::where(…)->update(…)`) do not get here.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Eloquent;

use Illuminate\Database\Eloquent\Model;
use Stampede\Laravel\Invalidation\Invalidator;
use Stampede\Laravel\StampedeManager;

/**
 * @mixin Model
 */
trait InvalidatesStampede
{
    /** @return list<string> the keys whose values are made of this row; asked for the row as it was, too */
    abstract public function stampedeKeys(): array;

    public static function bootInvalidatesStampede(): void
    {
        static::created(static fn (self $model) => $model->invalidateStampede());
        static::updated(static fn (self $model) => $model->invalidateStampede());
        static::deleted(static fn (self $model) => $model->invalidateStampede());
    }

    /** After the transaction that is open, if one is. */
    public function invalidateStampede(): void
    {
        $keys = $this->stampedeKeys();
        $before = $this->getRawOriginal();
        if ($before !== []) {
            $keys = [...$keys, ...$this->newInstance([], true)->setRawAttributes($before, true)->stampedeKeys()];
        }
        $keys = array_values(array_unique($keys));
        $locales = $this->stampedeLocales();
        app(Invalidator::class)->afterCommit(
            static fn () => app(StampedeManager::class)->invalidate($keys, $locales),
            $this->getConnection()->getName(),
        );
    }

    /**
     * The locales in which the change shows; null: all of them.
     *
     * A row of translations shows in its own (see stampedeLocaleColumn()); of columns that hold all translations as JSON
     * (those in $translatable) the locales that differ do. What the fallback locale says may show in all of them. The
     * entry without a locale may be made of every translation, and always counts: null in the list.
     *
     * @return ?list<?string>
     */
    public function stampedeLocales(): ?array
    {
        $column = $this->stampedeLocaleColumn();
        if ($column !== null && array_key_exists($column, $this->getAttributes())) {
            $locales = [$this->getRawOriginal($column), $this->getAttributes()[$column]];
        } else {
            $locales = $this->changedTranslations();
        }
        if ($locales === null) {
            return null;
        }
        $locales = array_values(array_unique(array_filter($locales, is_string(...))));
        // What is no locale to the extension may be anything to the application.
        $odd = array_filter($locales, static fn (string $locale) => !preg_match('/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/D', $locale));
        return $locales === [] || $odd !== [] || in_array(app()->getFallbackLocale(), $locales, true)
            ? null : [null, ...$locales];
    }

    /** The column that says of a row of translations which locale it is in; null: these are no such rows. */
    protected function stampedeLocaleColumn(): ?string
    {
        return null;
    }

    /** @return ?list<string> null where more than translations has changed */
    private function changedTranslations(): ?array
    {
        $changed = array_diff(array_keys($this->getChanges()), [$this->getUpdatedAtColumn()]);
        if ($changed === [] || array_diff($changed, $this->translatable ?? [])) {
            return null;
        }
        $locales = [];
        foreach ($changed as $column) {
            $before = json_decode((string) $this->getRawOriginal($column), true) ?: [];
            $after = json_decode((string) $this->getAttributes()[$column], true) ?: [];
            foreach (array_keys($before + $after) as $locale) {
                if (($before[$locale] ?? null) !== ($after[$locale] ?? null)) {
                    $locales[] = (string) $locale;
                }
            }
        }
        return $locales;
    }
}
