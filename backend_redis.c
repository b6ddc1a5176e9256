/*
 * The protocol of DESIGN.md section 6 on Redis: builds commands, reads replies, runs the scripts.
 */
#include "php_stampede.h"
#include "backend_redis.h"
#include "redis_errors.h"
#include "redis_link.h"
#include "redis_scripts.h"
#include "stats.h"

#include "ext/random/php_random.h"
#include "ext/standard/sha1.h"

#define STAMP_LEN 16 /* 64 random bits in hexadecimal */
#define RECORD_FIELDS 6
#define MAX_ARGS 24
#define MAX_LEASE_MS 86400000 /* that of the setting; a lock set by hand may have more */

typedef struct {
	stampede_store base;
	zend_string *url;
	stampede_endpoint *endpoint;
	stampede_timeouts timeouts;
	bool copies; /* false: they lie elsewhere */
} redis_store;

static redis_store *to_redis(stampede_store *store)
{
	return (redis_store *) store;
}

/* ---- scripts ---- */

typedef struct {
	const char *name; /* for messages */
	const char *text;
	char sha[41];
} script;

static script arbitrate_script = {"arbitrate", SCRIPT_COMMON SCRIPT_ARBITRATE, ""};
static script fill_script = {"fill", SCRIPT_COMMON SCRIPT_FILL, ""};
static script abandon_script = {"abandon", SCRIPT_COMMON SCRIPT_ABANDON, ""};
static script extend_script = {"extend", SCRIPT_COMMON SCRIPT_EXTEND, ""};
static script begin_script = {"begin", SCRIPT_COMMON SCRIPT_BEGIN, ""};
static script invalidate_script = {"invalidate", SCRIPT_COMMON SCRIPT_INVALIDATE, ""};

static void make_sha(script *s)
{
	unsigned char digest[STAMPEDE_SHA1_LEN];

	stampede_sha1(s->text, strlen(s->text), digest);
	make_sha1_digest(s->sha, digest);
}

void stampede_redis_scripts_startup(void)
{
	make_sha(&arbitrate_script);
	make_sha(&fill_script);
	make_sha(&abandon_script);
	make_sha(&extend_script);
	make_sha(&begin_script);
	make_sha(&invalidate_script);
}

/* ---- commands ---- */

typedef struct {
	int count;
	int numbers_used;
	char *stamp; /* the one that add_new_stamp() wrote, or NULL */
	const char *values[MAX_ARGS];
	size_t lengths[MAX_ARGS];
	char numbers[MAX_ARGS][24];
} arguments;

static void add_bytes(arguments *args, const char *bytes, size_t len)
{
	ZEND_ASSERT(args->count < MAX_ARGS);
	args->values[args->count] = bytes;
	args->lengths[args->count] = len;
	args->count++;
}

static void add_text(arguments *args, const char *text)
{
	add_bytes(args, text, strlen(text));
}

static void add_name(arguments *args, stampede_name name)
{
	add_bytes(args, name.val, name.len);
}

static void add_number(arguments *args, uint64_t number)
{
	char *text = args->numbers[args->numbers_used++];

	add_bytes(args, text, (size_t) snprintf(text, sizeof(args->numbers[0]), "%" PRIu64, number));
}

/* Whole milliseconds, rounded up: nothing that lives becomes 0, which means "for ever" or "now" to Redis. */
static void add_duration(arguments *args, stampede_usec duration)
{
	add_number(args, (uint64_t) ((duration + 999) / 1000));
}

/* A stamp as it stands in the record; '' for none. */
static void add_stamp(arguments *args, uint64_t stamp)
{
	char *text = args->numbers[args->numbers_used++];

	add_bytes(args, text, stamp ? (size_t) snprintf(text, sizeof(args->numbers[0]), "%016" PRIx64, stamp) : 0);
}

