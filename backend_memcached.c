/*
 * Copies in Memcached, lock and record in Redis (DESIGN.md section 8). Nothing is atomic across the two: the generation
 * and the number in a copy decide, as everywhere.
 */
#include "php_stampede.h"
#include "backend_redis.h"
#include "memcached_link.h"

#include "ext/standard/sha1.h"

typedef struct {
	stampede_store base;
	stampede_store *redis;
	zend_string *list;
	stampede_ring *ring;
	stampede_timeouts timeouts;
	char error[512]; /* empty: that of Redis */
} split_store;

static split_store *to_split(stampede_store *store)
{
	return (split_store *) store;
}

/* ---- names ---- */

typedef char item_name[STAMPEDE_ITEM_NAME_MAX + 1];

static bool memcached_takes(stampede_name name)
{
	for (size_t i = 0; i < name.len; i++) {
		unsigned char c = (unsigned char) name.val[i];
		if (c <= ' ' || c == 0x7f) {
			return false;
		}
	}
	return name.len <= STAMPEDE_ITEM_NAME_MAX;
}

/* The name itself, so that people and nginx find it, or its digest where Memcached could not take it. */
static void make_item_name(stampede_name name, item_name item)
{
	static const char prefix[] = "stampede:";
	unsigned char digest[STAMPEDE_SHA1_LEN];

	if (memcached_takes(name)) {
		memcpy(item, name.val, name.len + 1);
		return;
	}
	stampede_sha1(name.val, name.len, digest);
	memcpy(item, prefix, sizeof(prefix) - 1);
	make_sha1_digest(item + sizeof(prefix) - 1, digest);
}

/* ---- items ---- */

static void keep_error(split_store *store, const char *what)
{
	snprintf(store->error, sizeof(store->error), "%s%s", stampede_ring_error(store->ring), what);
}

/* Puts what Memcached has in the view, in place of what Redis had. */
static void set_copy(stampede_view *view, stampede_item_status status, zend_string *blob)
{
	stampede_view_clear(view);
	view->blob = blob;
	view->adrift = status != STAMPEDE_ITEM_OK;
}

static void get_copy(split_store *store, const stampede_entry *entry, stampede_copy_kind kind, stampede_view *view)
{
	item_name item;
	zend_string *blob;

	make_item_name(stampede_copy_name(entry, kind), item);
	stampede_item_ask(store->ring, item, &store->timeouts);
	stampede_item_status status = stampede_item_answer(store->ring, item, &store->timeouts, &blob);
	set_copy(view, status, blob);
}

/* ---- lookup, arbitrate, await ---- */

static stampede_store_status split_lookup(stampede_store *base, stampede_entry *entry, stampede_copy_kind kind,
	stampede_view *view)
{
	split_store *store = to_split(base);
	item_name item;
	zend_string *blob;

	store->error[0] = '\0';
	make_item_name(stampede_copy_name(entry, kind), item);
	stampede_item_ask(store->ring, item, &store->timeouts); /* both servers at once */
	stampede_store_status status = store->redis->ops->lookup(store->redis, entry, kind, view);
	stampede_item_status found = stampede_item_answer(store->ring, item, &store->timeouts, &blob);
	set_copy(view, found, blob);
	if (status != STAMPEDE_STORE_OK && kind == STAMPEDE_COPY_STALE && blob) {
		view->unjudged = true; /* better than nothing, while Redis is down */
		return STAMPEDE_STORE_OK;
	}
	if (status != STAMPEDE_STORE_OK) {
		stampede_view_clear(view);
	}
	return status;
}

static stampede_store_status split_arbitrate(stampede_store *base, stampede_entry *entry, const stampede_bid *bid,
	stampede_verdict *verdict)
{
	split_store *store = to_split(base);

	store->error[0] = '\0';
	stampede_store_status status = store->redis->ops->arbitrate(store->redis, entry, bid, verdict);
	if (status == STAMPEDE_STORE_OK) {
		get_copy(store, entry, verdict->ruling == STAMPEDE_RULING_BUSY ? STAMPEDE_COPY_STALE : STAMPEDE_COPY_LIVE,
			&verdict->view);
	}
	return status;
}

static stampede_store_status split_await(stampede_store *base, stampede_entry *entry, zend_string *owner,
	stampede_usec limit, stampede_view *view)
{
	split_store *store = to_split(base);

	store->error[0] = '\0';
	stampede_store_status status = store->redis->ops->await(store->redis, entry, owner, limit, view);
	if (status == STAMPEDE_STORE_OK) {
		get_copy(store, entry, STAMPEDE_COPY_LIVE, view);
	}
	return status;
}

