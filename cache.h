/*
 * Stampede\Cache, and the default cache behind the functions.
 */
#ifndef STAMPEDE_CACHE_H
#define STAMPEDE_CACHE_H

#include "backend.h"

/* What a call works on. */
typedef struct _stampede_cache {
	const stampede_settings *settings;
	stampede_store *store;
} stampede_cache;

/* The cache of the INI. */
stampede_cache stampede_cache_default(void);

/* The cache of an object; false with an Error pending when its constructor has not run. */
bool stampede_cache_from(zend_object *object, stampede_cache *cache);

void stampede_cache_register(zend_class_entry *ce);
void stampede_cache_request_end(void);

#endif /* STAMPEDE_CACHE_H */
