/*
 * What all workers of this host share: a mapping made before php-fpm forks. Atomics only, and no lock: a process that is
 * killed at any instruction blocks nobody, and what it held is free again when its death is noticed.
 *
 * "Host" is the family of processes of one parent that loaded the extension: a php-fpm master with all its pools, or one
 * program on the command line with its forked children.
 */
#ifndef STAMPEDE_HOST_H
#define STAMPEDE_HOST_H

#include <stdatomic.h>
#include <sys/types.h>

#include "php_stampede.h"

#if ATOMIC_LLONG_LOCK_FREE != 2
# error "stampede needs 64-bit atomics without locks, which this machine does not have"
#endif

typedef _Atomic uint64_t stampede_atomic;

/* ---- places: at most so many processes at one time ---- */

typedef enum {
	STAMPEDE_PLACE_WAITER,   /* waits for another's build */
	STAMPEDE_PLACE_BUILDER,  /* runs a builder */
	STAMPEDE_PLACE_FALLBACK, /* runs a builder without the store */
	STAMPEDE_PLACE_KINDS
} stampede_place_kind;

#define STAMPEDE_PLACES 1024 /* of each kind: the most that a setting may ask for */

typedef struct {
	stampede_atomic owners[STAMPEDE_PLACES]; /* 0 = free */
	stampede_atomic swept_at;                /* when the places of dead processes were last looked for */
} stampede_places;

/*
 * Takes one of the first `limit` places. 0: all are taken. A place must be left, and goes back by itself when the process
 * dies; to a forked child it does not belong.
 */
uint32_t stampede_place_take(stampede_place_kind kind, uint32_t limit);
void stampede_place_leave(stampede_place_kind kind, uint32_t place);
uint32_t stampede_places_taken(stampede_place_kind kind);

/* ---- guards: at most one process of the host for one entry ---- */

#define STAMPEDE_GUARDS 4096 /* two entries that meet in one exclude each other, which does no harm */

/* Takes the guard of an entry for `lease` at most. 0: another process has it. */
uint64_t stampede_guard_take(const unsigned char *identity, stampede_usec lease);
void stampede_guard_leave(const unsigned char *identity, uint64_t guard);

/* ---- breakers (breaker.c) ---- */

#define STAMPEDE_BREAKERS 64
#define STAMPEDE_LABEL_SIZE 160

typedef struct _stampede_breaker {
	stampede_atomic id;         /* 0 = free */
	_Atomic bool labelled;
	char label[STAMPEDE_LABEL_SIZE]; /* for people, from when `labelled` on */
	_Atomic int64_t open_until; /* 0 = closed; the clock is stampede_now() */
	stampede_atomic failures;
} stampede_breaker;

/* ---- statistics (stats.c) ---- */

typedef enum {
	/* answers, in the order of stampede_status */
	STAMPEDE_COUNT_HIT,
	STAMPEDE_COUNT_BUILT,
	STAMPEDE_COUNT_WAITED,
	STAMPEDE_COUNT_STALE,
	STAMPEDE_COUNT_EMPTY,
	STAMPEDE_COUNT_FALLBACK,
	/* what became of built values, in the order of stampede_fill_outcome */
	STAMPEDE_COUNT_FILL_NONE,
	STAMPEDE_COUNT_FILLED,
	STAMPEDE_COUNT_LATE,
	STAMPEDE_COUNT_REJECTED,
	STAMPEDE_COUNT_SUPERSEDED,
	STAMPEDE_COUNT_FILL_FAILED,
	STAMPEDE_COUNT_BUILD_ERROR,
	STAMPEDE_COUNT_LOCK_LOST,
	STAMPEDE_COUNT_WAIT_REFUSED,
	STAMPEDE_COUNT_FALLBACK_REFUSED,
	STAMPEDE_COUNT_PUT,
	STAMPEDE_COUNT_INVALIDATED,
	STAMPEDE_COUNT_FORGOTTEN,
	STAMPEDE_COUNT_CONNECTED,
	STAMPEDE_COUNT_BYTES_SENT,
	STAMPEDE_COUNT_BYTES_RECEIVED,
	STAMPEDE_COUNTS
} stampede_count_id;

typedef enum {
	STAMPEDE_HISTOGRAM_BUILDS,
	STAMPEDE_HISTOGRAM_WAITS,
	STAMPEDE_HISTOGRAMS
} stampede_histogram_id;

#define STAMPEDE_BUCKETS 16 /* the last one has no upper bound */

typedef struct {
	stampede_atomic buckets[STAMPEDE_BUCKETS];
	stampede_atomic sum; /* microseconds */
} stampede_histogram;

typedef struct {
	stampede_atomic counts[STAMPEDE_COUNTS];
	stampede_histogram histograms[STAMPEDE_HISTOGRAMS];
	stampede_atomic stale_ages[2]; /* the greatest of an even and of an odd minute, with the minute */
	stampede_usec since;           /* wall clock */
} stampede_stats;

/* ---- the mapping ---- */

typedef struct {
	stampede_places places[STAMPEDE_PLACE_KINDS];
	stampede_atomic guards[STAMPEDE_GUARDS];
	stampede_breaker breakers[STAMPEDE_BREAKERS];
	stampede_stats stats;
} stampede_host;

extern stampede_host *stampede_shared;

/* getpid() without a system call. */
pid_t stampede_pid(void);

void stampede_host_startup(void);
void stampede_host_shutdown(void);

#endif /* STAMPEDE_HOST_H */
