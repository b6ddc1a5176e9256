<?php

/*
 * The notes: what the database knows about them, and what a reader of one language gets.
 */

declare(strict_types=1);

final class Notes
{
    /** The list query: the notes that are talked about most, in all languages. */
    private const QUERY = <<<'SQL'
        SELECT notes.*, COUNT(*) AS comments, SUM(comments.likes) AS likes
        FROM notes JOIN comments ON comments.note_id = notes.id
        GROUP BY notes.id
        ORDER BY likes DESC, notes.id
        SQL;

    public static function rows(): array
    {
        return self::database()->query(self::QUERY)->fetchAll(PDO::FETCH_ASSOC);
    }

    public static function json(array $rows, string $locale): string
    {
        $list = array_map(static fn (array $row): array => [
            'id' => $row['id'],
            'title' => $row["title_$locale"],
            'body' => $row["body_$locale"],
            'author' => $row['author'],
            'comments' => $row['comments'],
            'likes' => (int) $row['likes'],
        ], $rows);
        return json_encode($list, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
    }

    public static function database(): PDO
    {
        static $database = null;
        return $database ??= new PDO(
            "mysql:unix_socket={$_SERVER['DEMO_DATABASE']};dbname=demo;charset=utf8mb4",
            'root',
            options: [PDO::ATTR_PERSISTENT => true],
        );
    }
}
