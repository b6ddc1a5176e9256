/*
 * Connections to Memcached: one per worker and server, kept across requests, with deadlines of our own, dropped on any
 * doubt. Knows items, nothing of caching.
 *
 * libmemcached says which server has an item (consistent hashing, as other programs with the same list see it). The
 * conversation is ours, for the reasons for which hiredis does not wait for us either: libmemcached starts its timeout
 * anew at every few bytes and may wait for ever after signals, and a forked child that ends says "quit" over the
 * connection of its parent.
 */
#ifndef STAMPEDE_MEMCACHED_LINK_H
#define STAMPEDE_MEMCACHED_LINK_H

#include "memcached_list.h"
#include "peer.h"
#include "wire.h"

#define STAMPEDE_ITEM_NAME_MAX 250 /* of Memcached; names are free of spaces and control characters */

typedef enum {
	STAMPEDE_ITEM_OK,
	STAMPEDE_ITEM_DOWN,    /* its server could not be asked */
	STAMPEDE_ITEM_UNKNOWN, /* it was asked, and may have done it, or may still do it */
	STAMPEDE_ITEM_REFUSED  /* it answered, and did not do it */
} stampede_item_status;

/* The servers of one list. Lives as long as its thread. */
typedef struct _stampede_ring stampede_ring;

/* The ring of a checked list, the same for every list with the same text. */
stampede_ring *stampede_ring_find(zend_string *list);

/* Why the last command was not OK, for people. */
const char *stampede_ring_error(const stampede_ring *ring);

/*
 * Asks for an item, and reads the answer later, so that another server can be asked meanwhile. What is asked must be
 * answered before anything else is asked; *value is NULL where there is no such item.
 */
void stampede_item_ask(stampede_ring *ring, const char *name, const stampede_timeouts *timeouts);
stampede_item_status stampede_item_answer(stampede_ring *ring, const char *name, const stampede_timeouts *timeouts,
	zend_string **value);

/* life: see memcached_link.c for what Memcached makes of it; 0 = for ever. */
stampede_item_status stampede_item_set(stampede_ring *ring, const char *name, zend_string *value, stampede_usec life,
	const stampede_timeouts *timeouts);

/* Also OK when there was none. */
stampede_item_status stampede_item_delete(stampede_ring *ring, const char *name, const stampede_timeouts *timeouts);

/* Module and request life. */
void stampede_rings_startup(HashTable *rings);
void stampede_rings_request_end(void);
void stampede_rings_shutdown(HashTable *rings);

#endif /* STAMPEDE_MEMCACHED_LINK_H */
