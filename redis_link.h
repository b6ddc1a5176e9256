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

#include <hiredis/hiredis.h>

#include "breaker.h"
#include "php_stampede.h"
#include "redis_url.h"

#define STAMPEDE_LINK_MAX_COMMANDS 4

/* Kinds of trouble; warnings are limited to one per kind and window. */
typedef enum {
	STAMPEDE_TROUBLE_NONE,     /* an error that is an answer */
	STAMPEDE_TROUBLE_CONNECT,  /* no connection, or the handshake failed */
	STAMPEDE_TROUBLE_TIMEOUT,  /* no answer within the deadline */
	STAMPEDE_TROUBLE_LOST,     /* closed or broken by the other side */
	STAMPEDE_TROUBLE_PROTOCOL, /* an answer that is none */
	STAMPEDE_TROUBLE_AUTH,     /* NOAUTH, WRONGPASS, NOPERM */
	STAMPEDE_TROUBLE_STATE,    /* LOADING, READONLY, CLUSTERDOWN, … : not able to serve now */
	STAMPEDE_TROUBLE_COMMAND,  /* an error we do not know */
	/* up to here the whole endpoint is useless for a while; below only this entry or this write */
	STAMPEDE_TROUBLE_FOREIGN,  /* WRONGTYPE: a name belongs to somebody else */
	STAMPEDE_TROUBLE_REFUSED,  /* OOM, MISCONF: it does not write now */
	STAMPEDE_TROUBLE_KINDS
} stampede_trouble;

typedef struct _stampede_timeouts {
	stampede_usec connect;
	stampede_usec read;
	stampede_usec retry_after;
} stampede_timeouts;

typedef struct _stampede_link stampede_link;

/* Whether to send the same again after a failure, on a new connection. */
typedef enum {
	STAMPEDE_AGAIN_NO,
	STAMPEDE_AGAIN_YES,    /* a kept connection was dead, or the server is not what it was: nobody's fault */
	STAMPEDE_AGAIN_UNKNOWN /* it may have been carried out, or may still be */
} stampede_again;

/* A server, database and credentials. Lives as long as its thread. */
typedef struct _stampede_endpoint {
	stampede_redis_url url; /* persistent strings */
	zend_string *label;     /* the URL for people, without the password; persistent */
	stampede_link *links;
	bool used; /* in this request */
	stampede_breaker *breaker; /* shared by all workers of the host, or `own_breaker` */
	stampede_breaker own_breaker;
	stampede_usec failed_at; /* here, not in another worker */
	stampede_usec warned_at[STAMPEDE_TROUBLE_KINDS];
	char error[384]; /* why the last exchange failed */
} stampede_endpoint;

struct _stampede_link {
	stampede_endpoint *endpoint;
	stampede_link *next;
	redisContext *context; /* NULL: not connected */
	pid_t owner;           /* the process that connected */
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
	STAMPEDE_EXCHANGE_FAILED,     /* see endpoint->error; the link has been closed */
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

/* The kind of trouble that an error reply means. */
stampede_trouble stampede_error_kind(const char *error);

/* Module and request life. */
void stampede_links_startup(HashTable *endpoints);
void stampede_links_request_end(void);
void stampede_links_shutdown(HashTable *endpoints);

#endif /* STAMPEDE_REDIS_LINK_H */