/* Writes another stamp in place of the one that add_new_stamp() wrote. */
static void renew_stamp(arguments *args)
{
	uint64_t stamp = 0;

	if (!args->stamp) {
		return;
	}
	/* without randomness the clock has to do: what counts is that no two are equal */
	if (php_random_bytes_silent(&stamp, sizeof(stamp)) == FAILURE || stamp == 0) {
		stamp = (uint64_t) stampede_wall_clock();
	}
	snprintf(args->stamp, sizeof(args->numbers[0]), "%016" PRIx64, stamp);
}

static void add_new_stamp(arguments *args)
{
	args->stamp = args->numbers[args->numbers_used++];
	renew_stamp(args);
	add_bytes(args, args->stamp, STAMP_LEN);
}

static void send_command(stampede_link *link, const arguments *args)
{
	stampede_link_add(link, args->count, (const char **) args->values, args->lengths);
}

/* done:<token> */
static size_t done_name(const stampede_entry *entry, const char *token, size_t token_len, char *buffer, size_t size)
{
	return (size_t) snprintf(buffer, size, "%.*s%.*s", (int) entry->done.len, entry->done.val, (int) token_len, token);
}

/* ---- errors ---- */

static stampede_store_status exchange_status(const stampede_link *link, stampede_exchange_status status)
{
	return status == STAMPEDE_EXCHANGE_OK ? STAMPEDE_STORE_OK
		: link->again == STAMPEDE_AGAIN_UNKNOWN ? STAMPEDE_STORE_LOST : STAMPEDE_STORE_DOWN;
}

/* An answer that is an error. `name` is the key in question, where the text does not say it. */
static stampede_store_status refuse(redis_store *store, stampede_link *link, const char *command, const char *error,
	const char *name)
{
	char text[256];
	stampede_trouble kind = stampede_error_kind(error);

	snprintf(text, sizeof(text), "%.*s%s%s%s", (int) strcspn(error, "\r\n"), error, name ? " [" : "", name ? name : "",
		name ? "]" : "");
	stampede_link_trouble(link, &store->timeouts, kind, command, text);
	return kind == STAMPEDE_TROUBLE_REFUSED ? STAMPEDE_STORE_REFUSED
		: kind == STAMPEDE_TROUBLE_COMMAND ? STAMPEDE_STORE_LOST : STAMPEDE_STORE_DOWN;
}

static stampede_store_status not_understood(redis_store *store, stampede_link *link, const char *command)
{
	stampede_link_trouble(link, &store->timeouts, STAMPEDE_TROUBLE_PROTOCOL, command, "an answer of an unexpected form");
	return STAMPEDE_STORE_LOST;
}

/* One exchange, and another one on a new connection where that is nobody's fault. The commands are safe to send twice. */
static stampede_exchange_status exchange_twice(redis_store *store, stampede_link *link, int flags)
{
	stampede_exchange_status status = stampede_link_exchange(link, &store->timeouts, 0, flags | STAMPEDE_EXCHANGE_FIRST);

	if (status == STAMPEDE_EXCHANGE_FAILED && link->again == STAMPEDE_AGAIN_YES) {
		status = stampede_link_exchange(link, &store->timeouts, 0, flags | STAMPEDE_EXCHANGE_ANYWAY);
	}
	return status;
}

/* The same for a script whose fate must be known: after a time-out it is sent once more as well. */
static stampede_exchange_status exchange_script(redis_store *store, stampede_link *link, arguments *args, int flags)
{
	stampede_exchange_status status;

	send_command(link, args);
	status = stampede_link_exchange(link, &store->timeouts, 0, flags | STAMPEDE_EXCHANGE_FIRST);
	bool lost = link->again == STAMPEDE_AGAIN_UNKNOWN;
	if (status == STAMPEDE_EXCHANGE_FAILED && link->again != STAMPEDE_AGAIN_NO) {
		/* the first copy may still be carried out, whenever: it must not have the same stamp */
		renew_stamp(args);
		stampede_link_clear(link);
		send_command(link, args);
		status = stampede_link_exchange(link, &store->timeouts, 0, flags | STAMPEDE_EXCHANGE_ANYWAY);
		if (status == STAMPEDE_EXCHANGE_FAILED && lost) {
			link->again = STAMPEDE_AGAIN_UNKNOWN;
		}
	}
	return status;
}

