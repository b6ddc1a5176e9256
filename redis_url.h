/*
 * `stampede.redis`: a URL that names a Redis server, its database and the credentials.
 */
#ifndef STAMPEDE_REDIS_URL_H
#define STAMPEDE_REDIS_URL_H

#include "php.h"

typedef struct _stampede_redis_url {
	zend_string *path; /* of a unix socket; NULL = TCP */
	zend_string *host; /* without the brackets of an IPv6 address */
	int port;
	bool tls;
	zend_string *user;     /* NULL = the default user */
	zend_string *password; /* NULL = no AUTH */
	int db;
	zend_string *ca;   /* TLS: file with the certificates to trust; NULL = the system's */
	zend_string *cert; /* TLS: client certificate and key, PEM files */
	zend_string *key;
	zend_string *name; /* TLS: name in the server's certificate; NULL = host */
} stampede_redis_url;

/* Parses text. Returns NULL, or what is wrong with it (to be released); *url must be freed only in the former case. */
zend_string *stampede_redis_url_parse(zend_string *text, stampede_redis_url *url);
void stampede_redis_url_free(stampede_redis_url *url);

/* What is wrong with text, or NULL. Never repeats the password. */
zend_string *stampede_redis_url_complaint(zend_string *text);

/* The URL as it may be shown to people: without the password. */
zend_string *stampede_redis_url_masked(zend_string *text);

/* One string for everything that makes two connections different: equal identities may share a connection. */
zend_string *stampede_redis_url_identity(const stampede_redis_url *url);

#endif /* STAMPEDE_REDIS_URL_H */
