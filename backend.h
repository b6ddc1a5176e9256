/*
 * What remember.c needs of a store. One implementation per store; none of them sees a zval or a callable, and
 * remember.c sees no reply of a server.
 *
 * Every operation is bounded by the timeouts of the settings. None throws, except that `await` may return with an
 * exception of a signal handler pending.
 */
#ifndef STAMPEDE_BACKEND_H
#define STAMPEDE_BACKEND_H

#include "php_stampede.h"
#include "blob.h"
#include "keys.h"

typedef enum {
	STAMPEDE_STORE_OK,
	STAMPEDE_STORE_DOWN,    /* it could not be asked, or not about this entry: go on without it */
	STAMPEDE_STORE_LOST,    /* the same, and it may have done what it was asked, or may still do it */
	STAMPEDE_STORE_REFUSED  /* it answered, and refused to write */
} stampede_store_status;

typedef enum {
	STAMPEDE_COPY_LIVE,
	STAMPEDE_COPY_LIVE_AND_LOCK, /* the live copy, and whether somebody is building */
	STAMPEDE_COPY_STALE
} stampede_copy_kind;

static zend_always_inline stampede_name stampede_copy_name(const stampede_entry *entry, stampede_copy_kind kind)
{
	return kind == STAMPEDE_COPY_STALE ? entry->stale : entry->live;
}

/* A copy and the record it is judged by. */
typedef struct _stampede_view {
	stampede_generation generation;
	uint64_t stored;   /* number of the last build or put stored: f */
	zend_string *blob; /* NULL: no such copy */
	bool locked;       /* a build is running (a lookup of STAMPEDE_COPY_LIVE_AND_LOCK only) */
	bool adrift;       /* the place of the copies cannot be asked: what is built now is not stored */
	bool unjudged;     /* the record cannot be asked; a stale copy is better than nothing */
	uint64_t judged;   /* number of the copy that the caller has looked at, and means to replace; 0 = none */
} stampede_view;

static zend_always_inline void stampede_view_clear(stampede_view *view)
{
	if (view->blob) {
		zend_string_release(view->blob);
		view->blob = NULL;
	}
}

typedef struct _stampede_bid {
	const char *token;
	stampede_usec lease;
	stampede_usec record_life; /* 0 = for ever */
	bool refresh;              /* build whatever has been stored meanwhile */
	const stampede_view *seen; /* what the last look showed */
} stampede_bid;

typedef enum {
	STAMPEDE_RULING_STORED, /* somebody stored since the last look: view has the live copy */
	STAMPEDE_RULING_WON,    /* the lock is ours: view has the generation, number is the build's. A store whose
	                           arbitrate does not see the copies has looked at the live one once more: view has it */
	STAMPEDE_RULING_BUSY    /* somebody else has the lock: view has the stale copy */
} stampede_ruling;

typedef struct _stampede_verdict {
	stampede_ruling ruling;
	stampede_view view;
	uint64_t number;
	zend_string *owner;       /* busy: the token that holds the lock */
	stampede_usec lease_left; /* busy */
} stampede_verdict;

typedef struct _stampede_fill {
	const char *token; /* NULL for a put */
	const stampede_generation *generation;
	uint64_t number;
	bool as_stale; /* never live: the value was built from a stale one */
	zend_string *blob;
	stampede_usec live_life;
	stampede_usec stale_life;  /* 0 = for ever */
	stampede_usec record_life; /* 0 = for ever */
} stampede_fill;

typedef enum {
	STAMPEDE_FILL_NONE,       /* this call stored nothing and did not try to */
	STAMPEDE_FILL_FILLED,     /* stored, live and stale */
	STAMPEDE_FILL_LATE,       /* invalidated meanwhile, or built from stale: stored as stale alone */
	STAMPEDE_FILL_REJECTED,   /* forgotten meanwhile, or the record is lost: not stored */
	STAMPEDE_FILL_SUPERSEDED, /* a build or put that began later has been stored meanwhile: not stored */
	STAMPEDE_FILL_FAILED      /* the store could not be reached, or refused */
} stampede_fill_outcome;

/* How hard to try to drop a lock. */
typedef enum {
	STAMPEDE_EFFORT_FULL,  /* even at a store that has just failed */
	STAMPEDE_EFFORT_LATER, /* for the second time: at a store that has just failed, without a warning */
	STAMPEDE_EFFORT_LEAST  /* the same, and not at a store that has just failed */
} stampede_effort;

typedef struct _stampede_store_ops {
	/* The record, then the copy, in one round trip. */
	stampede_store_status (*lookup)(stampede_store *store, stampede_entry *entry, stampede_copy_kind kind,
		stampede_view *view);
	stampede_store_status (*arbitrate)(stampede_store *store, stampede_entry *entry, const stampede_bid *bid,
		stampede_verdict *verdict);
	/* Waits until the owner of the lock is done, at most `limit`; then a lookup of the live copy. */
	stampede_store_status (*await)(stampede_store *store, stampede_entry *entry, zend_string *owner,
		stampede_usec limit, stampede_view *view);
	/* Stores a value under the conditions of its generation and number, and drops the lock. */
	stampede_store_status (*fill)(stampede_store *store, stampede_entry *entry, const stampede_fill *fill,
		stampede_fill_outcome *outcome);
	/* Drops the lock without storing; `stored`: for another's copy is there. Allocates no request memory: called after a
	   memory limit, too. */
	stampede_store_status (*abandon)(stampede_store *store, stampede_entry *entry, const char *token,
		stampede_effort effort, bool stored);
	stampede_store_status (*extend)(stampede_store *store, stampede_entry *entry, const char *token,
		stampede_usec lease, stampede_usec record_life, bool *renewed);
	/* The beginning of a put: generation and number, without a lock. */
	stampede_store_status (*begin)(stampede_store *store, stampede_entry *entry, stampede_usec record_life,
		stampede_generation *generation, uint64_t *number);
	/* Stamps fields of a key's record, given as "s" or "h:ru h:en", in one step. */
	stampede_store_status (*invalidate)(stampede_store *store, zend_string *prefix, zend_string *key,
		zend_string *fields);
	/* Why the last operation was not OK, for people. */
	const char *(*error)(stampede_store *store);
	/* Whether the store is the one that the settings name, with their timeouts. */
	bool (*matches)(stampede_store *store, const stampede_settings *settings);
	void (*destroy)(stampede_store *store);
} stampede_store_ops;

/* What every store begins with. In request memory, and counted: caches and running builds hold it. */
struct _stampede_store {
	const stampede_store_ops *ops;
	uint32_t refcount;
	const void *place; /* the same for stores that hold the same entries */
};

static zend_always_inline stampede_store *stampede_store_addref(stampede_store *store)
{
	store->refcount++;
	return store;
}

static zend_always_inline void stampede_store_release(stampede_store *store)
{
	if (--store->refcount == 0) {
		store->ops->destroy(store);
	}
}

/* The stores that settings name, which have been checked (backend_redis.c, backend_memcached.c). */
stampede_store *stampede_redis_store(const stampede_settings *settings);
stampede_store *stampede_memcached_store(const stampede_settings *settings);
void stampede_redis_scripts_startup(void);

#endif /* STAMPEDE_BACKEND_H */
