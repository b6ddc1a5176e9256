/*
 * The setting `memcached`: a list of servers, such as "cache1:11211,cache2" or "/run/memcached.sock".
 */
#ifndef STAMPEDE_MEMCACHED_LIST_H
#define STAMPEDE_MEMCACHED_LIST_H

#include "php.h"

#define STAMPEDE_MEMCACHED_SERVERS 64 /* the most that a list may have */

typedef struct _stampede_memcached_server {
	zend_string *path; /* of a socket, or NULL */
	zend_string *host; /* without the brackets of IPv6, or NULL */
	int port;
	zend_string *label; /* the same server is always called the same: "memcached://host:port", "memcached:///path" */
} stampede_memcached_server;

typedef struct _stampede_memcached_list {
	size_t count;
	stampede_memcached_server servers[STAMPEDE_MEMCACHED_SERVERS];
} stampede_memcached_list;

/* NULL, and the list is to be freed; or what is wrong. */
zend_string *stampede_memcached_list_parse(zend_string *text, stampede_memcached_list *list);
void stampede_memcached_list_free(stampede_memcached_list *list);

/* What is wrong with a list, or NULL. Nothing at all is no list, and right: values are then kept in Redis. */
zend_string *stampede_memcached_list_complaint(zend_string *text);

#endif /* STAMPEDE_MEMCACHED_LIST_H */
