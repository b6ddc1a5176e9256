/*
 * A server of the store as this process knows it: what it is called, whether it is left alone for a while, and what was
 * wrong with it last.
 */
#ifndef STAMPEDE_PEER_H
#define STAMPEDE_PEER_H

#include "breaker.h"
#include "php_stampede.h"

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
	/* up to here the whole server is useless for a while; below only this entry or this write */
	STAMPEDE_TROUBLE_FOREIGN,  /* WRONGTYPE: a name belongs to somebody else */
	STAMPEDE_TROUBLE_REFUSED,  /* OOM, MISCONF, too large: it does not write now, or not this */
	STAMPEDE_TROUBLE_KINDS
} stampede_trouble;

typedef struct _stampede_timeouts {
	stampede_usec connect;
	stampede_usec read;
	stampede_usec retry_after;
} stampede_timeouts;

stampede_timeouts stampede_timeouts_of(const stampede_settings *settings);
bool stampede_timeouts_match(const stampede_timeouts *timeouts, const stampede_settings *settings);

/* Lives as long as its thread. */
typedef struct _stampede_peer {
	zend_string *label;        /* for people, without a password; persistent */
	stampede_breaker *breaker; /* shared by all workers of the host, or `own_breaker` */
	stampede_breaker own_breaker;
	stampede_usec failed_at;   /* here, not in another worker */
	stampede_usec warned_at[STAMPEDE_TROUBLE_KINDS];
	char error[384];           /* what was wrong last */
} stampede_peer;

/* A copy that outlives the request; NULL of NULL. */
static zend_always_inline zend_string *stampede_persistent(zend_string *text)
{
	return text ? zend_string_init(ZSTR_VAL(text), ZSTR_LEN(text), 1) : NULL;
}

/* Takes copies of both. */
void stampede_peer_init(stampede_peer *peer, zend_string *identity, zend_string *label);
void stampede_peer_free(stampede_peer *peer);

/* false: it is left alone, and error says why. */
bool stampede_peer_may_ask(stampede_peer *peer, const stampede_timeouts *timeouts);

/*
 * Something is wrong: remembers it, warns (once per kind and window) unless `quiet`, and for the kinds that concern the
 * whole server opens the breaker for retry_after.
 */
void stampede_peer_trouble(stampede_peer *peer, const stampede_timeouts *timeouts, stampede_trouble kind, bool quiet,
	const char *command, const char *text, const char *remedy);

#endif /* STAMPEDE_PEER_H */
