<?php

/*
 * What the demo's servers hold before the first request: notes in three languages with their comments in MariaDB, and in
 * Redis the hot keys of other applications, which fill it up to a small rest.
 */

declare(strict_types=1);

const NOTES = 260;
const COMMENTS = 20_000;
const WORDS = [
    'en' => 'about after again answer because before begin between bridge build careful change city clear close cloud cold
        colour common daily deep early earth evening every family field figure first follow forest garden gather harbour
        heavy history house island journey keep kitchen language large learn letter light listen little market measure
        morning mountain music narrow never night notice number often open other paper people picture place plain quiet
        rain reason river road season second ship silver simple slow small sound stone story street summer table teach
        thousand today together travel under valley village voice walk water weather window winter wonder wood work write',
    'ru' => 'берег большой бумага быстро вечер вещь вместе вода возле воздух волна вопрос воскресенье время встреча всегда
        глубокий голос город гора дальний дверь дело день деревня дорога дом друг дождь жизнь завтра зелёный земля зима
        знакомый зонт игра история иногда камень картина книга комната корабль красивый лестница лето лес лодка луна
        маленький место мост море музыка мысль небо неделя ночь новый облако огонь окно осень остров ответ письмо площадь
        погода поезд поле помнить поэтому простой путь работа рассказ река рынок рядом сад свет север сегодня семья скоро
        слово снег солнце старый стол страна тёплый тихий трава улица утро хлеб цвет час человек читать шаг широкий школа',
    'de' => 'Abend abends Antwort Arbeit auch Ausblick Bahnhof bald Baum Berg bevor Bild bleiben Blick Boden Brief Brücke
        Buch damals danach denken dort draußen dunkel einfach Erde erzählen fahren Fenster Feuer finden Fluss Frage früh
        Garten gegenüber gehen Geschichte gestern gewöhnlich Glück grün Hafen Haus heute hinter hören Insel Jahr jeder
        jetzt kalt kennen Kirche klein kommen Küche lange langsam Leben leise lernen lesen Licht Markt Meer Mensch Mittag
        Morgen Musik nachher Nacht Nebel neben niemals oben oft Platz Regen reisen ruhig sagen Schiff Schnee schreiben
        Schule sehen selten Sommer Sonne Sprache Stadt Stein still Straße Stunde Tag Tal tief Tür über Wald Wasser Weg',
];

function fill_database(PDO $database): void
{
    $database->exec('CREATE DATABASE demo');
    $database->exec('USE demo');
    $database->exec(<<<'SQL'
        CREATE TABLE notes (
            id INT PRIMARY KEY,
            author VARCHAR(50) NOT NULL,
            title_en VARCHAR(200) NOT NULL, body_en TEXT NOT NULL,
            title_ru VARCHAR(200) NOT NULL, body_ru TEXT NOT NULL,
            title_de VARCHAR(200) NOT NULL, body_de TEXT NOT NULL
        ) ENGINE=InnoDB
        SQL);
    $database->exec(<<<'SQL'
        CREATE TABLE comments (
            id INT PRIMARY KEY AUTO_INCREMENT,
            note_id INT NOT NULL,
            likes INT NOT NULL,
            KEY (note_id)
        ) ENGINE=InnoDB
        SQL);
    mt_srand(1);
    $database->beginTransaction();
    $insert = $database->prepare('INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    for ($id = 1; $id <= NOTES; $id++) {
        $texts = [];
        foreach (WORDS as $words) {
            array_push($texts, text($words, 40), text($words, 550));
        }
        $insert->execute([$id, 'author' . mt_rand(1, 40), ...$texts]);
    }
    $database->commit();
    $database->exec(sprintf(
        'INSERT INTO comments (note_id, likes) SELECT 1 + seq * 7919 %% %d, seq * 104729 %% 100 FROM seq_1_to_%d',
        NOTES,
        COMMENTS,
    ));
    $database->query('ANALYZE TABLE notes, comments')->fetchAll();
}

/** A text of at least so many bytes. */
function text(string $words, int $bytes): string
{
    static $lists = [];
    $list = $lists[$words] ??= preg_split('/\s+/', $words);
    $text = '';
    while (strlen($text) < $bytes) {
        $text .= $list[mt_rand(0, count($list) - 1)] . (mt_rand(1, 8) === 1 ? '. ' : ' ');
    }
    return rtrim($text);
}

/** Fills Redis with keys of 1 KB until only $rest bytes are free. */
function fill_redis(RedisServer $redis, int $rest): void
{
    $free = $redis->info('maxmemory') - $rest;
    for ($i = 0; $redis->info('used_memory') < $free; $i += 100) {
        fill_redis_by(100, $i, $redis);
    }
}

/** Writes so many of those keys. */
function fill_redis_by(int $count, int $first, RedisServer $redis): void
{
    $fill = <<<'LUA'
        for i = tonumber(ARGV[1]), ARGV[1] + ARGV[2] - 1 do
            redis.call('SET', 'hot:' .. i, string.rep('x', 1000))
        end
        LUA;
    $redis->command('EVAL', $fill, '0', (string) $first, (string) $count);
}