static void name_script(arguments *args, const char *command, const char *script_name, size_t len)
{
	args->values[0] = command;
	args->lengths[0] = strlen(command);
	args->values[1] = script_name;
	args->lengths[1] = len;
}

/*
 * Runs a script by its digest, and by its text when the server does not know it yet. On STAMPEDE_STORE_OK the reply is
 * link->replies[0].
 */
static stampede_store_status run_script(redis_store *store, stampede_link *link, const script *s, arguments *args,
	int flags)
{
	name_script(args, "EVALSHA", s->sha, sizeof(s->sha) - 1);
	stampede_exchange_status status = exchange_script(store, link, args, flags);
	if (status == STAMPEDE_EXCHANGE_OK && link->replies[0]->type == REDIS_REPLY_ERROR
			&& strncmp(link->replies[0]->str, "NOSCRIPT", 8) == 0) {
		stampede_link_clear(link);
		name_script(args, "EVAL", s->text, strlen(s->text));
		status = exchange_script(store, link, args, flags);
	}
	if (status == STAMPEDE_EXCHANGE_OK && link->replies[0]->type == REDIS_REPLY_ERROR) {
		return refuse(store, link, s->name, link->replies[0]->str, NULL);
	}
	return exchange_status(link, status);
}

/* Leaves room for EVALSHA and the digest. */
static void begin_script_args(arguments *args, const char *key_count)
{
	args->count = 2;
	args->numbers_used = 0;
	args->stamp = NULL;
	add_text(args, key_count);
}

/* ---- replies ---- */

static bool is_array(const redisReply *reply, size_t elements)
{
	return reply->type == REDIS_REPLY_ARRAY && reply->elements >= elements;
}

static zend_string *to_string(const redisReply *reply)
{
	zend_string *string = reply->type == REDIS_REPLY_STRING ? stampede_string_alloc(reply->len) : NULL;

	if (string) {
		memcpy(ZSTR_VAL(string), reply->str, reply->len + 1);
	}
	return string;
}

/* 0 for nil. false: nothing that we write. The scripts judge by the same rule (stamp_ok, number_ok). */
static bool read_stamp(const redisReply *reply, uint64_t *stamp)
{
	*stamp = 0;
	if (reply->type != REDIS_REPLY_STRING) {
		return reply->type == REDIS_REPLY_NIL;
	}
	if (reply->len != STAMP_LEN || strspn(reply->str, "0123456789abcdef") != STAMP_LEN) {
		return false;
	}
	*stamp = strtoull(reply->str, NULL, 16);
	return *stamp != 0;
}

static bool read_number(const redisReply *reply, uint64_t *number)
{
	*number = 0;
	if (reply->type != REDIS_REPLY_STRING) {
		return reply->type == REDIS_REPLY_NIL;
	}
	if (reply->len == 0 || reply->len > 16 || reply->str[0] == '0' || strspn(reply->str, "0123456789") != reply->len) {
		return false;
	}
	*number = strtoull(reply->str, NULL, 10);
	return true;
}

/* i, s, h, s:l, h:l, f:l. A record that is missing or not ours matches nothing: i = 0. */
static void read_record(const redisReply *reply, stampede_generation *generation, uint64_t *stored)
{
	bool ok = is_array(reply, RECORD_FIELDS)
		&& read_stamp(reply->element[0], &generation->i)
		&& read_stamp(reply->element[1], &generation->s)
		&& read_stamp(reply->element[2], &generation->h)
		&& read_stamp(reply->element[3], &generation->sl)
		&& read_stamp(reply->element[4], &generation->hl)
		&& read_number(reply->element[5], stored);

	if (!ok || generation->i == 0) {
		memset(generation, 0, sizeof(*generation));
		*stored = 0;
	}
}

