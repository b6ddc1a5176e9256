<?php

/*
 * Invalidations: of models after commit, in the locales that changed, and not lost when Redis is away.
 */

declare(strict_types=1);

namespace Stampede\Laravel\Tests\Feature;

use Closure;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Bus;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Schema;
use RedisServer;
use RuntimeException;
use Stampede\ConnectionException;
use Stampede\Laravel\Facades\Stampede;
use Stampede\Laravel\Invalidation\RetryInvalidation;
use Stampede\Laravel\Tests\Support\Note;
use Stampede\Laravel\Tests\Support\NoteTranslation;
use Stampede\Laravel\Tests\Support\TestCase;

final class InvalidationTest extends TestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        $this->useMariaDb();
        Schema::dropAllTables();
        Schema::create('notes', function (Blueprint $table) {
            $table->id();
            $table->string('author');
            $table->json('title');
            $table->timestamps();
        });
        Schema::create('note_translations', function (Blueprint $table) {
            $table->id();
            $table->string('locale');
            $table->string('title');
            $table->timestamps();
        });
        config(['app.fallback_locale' => 'en']);
    }

    public function test_a_change_counts_after_commit(): void
    {
        $stampede = Stampede::fake();
        DB::transaction(function () use ($stampede) {
            $this->note();
            $stampede->assertNothingInvalidated();
        });
        $stampede->assertInvalidated('notes:list');
        $stampede->assertInvalidated('notes:of:ann');
    }

    public function test_a_change_rolled_back_counts_nothing(): void
    {
        $stampede = Stampede::fake();
        try {
            DB::transaction(function () {
                $this->note();
                throw new RuntimeException('no');
            });
        } catch (RuntimeException) {
        }
        DB::transaction(function () {
            try {
                DB::transaction(fn () => throw new RuntimeException($this->note()->author));
            } catch (RuntimeException) {
                // The inner one alone.
            }
        });
        $stampede->assertNothingInvalidated();
    }

    public function test_the_transaction_of_another_connection_is_no_matter(): void
    {
        config(['database.connections.other' => config('database.connections.mariadb')]);
        $stampede = Stampede::fake();
        DB::connection('other')->beginTransaction();
        $this->note();
        $stampede->assertInvalidated('notes:list');
        DB::connection('other')->rollBack();
    }

    public function test_what_has_not_changed_counts_nothing(): void
    {
        $note = $this->note();
        $stampede = Stampede::fake();
        $note->save();
        $stampede->assertNothingInvalidated();
        $note->update(['author' => 'bob']);
        foreach (['notes:list', 'notes:of:bob', 'notes:of:ann'] as $key) {
            $stampede->assertInvalidated($key);
        }
    }

    public function test_deleting_counts_everywhere(): void
    {
        $note = $this->note();
        $stampede = Stampede::fake();
        $note->delete();
        $stampede->assertInvalidated('notes:list');
    }

    public function test_a_changed_translation_counts_in_its_locale(): void
    {
        $note = $this->note(['en' => 'Note', 'ru' => 'Заметка', 'de' => 'Notiz']);
        $stampede = Stampede::fake();
        $note->update(['title' => json_encode(['en' => 'Note', 'ru' => 'Записка'])]);
        $stampede->assertInvalidated('notes:list', [null, 'ru', 'de']);
    }

    public function test_the_fallback_locale_and_other_columns_count_in_all(): void
    {
        $note = $this->note(['en' => 'Note', 'ru' => 'Заметка']);
        $stampede = Stampede::fake();
        $note->update(['title' => json_encode(['en' => 'A note', 'ru' => 'Заметка'])]);
        $stampede->assertInvalidated('notes:list');
        $stampede = Stampede::fake();
        $note->update(['author' => 'bob', 'title' => json_encode(['en' => 'A note', 'ru' => 'Записка'])]);
        $stampede->assertInvalidated('notes:list');
    }

    public function test_a_translation_in_a_row_of_its_own(): void
    {
        $stampede = Stampede::fake();
        $translation = NoteTranslation::create(['locale' => 'ru', 'title' => 'Заметка']);
        $stampede->assertInvalidated('notes:list', [null, 'ru']);
        $translation->update(['locale' => 'de']);
        $stampede->assertInvalidated('notes:list', [null, 'ru', 'de']);
        $translation->delete();
        $stampede->assertInvalidated('notes:list', [null, 'de']);
        $stampede = Stampede::fake();
        NoteTranslation::create(['locale' => 'en', 'title' => 'Note']);
        $stampede->assertInvalidated('notes:list');
    }

    public function test_in_redis_the_other_locales_stay_fresh(): void
    {
        $note = $this->note(['en' => 'Note', 'ru' => 'Заметка', 'de' => 'Notiz']);
        foreach (['en', 'ru', 'de'] as $locale) {
            Stampede::remember('notes:list', 60, fn ($locale) => "old in $locale", $locale);
        }
        Cache::remember('notes:list', 60, fn () => 'old in all');
        $note->update(['title' => json_encode(['en' => 'Note', 'ru' => 'Записка', 'de' => 'Notiz'])]);
        $this->assertSame(['old in en', null, 'old in de'],
            array_map(fn (string $locale) => Stampede::get('notes:list', $locale), ['en', 'ru', 'de']));
        $this->assertSame('new in all', Cache::remember('notes:list', 60, fn () => 'new in all'));
        Stampede::invalidate('notes:list');
        $this->assertNull(Stampede::get('notes:list', 'de'));
        Stampede::remember('notes:list', 60, fn () => 'new', 'de');
        Stampede::forget(['notes:list'], 'de');
        $this->assertNull(Cache::store()->getStore()->cache()->peek('notes:list', 'de'));
    }

    public function test_by_hand_after_commit(): void
    {
        $stampede = Stampede::fake();
        DB::beginTransaction();
        Stampede::invalidateAfterCommit(['a', 'b'], 'ru');
        $stampede->assertNothingInvalidated();
        DB::commit();
        $stampede->assertInvalidated('b', ['ru']);
    }

    public function test_what_does_not_reach_redis_is_done_by_the_queue(): void
    {
        $this->queueInDatabase();
        $redis = $this->useAnotherRedis();
        Stampede::remember('notes:list', 600, fn () => 'old', 'ru');
        Stampede::remember('notes:list', 600, fn () => 'old', 'de');
        $redis->command('SAVE');
        $redis->kill9();
        $this->quietly(fn () => DB::transaction(fn () => Stampede::invalidateAfterCommit('notes:list', 'ru')));
        $this->assertSame(1, DB::table('jobs')->count());
        // Not yet: the job goes back into the queue.
        $this->quietly(fn () => $this->artisan('queue:work', ['--once' => true, '--quiet' => true])->run());
        $this->assertSame(1, DB::table('jobs')->count());
        $this->assertSame(0, DB::table('failed_jobs')->count());
        $redis->start();
        self::until(function () {
            DB::table('jobs')->update(['available_at' => 0]);
            $this->quietly(fn () => $this->artisan('queue:work', ['--once' => true, '--quiet' => true])->run());
            return DB::table('jobs')->count() === 0;
        }, 'the job');
        $this->assertSame([null, 'old'], [Stampede::get('notes:list', 'ru'), Stampede::get('notes:list', 'de')]);
    }

    public function test_without_a_queue_it_is_an_exception(): void
    {
        config(['queue.default' => 'sync']);
        $this->useAnotherRedis()->kill9();
        $this->expectException(ConnectionException::class);
        $this->quietly(fn () => Stampede::invalidate('notes:list'));
    }

    public function test_a_queue_that_is_away_too_is_an_exception(): void
    {
        config(['queue.default' => 'database', 'queue.connections.database.table' => 'nowhere']);
        $this->useAnotherRedis()->kill9();
        $this->expectException(ConnectionException::class);
        $this->quietly(fn () => Stampede::invalidate('notes:list'));
    }

    public function test_wrong_arguments_are_not_tried_again(): void
    {
        Bus::fake();
        try {
            Stampede::invalidate('notes:list', 'no locale at all');
            $this->fail('no error');
        } catch (\ValueError) {
        }
        Bus::assertNotDispatched(RetryInvalidation::class);
    }

    private function note(array $title = ['en' => 'Note']): Note
    {
        return Note::create(['author' => 'ann', 'title' => json_encode($title)]);
    }

    private function queueInDatabase(): void
    {
        foreach (glob(base_path('database/migrations/*jobs*')) as $migration) {
            (require $migration)->up();
        }
        config(['queue.default' => 'database', 'queue.failed.database' => 'mariadb']);
    }

    /** One that may be killed. */
    private function useAnotherRedis(): RedisServer
    {
        $redis = new RedisServer();
        config(['database.redis.cache' => ['host' => $redis->socket, 'port' => 0, 'database' => 1]]);
        $this->app->forgetInstance('redis');
        $this->store(['connect_timeout' => 5, 'read_timeout' => 5, 'retry_after' => 0.05]);
        return $redis;
    }

    /** The extension says in PHP's log what is wrong with Redis. */
    private function quietly(Closure $do): void
    {
        $before = [ini_set('error_log', '/dev/null'), ini_set('display_errors', '0')];
        try {
            $do();
        } finally {
            ini_set('error_log', (string) $before[0]);
            ini_set('display_errors', (string) $before[1]);
        }
    }
}
