/*
 * Connections to Redis: one per worker and endpoint, kept across requests, with deadlines of our own, dropped on any
 * doubt. Knows commands and replies, nothing of caching.
 *
 * Use: acquire a link, add commands, exchange, read link->replies, release. Replies are malloc'd and belong to the link
 * until it is released; copy what is needed and release before any user code runs. A request that ends while a link is
 * acquired (fatal error, exit) closes it.
 */
#ifndef STAMPEDE_REDIS_LINK_H
#define STAMPEDE_REDIS_LINK_H

#include "peer.h"
#include "redis_url.h"
#include "wire.h"

#define STAMPEDE_LINK_MAX_COMMANDS 4

typedef struct _stampede_link stampede_link;

/* Whether to send the same again after a failure, on a new connection. */
typedef enum {
	STAMPEDE_AGAIN_NO,
	STAMPEDE_AGAIN_YES,    /* a kept connection was dead, or the server is not what it was: nobody's fault */
	STAMPEDE_AGAIN_UNKNOWN /* it may have been carried out, or may still be */
} stampede_again;

/* A server, database and credentials. Lives as long as its thread. */
typedef struct _stampede_endpoint {
	stampede_peer peer;
	stampede_redis_url url; /* persistent strings */
	stampede_link *links;
	bool used; /* in this request */
} stampede_endpoint;

struct _stampede_link {
	stampede_endpoint *endpoint;
	stampede_link *next;
	stampede_wire wire;
	bool busy;
	bool quiet;            /* no warnings from the exchange that is going on */
	stampede_again again;  /* after an exchange that failed */
	int count;             /* of the commands in `out` */
	size_t last_at;        /* where the last of them begins */
	size_t held_at;        /* where the one that is held back begins; 0: there is none */
	char *out;             /* formatted commands; the buffer is kept */
	size_t out_len;
	size_t out_size;
	redisReply *replies[STAMPEDE_LINK_MAX_COMMANDS];
#ifdef HAVE_STAMPEDE_TLS
	struct ssl_st *tls; /* owned by the context */
#endif
};

/* The endpoint of a checked URL, the same for every URL with the same identity. */
stampede_endpoint *stampede_endpoint_find(zend_string *url);

stampede_link *stampede_link_acquire(stampede_endpoint *endpoint);
void stampede_link_release(stampede_link *link);

/* Adds a command; the bytes are copied. */
void stampede_link_add(stampede_link *link, int argc, const char **argv, const size_t *lengths);
/*
 * The last command is sent only when the first reply is not there in the time that it may take, `extra` of the exchange: a
 * quiet Redis ends a command that blocks when its next timer comes, up to 100 ms later, or when anything comes in.
 */
void stampede_link_hold_back(stampede_link *link);
/* Forgets commands and replies, to use the link for other ones. */
void stampede_link_clear(stampede_link *link);

/* How an exchange goes about it. */
#define STAMPEDE_EXCHANGE_FIRST 1     /* when this fails with STAMPEDE_AGAIN_YES, the caller asks again: no trouble yet */
#define STAMPEDE_EXCHANGE_INTERRUPT 2 /* long: serve signal handlers and time limits while waiting */
#define STAMPEDE_EXCHANGE_ANYWAY 4    /* even if the breaker is open */
#define STAMPEDE_EXCHANGE_QUIET 8     /* nobody needs to know when it fails */

typedef enum {
	STAMPEDE_EXCHANGE_OK,
	STAMPEDE_EXCHANGE_FAILED,     /* see the error of its peer; the link has been closed */
	STAMPEDE_EXCHANGE_INTERRUPTED /* a signal handler threw; the link has been closed */
} stampede_exchange_status;

/*
 * Sends the commands and reads one reply for each, within read_timeout plus `extra` (for a command that blocks).
 * Connects first where necessary. The commands stay, to be sent again.
 */
stampede_exchange_status stampede_link_exchange(stampede_link *link, const stampede_timeouts *timeouts,
	stampede_usec extra, int flags);

/*
 * Trouble with an answer: remembers the text, warns (once per kind and window) and, for the kinds that concern the
 * whole endpoint, closes the link and opens the breaker for retry_after.
 */
void stampede_link_trouble(stampede_link *link, const stampede_timeouts *timeouts, stampede_trouble kind,
	const char *command, const char *text);

/* Module and request life. */
void stampede_links_startup(HashTable *endpoints);
void stampede_links_request_end(void);
void stampede_links_shutdown(HashTable *endpoints);

#endif /* STAMPEDE_REDIS_LINK_H */
