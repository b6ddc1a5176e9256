/*
 * What the store in Redis offers to one whose copies lie elsewhere (backend_memcached.c): the record and the lock alone.
 */
#ifndef STAMPEDE_BACKEND_REDIS_H
#define STAMPEDE_BACKEND_REDIS_H

#include "backend.h"

/*
 * A fill in two parts. check looks at the conditions and writes nothing; where they are not met, it drops the lock.
 * commit looks again, and makes what has been written in between the newest; it drops the lock.
 */
stampede_store_status stampede_redis_check(stampede_store *store, stampede_entry *entry, const stampede_fill *fill,
	stampede_fill_outcome *outcome);
stampede_store_status stampede_redis_commit(stampede_store *store, stampede_entry *entry, const stampede_fill *fill,
	stampede_fill_outcome *outcome);

/*
 * invalidate(), and the locales that the record knows: "a:ru a: a:en", where "a:" is the entry without a locale. Owned by
 * the caller; NULL unless STAMPEDE_STORE_OK.
 */
stampede_store_status stampede_redis_invalidate_all(stampede_store *store, zend_string *prefix, zend_string *key,
	zend_string *fields, zend_string **known);

#endif /* STAMPEDE_BACKEND_REDIS_H */
