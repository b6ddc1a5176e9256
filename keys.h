/*
 * An entry (key + locale) and its names in the store (DESIGN.md section 5).
 */
#ifndef STAMPEDE_KEYS_H
#define STAMPEDE_KEYS_H

#include "php.h"

#define STAMPEDE_IDENTITY_LEN 16
#define STAMPEDE_TOKEN_LEN 32 /* 128 random bits in hexadecimal */

typedef struct _stampede_name {
	const char *val;
	size_t len;
} stampede_name;

typedef struct _stampede_entry {
	uint32_t refcount;
	unsigned char identity[STAMPEDE_IDENTITY_LEN]; /* digest of prefix, key and locale */
	stampede_name live;        /* notes:list:ru */
	stampede_name stale;       /* notes:list:ru:stale */
	stampede_name lock;        /* notes:list:ru:lock */
	stampede_name done;        /* notes:list:ru:done: (a token follows) */
	stampede_name generation;  /* notes:list:gen */
	stampede_name locale;      /* ru, or nothing */
	stampede_name field_soft;  /* s:ru, fields of the generation record */
	stampede_name field_hard;  /* h:ru */
	stampede_name field_stored; /* f:ru */
	char buffer[1];            /* what the names point to; each ends in NUL */
} stampede_entry;

/* Whether a key or prefix is free of NUL, CR and LF. */
bool stampede_key_bytes_ok(const char *bytes, size_t len);

/* Check an argument of the user's and throw ValueError for argument number `arg`. */
zend_result stampede_key_check(zend_string *key, uint32_t arg);
zend_result stampede_locale_check(zend_string *locale, uint32_t arg);

/* Makes an entry; locale NULL is the entry without a locale. */
stampede_entry *stampede_entry_create(zend_string *prefix, zend_string *key, zend_string *locale);
void stampede_entry_release(stampede_entry *entry);
static zend_always_inline stampede_entry *stampede_entry_addref(stampede_entry *entry)
{
	entry->refcount++;
	return entry;
}

/* The name of the generation record of a key, for invalidations that concern no single entry. */
zend_string *stampede_generation_name(zend_string *prefix, zend_string *key);

#endif /* STAMPEDE_KEYS_H */