/* ---- lookup ---- */

/* The record before the copy: a fill between the two makes the copy newer than the record, never older. */
static void send_lookup(const redis_store *store, stampede_link *link, const stampede_entry *entry,
	stampede_copy_kind kind)
{
	stampede_name copy = stampede_copy_name(entry, kind);
	const char *record[] = {"HMGET", entry->generation.val, "i", "s", "h", entry->field_soft.val, entry->field_hard.val,
		entry->field_stored.val};
	const size_t record_lengths[] = {5, entry->generation.len, 1, 1, 1, entry->field_soft.len, entry->field_hard.len,
		entry->field_stored.len};
	const char *get[] = {"GET", copy.val};
	const size_t get_lengths[] = {3, copy.len};

	stampede_link_add(link, 8, record, record_lengths);
	if (store->copies) {
		stampede_link_add(link, 2, get, get_lengths);
	}
	if (kind == STAMPEDE_COPY_LIVE_AND_LOCK) {
		const char *exists[] = {"EXISTS", entry->lock.val};
		const size_t exists_lengths[] = {6, entry->lock.len};
		stampede_link_add(link, 2, exists, exists_lengths);
	}
}

static stampede_store_status read_lookup(redis_store *store, stampede_link *link, const stampede_entry *entry,
	stampede_copy_kind kind, int first, stampede_view *view)
{
	redisReply *record = link->replies[first], *copy = store->copies ? link->replies[first + 1] : NULL;
	redisReply *lock = kind == STAMPEDE_COPY_LIVE_AND_LOCK ? link->replies[first + (copy ? 2 : 1)] : NULL;

	if (record->type == REDIS_REPLY_ERROR) {
		return refuse(store, link, "HMGET", record->str, entry->generation.val);
	}
	if (copy && copy->type == REDIS_REPLY_ERROR) {
		return refuse(store, link, "GET", copy->str, stampede_copy_name(entry, kind).val);
	}
	read_record(record, &view->generation, &view->stored);
	view->locked = lock && lock->type == REDIS_REPLY_INTEGER && lock->integer == 1;
	view->blob = copy ? to_string(copy) : NULL;
	return STAMPEDE_STORE_OK;
}

static stampede_store_status redis_lookup(stampede_store *base, stampede_entry *entry, stampede_copy_kind kind,
	stampede_view *view)
{
	redis_store *store = to_redis(base);
	stampede_link *link = stampede_link_acquire(store->endpoint);

	*view = (stampede_view) {0};
	send_lookup(store, link, entry, kind);
	stampede_store_status status = exchange_status(link, exchange_twice(store, link, 0));
	if (status == STAMPEDE_STORE_OK) {
		status = read_lookup(store, link, entry, kind, 0, view);
	}
	stampede_link_release(link);
	return status;
}

/* ---- arbitrate ---- */

static bool read_verdict(const redisReply *reply, stampede_verdict *verdict)
{
	if (!is_array(reply, 3) || reply->element[0]->type != REDIS_REPLY_STRING) {
		return false;
	}
	const char *ruling = reply->element[0]->str;
	read_record(reply->element[1], &verdict->view.generation, &verdict->view.stored);
	if (strcmp(ruling, "won") == 0) {
		verdict->ruling = STAMPEDE_RULING_WON;
		return verdict->view.generation.i != 0 && read_number(reply->element[2], &verdict->number);
	}
	if (strcmp(ruling, "stored") == 0) {
		verdict->ruling = STAMPEDE_RULING_STORED;
		verdict->view.blob = to_string(reply->element[2]);
		return true;
	}
	if (strcmp(ruling, "busy") != 0 || !is_array(reply, 5) || reply->element[4]->type != REDIS_REPLY_INTEGER) {
		return false;
	}
	verdict->ruling = STAMPEDE_RULING_BUSY;
	verdict->lease_left = MIN(MAX(reply->element[4]->integer, 1), MAX_LEASE_MS) * 1000;
	verdict->owner = to_string(reply->element[3]);
	verdict->view.blob = to_string(reply->element[2]);
	return verdict->owner != NULL;
}

