/*
 * All settings in one table: name, kind, range, and where each may be given (INI, new Stampede\Cache(), one call).
 */
#ifndef STAMPEDE_SETTINGS_H
#define STAMPEDE_SETTINGS_H

#include "php.h"

typedef int64_t stampede_usec; /* microseconds: the unit of every duration inside the extension */

#define STAMPEDE_MAX_SOCKET_PATH 103 /* of struct sockaddr_un; hiredis would cut the rest off */
#define STAMPEDE_USEC_PER_SEC INT64_C(1000000)

typedef enum {
	STAMPEDE_ON_ERROR_THROW,
	STAMPEDE_ON_ERROR_STALE
} stampede_on_error;

/* Strings and zvals are borrowed unless stampede_settings_own() was called. */
typedef struct _stampede_settings {
	/* of a cache */
	zend_string *redis;
	zend_string *memcached; /* empty: values lie in Redis */
	zend_string *prefix;
	stampede_usec request_wait;
	zend_long max_waiters;
	stampede_usec connect_timeout;
	stampede_usec read_timeout;
	stampede_usec retry_after;
	zend_long fallback_builders;
	/* of a call */
	stampede_usec ttl;
	stampede_usec stale_ttl; /* 0 = until the next fill */
	stampede_usec lock_ttl;
	stampede_usec wait;
	stampede_usec cold_wait;
	double jitter;
	double early; /* fraction of ttl */
	bool defer;
	zend_long gzip_level;
	zend_long max_value;
	stampede_on_error on_error;
	zval classes; /* true, false, an array of names, or (INI) a string that lists names */
	/* of a call, and not in the INI */
	zval empty;
	bool refresh;
	zend_string *content_type; /* of send; NULL = PHP's default */
	/* not an option: the call is send, whose value is a string and is answered as its blob */
	bool body;
} stampede_settings;

/* Where a setting may be given. */
#define STAMPEDE_IN_INI  1
#define STAMPEDE_IN_CALL 2
#define STAMPEDE_IN_SEND 4

/*
 * Applies the options of one call (of send with IN_CALL | IN_SEND), or the configuration of a new Stampede\Cache, on top
 * of *settings. On a wrong one throws ValueError or TypeError for argument number `arg` and returns FAILURE.
 */
zend_result stampede_settings_apply(stampede_settings *settings, HashTable *given, int where, uint32_t arg);

/* A duration given to a method of Stampede\Build, checked like the setting of that name. */
zend_result stampede_settings_duration(const char *name, double seconds, uint32_t arg, stampede_usec *out);

/* Takes references to what *settings borrows, and gives them back. */
void stampede_settings_own(stampede_settings *settings);
void stampede_settings_disown(stampede_settings *settings);

/* Whether `classes` lets a value hold this class. */
bool stampede_settings_allow_class(const stampede_settings *settings, const char *name, size_t len);

/* Registers the INI entries; each change is checked and lands in STAMPEDE_G(ini). */
void stampede_settings_register(int type, int module_number);

#endif /* STAMPEDE_SETTINGS_H */