/* ---- fill ---- */

static stampede_item_status set_item(split_store *store, stampede_name name, const stampede_fill *fill,
	stampede_usec life)
{
	item_name item;

	make_item_name(name, item);
	return stampede_item_set(store->ring, item, fill->blob, life, &store->timeouts);
}

static stampede_item_status set_copies(split_store *store, const stampede_entry *entry, const stampede_fill *fill,
	bool live)
{
	stampede_item_status status = live ? set_item(store, entry->live, fill, fill->live_life) : STAMPEDE_ITEM_OK;

	return status == STAMPEDE_ITEM_OK ? set_item(store, entry->stale, fill, fill->stale_life) : status;
}

static stampede_item_status delete_copies(split_store *store, const stampede_entry *entry)
{
	item_name item;

	make_item_name(entry->live, item);
	stampede_item_status live = stampede_item_delete(store->ring, item, &store->timeouts);
	make_item_name(entry->stale, item);
	stampede_item_status stale = stampede_item_delete(store->ring, item, &store->timeouts);
	return live == STAMPEDE_ITEM_OK ? stale : live;
}

/* A build that has not been stored, or not for sure: nobody is to take it for the newest. */
static stampede_store_status give_up_build(split_store *store, stampede_entry *entry, const stampede_fill *fill)
{
	keep_error(store, "");
	return store->redis->ops->abandon(store->redis, entry, fill->token, STAMPEDE_EFFORT_FULL, false) == STAMPEDE_STORE_OK
		? STAMPEDE_STORE_REFUSED : STAMPEDE_STORE_LOST;
}

/*
 * The commit, and what a rejected one leaves behind: a copy that was forgotten before it was written must not come back
 * while Redis is down. At worst this hits a newer copy, which costs a build.
 */
static stampede_store_status commit(split_store *store, stampede_entry *entry, const stampede_fill *fill,
	stampede_fill_outcome *outcome)
{
	stampede_store_status status = stampede_redis_commit(store->redis, entry, fill, outcome);

	if (status == STAMPEDE_STORE_OK && *outcome == STAMPEDE_FILL_REJECTED) {
		delete_copies(store, entry);
	}
	return status;
}

/* A put takes effect even where it has not been stored, so that no older copy passes for fresh. */
static stampede_store_status commit_put(split_store *store, stampede_entry *entry, const stampede_fill *fill,
	stampede_item_status written, stampede_fill_outcome *outcome)
{
	stampede_store_status status = commit(store, entry, fill, outcome);

	if (status != STAMPEDE_STORE_OK) {
		delete_copies(store, entry);
		return status;
	}
	if (written == STAMPEDE_ITEM_OK) {
		return STAMPEDE_STORE_OK;
	}
	keep_error(store, "");
	return written == STAMPEDE_ITEM_REFUSED ? STAMPEDE_STORE_REFUSED : STAMPEDE_STORE_DOWN;
}

static stampede_store_status split_fill(stampede_store *base, stampede_entry *entry, const stampede_fill *fill,
	stampede_fill_outcome *outcome)
{
	split_store *store = to_split(base);

	store->error[0] = '\0';
	stampede_store_status status = stampede_redis_check(store->redis, entry, fill, outcome);
	if (status != STAMPEDE_STORE_OK
			|| (*outcome != STAMPEDE_FILL_FILLED && *outcome != STAMPEDE_FILL_LATE)) {
		return status;
	}
	stampede_item_status written = set_copies(store, entry, fill, *outcome == STAMPEDE_FILL_FILLED);
	if (!fill->token) {
		return commit_put(store, entry, fill, written, outcome);
	}
	return written == STAMPEDE_ITEM_OK ? commit(store, entry, fill, outcome)
		: give_up_build(store, entry, fill);
}

/* ---- invalidate and forget ---- */

/*
 * Deletes the copies of the locales that stand in a list of fields: "h:ru h: h:en". Where a server fails, no longer than
 * it may take for one.
 */