static void add_entry_keys(arguments *args, const stampede_entry *entry, const char *done, size_t done_len)
{
	add_name(args, entry->generation);
	add_name(args, entry->live);
	add_name(args, entry->stale);
	add_name(args, entry->lock);
	add_bytes(args, done, done_len);
}

static stampede_store_status redis_arbitrate(stampede_store *base, stampede_entry *entry, const stampede_bid *bid,
	stampede_verdict *verdict)
{
	redis_store *store = to_redis(base);
	stampede_link *link = stampede_link_acquire(store->endpoint);
	ALLOCA_FLAG(use_heap)
	size_t done_size = entry->done.len + STAMPEDE_TOKEN_LEN + 1;
	char *done = do_alloca(done_size, use_heap);
	arguments args;

	memset(verdict, 0, sizeof(*verdict));
	begin_script_args(&args, "5");
	add_entry_keys(&args, entry, done, done_name(entry, bid->token, STAMPEDE_TOKEN_LEN, done, done_size));
	add_name(&args, entry->locale);
	add_text(&args, bid->token);
	add_duration(&args, bid->lease);
	add_new_stamp(&args);
	add_duration(&args, bid->record_life);
	add_text(&args, bid->refresh ? "1" : "0");
	add_stamp(&args, bid->seen->generation.i);
	if (bid->seen->stored) {
		add_number(&args, bid->seen->stored);
	} else {
		add_text(&args, "");
	}
	add_text(&args, store->copies ? "1" : "0");
	/* after a time-out nobody knows who has the lock: asking again with the same token tells */
	stampede_store_status status = run_script(store, link, &arbitrate_script, &args, 0);
	if (status == STAMPEDE_STORE_OK && !read_verdict(link->replies[0], verdict)) {
		status = not_understood(store, link, "arbitrate");
	}
	stampede_link_release(link);
	free_alloca(done, use_heap);
	return status;
}

/* ---- await ---- */

static void send_await(const redis_store *store, stampede_link *link, const stampede_entry *entry, const char *done,
	size_t done_len, stampede_usec limit)
{
	arguments args = {0};

	add_text(&args, "XREAD");
	add_text(&args, "BLOCK");
	add_duration(&args, MAX(limit, 1)); /* never 0, which blocks for ever */
	add_text(&args, "STREAMS");
	add_bytes(&args, done, done_len);
	add_text(&args, "0"); /* from its start: an event that came before we asked is not lost */
	send_command(link, &args);
	/* with EXISTS of the lock, which is there to be held back: that it comes in ends the wait */
	send_lookup(store, link, entry, STAMPEDE_COPY_LIVE_AND_LOCK);
	stampede_link_hold_back(link);
}

