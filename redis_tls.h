/*
 * TLS for connections to Redis (rediss://), by hiredis_ssl and OpenSSL where the build found them.
 */
#ifndef STAMPEDE_REDIS_TLS_H
#define STAMPEDE_REDIS_TLS_H

#include "redis_link.h"

#ifdef HAVE_STAMPEDE_TLS

/* Starts TLS on a link that is connected, and verifies the server. true at once when the URL asks for none. */
bool stampede_tls_start(stampede_link *link, stampede_usec deadline, char *text, size_t size);

/* Whether bytes have been decrypted that no poll() will report. */
bool stampede_tls_pending(const stampede_link *link);

#else

static zend_always_inline bool stampede_tls_start(stampede_link *link, stampede_usec deadline, char *text, size_t size)
{
	(void) link;
	(void) deadline;
	(void) text;
	(void) size;
	return true; /* the URL parser lets no rediss:// through */
}

static zend_always_inline bool stampede_tls_pending(const stampede_link *link)
{
	(void) link;
	return false;
}

#endif

#endif /* STAMPEDE_REDIS_TLS_H */