static stampede_item_status delete_listed(split_store *store, zend_string *prefix, zend_string *key, const char *fields)
{
	stampede_item_status result = STAMPEDE_ITEM_OK;
	stampede_usec until = stampede_now() + store->timeouts.connect + store->timeouts.read;

	while (*fields && (result == STAMPEDE_ITEM_OK || stampede_now() < until)) {
		size_t len = strcspn(fields, " ");
		zend_string *locale = len > 2 ? zend_string_init(fields + 2, len - 2, 0) : NULL;
		stampede_entry *entry = stampede_entry_create(prefix, key, locale);
		stampede_item_status status = delete_copies(store, entry);
		result = status == STAMPEDE_ITEM_OK ? result : status;
		stampede_entry_release(entry);
		if (locale) {
			zend_string_release(locale);
		}
		fields += len;
		fields += *fields == ' ';
	}
	return result;
}

/*
 * A forget also deletes, for what Memcached holds may be shown while Redis is down. Where the record is lost, nobody
 * knows the locales any more: the entry without one goes.
 */
static stampede_store_status split_invalidate(stampede_store *base, zend_string *prefix, zend_string *key,
	zend_string *fields)
{
	split_store *store = to_split(base);
	bool all = ZSTR_LEN(fields) == 1;
	zend_string *known = NULL;

	store->error[0] = '\0';
	stampede_store_status status = all && ZSTR_VAL(fields)[0] == 'h'
		? stampede_redis_invalidate_all(store->redis, prefix, key, fields, &known)
		: store->redis->ops->invalidate(store->redis, prefix, key, fields);
	if (ZSTR_VAL(fields)[0] != 'h') {
		return status;
	}
	const char *listed = !all ? ZSTR_VAL(fields) : known && ZSTR_LEN(known) ? ZSTR_VAL(known) : "a:";
	stampede_item_status deleted = delete_listed(store, prefix, key, listed);
	if (known) {
		zend_string_release(known);
	}
	if (status == STAMPEDE_STORE_OK && deleted != STAMPEDE_ITEM_OK) {
		keep_error(store, " (forgotten as long as Redis answers; but should it fail before the copy's life is over, the copy could be shown)");
		return STAMPEDE_STORE_LOST;
	}
	return status;
}

/* ---- what concerns Redis alone ---- */

static stampede_store_status split_abandon(stampede_store *base, stampede_entry *entry, const char *token,
	stampede_effort effort, bool stored)
{
	stampede_store *redis = to_split(base)->redis;

	return redis->ops->abandon(redis, entry, token, effort, stored);
}

static stampede_store_status split_extend(stampede_store *base, stampede_entry *entry, const char *token,
	stampede_usec lease, stampede_usec record_life, bool *renewed)
{
	stampede_store *redis = to_split(base)->redis;

	return redis->ops->extend(redis, entry, token, lease, record_life, renewed);
}

static stampede_store_status split_begin(stampede_store *base, stampede_entry *entry, stampede_usec record_life,
	stampede_generation *generation, uint64_t *number)
{
	split_store *store = to_split(base);

	store->error[0] = '\0';
	return store->redis->ops->begin(store->redis, entry, record_life, generation, number);
}

/* ---- the store ---- */

static const char *split_error(stampede_store *base)
{
	split_store *store = to_split(base);

	return store->error[0] ? store->error : store->redis->ops->error(store->redis);
}

static bool split_matches(stampede_store *base, const stampede_settings *settings)
{
	split_store *store = to_split(base);

	return zend_string_equals(store->list, settings->memcached) && store->redis->ops->matches(store->redis, settings);
}

static void split_destroy(stampede_store *base)
{
	split_store *store = to_split(base);

	stampede_store_release(store->redis);
	zend_string_release(store->list);
	efree(store);
}

static const stampede_store_ops split_ops = {
	.lookup = split_lookup,
	.arbitrate = split_arbitrate,
	.await = split_await,
	.fill = split_fill,
	.abandon = split_abandon,
	.extend = split_extend,
	.begin = split_begin,
	.invalidate = split_invalidate,
	.error = split_error,
	.matches = split_matches,
	.destroy = split_destroy,
};

stampede_store *stampede_memcached_store(const stampede_settings *settings)
{
	split_store *store = ecalloc(1, sizeof(*store));

	store->base.ops = &split_ops;
	store->base.refcount = 1;
	store->redis = stampede_redis_store(settings);
	store->base.place = store->redis->place;
	store->list = zend_string_copy(settings->memcached);
	store->ring = stampede_ring_find(settings->memcached);
	store->timeouts = stampede_timeouts_of(settings);
	return &store->base;
}