static stampede_store_status redis_await(stampede_store *base, stampede_entry *entry, zend_string *owner,
	stampede_usec limit, stampede_view *view)
{
	redis_store *store = to_redis(base);
	stampede_link *link = stampede_link_acquire(store->endpoint);
	stampede_usec deadline = stampede_now() + limit;
	stampede_exchange_status status;
	ALLOCA_FLAG(use_heap)
	size_t done_size = entry->done.len + ZSTR_LEN(owner) + 1;
	char *done = do_alloca(done_size, use_heap);
	size_t done_len = done_name(entry, ZSTR_VAL(owner), ZSTR_LEN(owner), done, done_size);

	*view = (stampede_view) {0};
	send_await(store, link, entry, done, done_len, limit);
	status = stampede_link_exchange(link, &store->timeouts, limit, STAMPEDE_EXCHANGE_INTERRUPT | STAMPEDE_EXCHANGE_FIRST);
	if (status == STAMPEDE_EXCHANGE_FAILED && link->again == STAMPEDE_AGAIN_YES) {
		limit = MAX(deadline - stampede_now(), 1);
		stampede_link_clear(link);
		send_await(store, link, entry, done, done_len, limit);
		status = stampede_link_exchange(link, &store->timeouts, limit,
			STAMPEDE_EXCHANGE_INTERRUPT | STAMPEDE_EXCHANGE_ANYWAY);
	}
	stampede_store_status result = exchange_status(link, status);
	if (result == STAMPEDE_STORE_OK && link->replies[0]->type == REDIS_REPLY_ERROR) {
		result = refuse(store, link, "XREAD", link->replies[0]->str, NULL);
	} else if (result == STAMPEDE_STORE_OK) {
		result = read_lookup(store, link, entry, STAMPEDE_COPY_LIVE, 1, view);
	}
	stampede_link_release(link);
	free_alloca(done, use_heap);
	return result;
}

/* ---- fill, abandon, extend, begin ---- */

static bool read_outcome(const redisReply *reply, stampede_fill_outcome *outcome)
{
	static const struct {
		const char *word;
		stampede_fill_outcome outcome;
	} words[] = {
		{"filled", STAMPEDE_FILL_FILLED},
		{"late", STAMPEDE_FILL_LATE},
		{"rejected", STAMPEDE_FILL_REJECTED},
		{"superseded", STAMPEDE_FILL_SUPERSEDED},
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(reply->str, words[i].word) == 0) {
			*outcome = words[i].outcome;
			return true;
		}
	}
	return false;
}

/* {outcome, dropped, why it failed} */
static stampede_store_status read_fill(redis_store *store, stampede_link *link, bool has_lock,
	stampede_fill_outcome *outcome)
{
	redisReply *reply = link->replies[0];

	if (!is_array(reply, 3) || reply->element[0]->type != REDIS_REPLY_STRING
			|| reply->element[2]->type != REDIS_REPLY_STRING) {
		return not_understood(store, link, "fill");
	}
	if (strcmp(reply->element[0]->str, "failed") == 0) {
		return refuse(store, link, "fill", reply->element[2]->str, NULL);
	}
	if (has_lock && reply->element[1]->integer == 0) {
		stampede_count(STAMPEDE_COUNT_LOCK_LOST, 1);
	}
	return read_outcome(reply->element[0], outcome) ? STAMPEDE_STORE_OK : not_understood(store, link, "fill");
}

/* part: "all", or a part of a fill whose copies lie elsewhere, "check" or "commit". */
static stampede_store_status run_fill(stampede_store *base, stampede_entry *entry, const stampede_fill *fill,
	const char *part, stampede_fill_outcome *outcome)
{
	redis_store *store = to_redis(base);
	stampede_link *link = stampede_link_acquire(store->endpoint);
	const char *token = fill->token ? fill->token : "";
	ALLOCA_FLAG(use_heap)
	size_t done_size = entry->done.len + STAMPEDE_TOKEN_LEN + 1;
	char *done = do_alloca(done_size, use_heap);
	arguments args;

	begin_script_args(&args, "5");
	add_entry_keys(&args, entry, done, done_name(entry, token, strlen(token), done, done_size));
	add_name(&args, entry->locale);
	add_text(&args, token);
	add_stamp(&args, fill->generation->i);
	add_stamp(&args, fill->generation->s);
	add_stamp(&args, fill->generation->h);
	add_stamp(&args, fill->generation->sl);
	add_stamp(&args, fill->generation->hl);
	add_number(&args, fill->number);
	add_text(&args, fill->as_stale ? "1" : "0");
	add_bytes(&args, ZSTR_VAL(fill->blob), store->copies ? ZSTR_LEN(fill->blob) : 0);
	add_duration(&args, fill->live_life);
	add_duration(&args, fill->stale_life);
	add_duration(&args, fill->record_life);
	add_text(&args, part);
	stampede_store_status status = run_script(store, link, &fill_script, &args, STAMPEDE_EXCHANGE_ANYWAY);
	if (status == STAMPEDE_STORE_OK) {
		/* a check that is passed leaves the lock alone */
		status = read_fill(store, link, fill->token && strcmp(part, "check") != 0, outcome);
	}
	stampede_link_release(link);
	free_alloca(done, use_heap);
	return status;
}

