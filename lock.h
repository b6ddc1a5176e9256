/*
 * Leases: the builds that this process runs, each with the token of its lock, and their release on every way out.
 */
#ifndef STAMPEDE_LOCK_H
#define STAMPEDE_LOCK_H

#include "backend.h"
#include "host.h"
#include "php_stampede.h"
#include "zend_fibers.h"

typedef enum {
	STAMPEDE_LEASE_ASKING,  /* it may become ours */
	STAMPEDE_LEASE_RUNNING, /* its builder runs */
	STAMPEDE_LEASE_OVER     /* only its lock is still to be dropped */
} stampede_lease_state;

struct _stampede_lease {
	stampede_lease *outer; /* the next one in STAMPEDE_G(leases) */
	stampede_store *store;
	stampede_entry *entry;
	stampede_lease_state state;
	char token[STAMPEDE_TOKEN_LEN + 1]; /* of the lock that is or may be ours; empty: there is none */
	pid_t owner; /* a forked child inherits the list, but not the locks */
	zend_fiber_context *fiber;
	stampede_generation generation;
	uint64_t number; /* 0: nothing will be stored */
	stampede_usec began;
	stampede_usec ends;
	const stampede_settings *settings;
	/* what the builder chose */
	stampede_usec ttl;
	stampede_usec stale_ttl;
	bool discarded;
	bool from_stale; /* a nested call answered a stale copy: the value must not look fresh */
	/* what it takes up on this host */
	uint32_t places[STAMPEDE_PLACE_KINDS]; /* 0 = none */
	uint64_t guard;                        /* 0 = none */
	stampede_lease **shown_by; /* who points here and must know when the lease is over, or NULL */
};

/*
 * A lease to ask the store for, with a new token of 128 random bits. Made before it is asked for, so that whatever
 * happens then, the lock does not stay behind. NULL, with an exception pending, when no randomness can be had.
 */
stampede_lease *stampede_lease_ask(stampede_store *store, stampede_entry *entry, const stampede_settings *settings);

/* The store has granted it. A lease counts from when it was asked for. */
void stampede_lease_won(stampede_lease *lease, const stampede_generation *generation, uint64_t number,
	stampede_usec asked_at);

/* For a build without a lock, which stores nothing. */
stampede_lease *stampede_lease_unlocked(stampede_store *store, stampede_entry *entry,
	const stampede_settings *settings);

/* From now on user code that has been shown this lease sees that the build has ended. */
void stampede_lease_hide(stampede_lease *lease);

/*
 * Ends a lease whose lock has been handed over, or has not been granted. Without an answer from the store (`answered`
 * false) the lock may be there: it is dropped when the request ends.
 */
void stampede_lease_close(stampede_lease *lease, bool answered);

/* Another try to drop the locks that are still to be dropped, where the store is not down. */
void stampede_leases_retry(void);

/* Ends a build that stores nothing, and drops its lock: now, or when the store does not answer, when the request ends. */
void stampede_lease_abandon(stampede_lease *lease);

/* The same where no build is needed: somebody else's copy is there, and those who wait are told. */
void stampede_lease_yield(stampede_lease *lease);

/* Whether this process may still act for the lease: false in a child forked while it was held. */
bool stampede_lease_is_mine(const stampede_lease *lease);

/* Takes one of `limit` places on this host for the lease, until it is over. false: there is none. */
bool stampede_lease_take_place(stampede_lease *lease, stampede_place_kind kind, zend_long limit);
void stampede_lease_leave_place(stampede_lease *lease, stampede_place_kind kind);

/* Makes the lease the only one on this host to build its entry without the store, until it is over. false: it is not. */
bool stampede_lease_take_guard(stampede_lease *lease);

/* The build that encloses the code running now, or NULL. */
stampede_lease *stampede_lease_enclosing(void);

/* Whether another build encloses this one. */
bool stampede_lease_is_nested(const stampede_lease *lease);

/* How this process is concerned with an entry that it wants to ask for. */
typedef enum {
	STAMPEDE_OWN_NONE,      /* it is not building it */
	STAMPEDE_OWN_ENCLOSING, /* the code running now is part of that build */
	STAMPEDE_OWN_ELSEWHERE  /* a suspended fiber is: waiting for it would be for ever */
} stampede_own_build;

stampede_own_build stampede_lease_own_build(const stampede_store *store, const stampede_entry *entry);

/* Marks every build that encloses the code running now as built from a stale copy. */
void stampede_lease_mark_from_stale(void);

/* The net under everything else: drops what is still held when the request ends. */
void stampede_leases_request_end(void);

#endif /* STAMPEDE_LOCK_H */
