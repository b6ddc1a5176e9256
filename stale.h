/*
 * Which copy may answer, and how long copies live.
 */
#ifndef STAMPEDE_STALE_H
#define STAMPEDE_STALE_H

#include "backend.h"
#include "settings.h"

/* A value with what is known of it. IS_UNDEF: there is none. */
typedef struct _stampede_copy {
	zval value;
	stampede_usec built_at; /* wall clock */
	stampede_usec duration;
	stampede_usec life;
} stampede_copy;

/*
 * Whether the copy in view may answer as what it is (live or stale): ours, of the right generation and number.
 * Looks at the header alone.
 */
bool stampede_copy_valid(const stampede_entry *entry, const stampede_view *view, stampede_copy_kind kind);

/*
 * The same, and takes the value out (with settings->body: the blob itself, if it is that of a string). false = a miss,
 * whatever the reason; an exception may be pending only when user code called exit().
 */
bool stampede_copy_take(const stampede_entry *entry, const stampede_view *view, stampede_copy_kind kind,
	const stampede_settings *settings, stampede_copy *copy);

/* The number of the copy in view, whether it may answer or not; 0 = there is none of this entry. */
uint64_t stampede_copy_number(const stampede_entry *entry, const stampede_view *view);

/* Time since the value was built; never negative, for clocks of hosts differ. */
stampede_usec stampede_copy_age(const stampede_copy *copy);

/* Whether a live copy is so near its end that `early` asks for a new one. */
bool stampede_copy_due_early(const stampede_copy *copy, const stampede_settings *settings);

typedef struct _stampede_lives {
	stampede_usec live;
	stampede_usec stale;  /* 0 = for ever */
	stampede_usec record; /* 0 = for ever */
} stampede_lives;

/* The lives of one fill: ttl with its jitter, a stale copy that never ends before the live one, a record that outlives both. */
stampede_lives stampede_lives_draw(stampede_usec ttl, stampede_usec stale_ttl, double jitter);

/* How long the record has to live when a build or put begins. */
stampede_usec stampede_record_life(const stampede_settings *settings);

#endif /* STAMPEDE_STALE_H */