static stampede_store_status redis_fill(stampede_store *base, stampede_entry *entry, const stampede_fill *fill,
	stampede_fill_outcome *outcome)
{
	return run_fill(base, entry, fill, "all", outcome);
}

stampede_store_status stampede_redis_check(stampede_store *base, stampede_entry *entry, const stampede_fill *fill,
	stampede_fill_outcome *outcome)
{
	return run_fill(base, entry, fill, "check", outcome);
}

stampede_store_status stampede_redis_commit(stampede_store *base, stampede_entry *entry, const stampede_fill *fill,
	stampede_fill_outcome *outcome)
{
	return run_fill(base, entry, fill, "commit", outcome);
}

static stampede_store_status redis_abandon(stampede_store *base, stampede_entry *entry, const char *token,
	stampede_effort effort, bool stored)
{
	redis_store *store = to_redis(base);
	stampede_link *link = stampede_link_acquire(store->endpoint);
	size_t done_size = entry->done.len + STAMPEDE_TOKEN_LEN + 1;
	char *done = malloc(done_size);
	arguments args;

	if (!done) {
		stampede_link_release(link);
		return STAMPEDE_STORE_DOWN;
	}
	begin_script_args(&args, "2");
	add_name(&args, entry->lock);
	add_bytes(&args, done, done_name(entry, token, STAMPEDE_TOKEN_LEN, done, done_size));
	add_text(&args, token);
	add_text(&args, stored ? "filled" : "failed");
	int flags = (effort != STAMPEDE_EFFORT_LEAST ? STAMPEDE_EXCHANGE_ANYWAY : 0)
		| (effort != STAMPEDE_EFFORT_FULL ? STAMPEDE_EXCHANGE_QUIET : 0);
	stampede_store_status status = run_script(store, link, &abandon_script, &args, flags);
	if (status == STAMPEDE_STORE_OK && effort == STAMPEDE_EFFORT_FULL && link->replies[0]->integer == 0) {
		stampede_count(STAMPEDE_COUNT_LOCK_LOST, 1);
	}
	stampede_link_release(link);
	free(done);
	return status;
}

static stampede_store_status redis_extend(stampede_store *base, stampede_entry *entry, const char *token,
	stampede_usec lease, stampede_usec record_life, bool *renewed)
{
	redis_store *store = to_redis(base);
	stampede_link *link = stampede_link_acquire(store->endpoint);
	ALLOCA_FLAG(use_heap)
	size_t done_size = entry->done.len + STAMPEDE_TOKEN_LEN + 1;
	char *done = do_alloca(done_size, use_heap);
	arguments args;

	begin_script_args(&args, "3");
	add_name(&args, entry->lock);
	add_name(&args, entry->generation);
	add_bytes(&args, done, done_name(entry, token, STAMPEDE_TOKEN_LEN, done, done_size));
	add_text(&args, token);
	add_duration(&args, lease);
	add_duration(&args, record_life);
	stampede_store_status status = run_script(store, link, &extend_script, &args, 0);
	*renewed = status == STAMPEDE_STORE_OK && link->replies[0]->type == REDIS_REPLY_INTEGER
		&& link->replies[0]->integer == 1;
	stampede_link_release(link);
	free_alloca(done, use_heap);
	return status;
}

