/*
 * The module as the rest of the extension sees it: version, globals, classes, and how errors reach PHP.
 */
#ifndef PHP_STAMPEDE_H
#define PHP_STAMPEDE_H

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "settings.h"

#define PHP_STAMPEDE_VERSION "0.1.0"

extern zend_module_entry stampede_module_entry;
#define phpext_stampede_ptr &stampede_module_entry

struct libdeflate_decompressor;
typedef struct _stampede_lease stampede_lease;
typedef struct _stampede_store stampede_store;

ZEND_BEGIN_MODULE_GLOBALS(stampede)
	stampede_settings ini;                    /* the INI settings, checked and parsed */
	stampede_store *default_store;            /* of the functions: made of `ini` on first use in a request */
	HashTable endpoints;                      /* id → stampede_endpoint *, kept across requests (redis_link.c) */
	HashTable rings;                          /* list of servers → stampede_ring *, likewise (memcached_link.c) */
	struct libdeflate_decompressor *inflater; /* made on first use (blob.c) */
	stampede_lease *leases;                   /* builds that run in this request, innermost first (lock.c) */
	struct _stampede_deferred *deferred;      /* rebuilds for after the response, oldest first (defer.c) */
	bool sending;                             /* an HTTP body is to be sent: nothing else may go to the client */
	bool sent;                                /* one has been sent in this request (send.c) */
	stampede_usec waited;                     /* what the waits of this request add up to (remember.c) */
	stampede_usec waited_since;               /* the first of these waits */
ZEND_END_MODULE_GLOBALS(stampede)

ZEND_EXTERN_MODULE_GLOBALS(stampede)
#define STAMPEDE_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(stampede, v)

#if defined(ZTS) && defined(COMPILE_DL_STAMPEDE)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

extern zend_class_entry *stampede_ce_cache;
extern zend_class_entry *stampede_ce_result;
extern zend_class_entry *stampede_ce_status;
extern zend_class_entry *stampede_ce_fill;
extern zend_class_entry *stampede_ce_build;
extern zend_class_entry *stampede_ce_exception;
extern zend_class_entry *stampede_ce_connection_exception;
extern zend_class_entry *stampede_ce_recursion_exception;

/* Microseconds of a clock that nobody sets, for waits and leases. */
stampede_usec stampede_now(void);

/* Microseconds since 1970, for what other hosts read. */
stampede_usec stampede_wall_clock(void);

#define STAMPEDE_SHA1_LEN 20

void stampede_sha1(const void *bytes, size_t len, unsigned char digest[STAMPEDE_SHA1_LEN]);

/*
 * Whether the request is on its way out: an exception is pending, or (some builds of PHP) an error about memory_limit
 * that will be raised when the VM regains control.
 */
static zend_always_inline bool stampede_interrupted(void)
{
#ifdef ZEND_HAS_OOM
	return EG(exception) || ZEND_HAS_OOM();
#else
	return EG(exception) != NULL;
#endif
}

/*
 * A string for data from outside, which may be larger than memory_limit. NULL: it is, and stampede_interrupted(); where
 * PHP cannot do that it is a fatal error, as ever.
 */
static zend_always_inline zend_string *stampede_string_alloc(size_t len)
{
#ifdef ZEND_HAS_OOM
	return zend_string_falloc(len, false, true);
#else
	return zend_string_alloc(len, false);
#endif
}

/*
 * A warning about the store or a refresh. It goes where display_errors and error_log send warnings, but never to a
 * set_error_handler() of the application: frameworks turn warnings into exceptions, and a cache outage must not turn
 * into failed requests. May be called while an exception is pending.
 */
void stampede_warning(const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 1, 2);

#endif /* PHP_STAMPEDE_H */
