/*
 * The way of a call (DESIGN.md section 6), whatever the store.
 */
#ifndef STAMPEDE_REMEMBER_H
#define STAMPEDE_REMEMBER_H

#include "backend.h"
#include "build.h"
#include "stale.h"

typedef enum {
	STAMPEDE_STATUS_HIT,
	STAMPEDE_STATUS_BUILT,
	STAMPEDE_STATUS_WAITED,
	STAMPEDE_STATUS_STALE,
	STAMPEDE_STATUS_EMPTY,
	STAMPEDE_STATUS_FALLBACK
} stampede_status;

/* One call by the user. */
typedef struct _stampede_call {
	stampede_store *store;
	stampede_entry *entry;
	stampede_settings settings;
	stampede_builder builder; /* of remember and fetch */
} stampede_call;

/* The entry, store and settings are counted; the builder is the caller's. */
void stampede_call_addref(stampede_call *call);
void stampede_call_release(stampede_call *call);

typedef struct _stampede_answer {
	stampede_copy copy; /* the value and where it comes from; built_at 0 = nothing was built */
	stampede_status status;
	stampede_usec waited;
	stampede_fill_outcome fill; /* of what this call built */
} stampede_answer;

/* remember and fetch. On FAILURE an exception is pending and *answer holds no value. */
zend_result stampede_remember(stampede_call *call, stampede_answer *answer);

/* The rebuild that a deferred call asked for, unless somebody else did it meanwhile. Failures are warnings. */
void stampede_rebuild(stampede_call *call, stampede_view *seen);

/* peek. false: nothing to show, or (exit() in user code) an exception is pending. */
bool stampede_peek(stampede_call *call, stampede_answer *answer);

/* put. On failure an exception is pending. */
void stampede_put(stampede_call *call, zval *value);

/* invalidate and forget. On failure an exception is pending. */
void stampede_invalidate(stampede_store *store, zend_string *prefix, zend_string *key, zend_string *fields);

#endif /* STAMPEDE_REMEMBER_H */