static stampede_store_status redis_begin(stampede_store *base, stampede_entry *entry, stampede_usec record_life,
	stampede_generation *generation, uint64_t *number)
{
	redis_store *store = to_redis(base);
	stampede_link *link = stampede_link_acquire(store->endpoint);
	arguments args;
	uint64_t stored;

	begin_script_args(&args, "1");
	add_name(&args, entry->generation);
	add_name(&args, entry->locale);
	add_new_stamp(&args);
	add_duration(&args, record_life);
	stampede_store_status status = run_script(store, link, &begin_script, &args, 0);
	if (status == STAMPEDE_STORE_OK) {
		redisReply *reply = link->replies[0];
		if (!is_array(reply, 2) || !read_number(reply->element[1], number)) {
			status = not_understood(store, link, "begin");
		} else {
			read_record(reply->element[0], generation, &stored);
		}
	}
	stampede_link_release(link);
	return status;
}

/* ---- invalidate ---- */

/* known: NULL, or gets the locales that the record knows. */
static stampede_store_status run_invalidate(stampede_store *base, zend_string *prefix, zend_string *key,
	zend_string *fields, zend_string **known)
{
	redis_store *store = to_redis(base);
	stampede_link *link = stampede_link_acquire(store->endpoint);
	zend_string *record = stampede_generation_name(prefix, key);
	arguments args;

	begin_script_args(&args, "1");
	add_bytes(&args, ZSTR_VAL(record), ZSTR_LEN(record));
	add_new_stamp(&args);
	add_bytes(&args, ZSTR_VAL(fields), ZSTR_LEN(fields));
	if (known) {
		add_text(&args, "known");
	}
	stampede_store_status status = run_script(store, link, &invalidate_script, &args, 0);
	if (known) {
		*known = status == STAMPEDE_STORE_OK ? to_string(link->replies[0]) : NULL;
	}
	stampede_link_release(link);
	zend_string_release(record);
	return status;
}

static stampede_store_status redis_invalidate(stampede_store *base, zend_string *prefix, zend_string *key,
	zend_string *fields)
{
	return run_invalidate(base, prefix, key, fields, NULL);
}

stampede_store_status stampede_redis_invalidate_all(stampede_store *base, zend_string *prefix, zend_string *key,
	zend_string *fields, zend_string **known)
{
	return run_invalidate(base, prefix, key, fields, known);
}

/* ---- the store ---- */

static const char *redis_error(stampede_store *base)
{
	return to_redis(base)->endpoint->peer.error;
}

static bool redis_matches(stampede_store *base, const stampede_settings *settings)
{
	redis_store *store = to_redis(base);

	return zend_string_equals(store->url, settings->redis) && store->copies == (ZSTR_LEN(settings->memcached) == 0)
		&& stampede_timeouts_match(&store->timeouts, settings);
}

static void redis_destroy(stampede_store *base)
{
	zend_string_release(to_redis(base)->url);
	efree(base);
}

static const stampede_store_ops redis_ops = {
	.lookup = redis_lookup,
	.arbitrate = redis_arbitrate,
	.await = redis_await,
	.fill = redis_fill,
	.abandon = redis_abandon,
	.extend = redis_extend,
	.begin = redis_begin,
	.invalidate = redis_invalidate,
	.error = redis_error,
	.matches = redis_matches,
	.destroy = redis_destroy,
};

stampede_store *stampede_redis_store(const stampede_settings *settings)
{
	redis_store *store = ecalloc(1, sizeof(*store));

	store->base.ops = &redis_ops;
	store->base.refcount = 1;
	store->endpoint = stampede_endpoint_find(settings->redis);
	store->base.place = store->endpoint;
	store->url = zend_string_copy(settings->redis);
	store->timeouts = stampede_timeouts_of(settings);
	store->copies = ZSTR_LEN(settings->memcached) == 0;
	return &store->base;
}
