/*
 * The stored bytes of a value: one complete gzip member whose extra field says what the value belongs to
 * (DESIGN.md section 7). Knows nothing of PHP values, stores or freshness.
 */
#ifndef STAMPEDE_BLOB_H
#define STAMPEDE_BLOB_H

#include "php.h"
#include "keys.h"
#include "settings.h"

struct libdeflate_decompressor;

/* The generation of a key as one locale sees it (DESIGN.md section 5). 0 = never stamped; i = 0: there is no record. */
typedef struct _stampede_generation {
	uint64_t i; /* incarnation of the record */
	uint64_t s; /* last invalidate of all locales */
	uint64_t h; /* last forget of all locales */
	uint64_t sl; /* last invalidate of this locale */
	uint64_t hl; /* last forget of this locale */
} stampede_generation;

typedef enum {
	STAMPEDE_SERIALIZER_NONE = 0, /* a string, stored as it is */
	STAMPEDE_SERIALIZER_PHP = 1   /* serialize() */
} stampede_serializer;

#define STAMPEDE_NO_DURATION (-1)

typedef struct _stampede_blob_header {
	stampede_serializer serializer;
	stampede_usec built_at; /* wall clock, since 1970 */
	stampede_usec duration; /* of the build; STAMPEDE_NO_DURATION for a value that was put */
	stampede_usec life;     /* of the live copy, from built_at */
	uint64_t number;        /* of the build or put */
	stampede_generation generation;
	unsigned char identity[STAMPEDE_IDENTITY_LEN];
} stampede_blob_header;

/* Makes a blob. gzip_level 0 to 9. NULL: memory_limit, see stampede_string_alloc(). */
zend_string *stampede_blob_pack(const stampede_blob_header *header, zend_string *body, zend_long gzip_level);

/* Reads the header; false when it is not one of ours. Looks at nothing behind the header. */
bool stampede_blob_read_header(zend_string *blob, stampede_blob_header *header);

/*
 * The body, decompressed and checked (length, CRC, nothing behind the end), or NULL when it is damaged or longer than
 * max_len, or (stampede_interrupted()) than memory_limit lets. Nothing is allocated before the declared length has been
 * checked.
 */
zend_string *stampede_blob_unpack(zend_string *blob, size_t max_len);

/* The name and version of the library that does the work. */
const char *stampede_blob_engine(void);

/* Frees what a thread keeps for decompressing. */
void stampede_blob_shutdown(struct libdeflate_decompressor **inflater);

#endif /* STAMPEDE_BLOB_H */
