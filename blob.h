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
#define STAMPEDE_DIGEST_LEN 16

typedef struct _stampede_blob_header {
	stampede_serializer serializer;
	stampede_usec built_at; /* wall clock, since 1970 */
	stampede_usec duration; /* of the build; STAMPEDE_NO_DURATION for a value that was put */
	stampede_usec life;     /* of the live copy, from built_at */
	uint64_t number;        /* of the build or put */
	stampede_generation generation;
	unsigned char identity[STAMPEDE_IDENTITY_LEN];
	/* of the compressed bytes; pack() fills them in */
	unsigned char digest[STAMPEDE_DIGEST_LEN]; /* equal when the bytes are */
	uint32_t check;                            /* their CRC */
} stampede_blob_header;

/*
 * Makes a blob. Of the header, what concerns the compressed bytes is made here. gzip_level 0 to 9. NULL: memory_limit, see
 * stampede_string_alloc().
 */
zend_string *stampede_blob_pack(const stampede_blob_header *header, zend_string *body, zend_long gzip_level);

/* Reads the header; false when it is not one of ours. Looks at nothing behind the header. */
bool stampede_blob_read_header(zend_string *blob, stampede_blob_header *header);

/*
 * The body, decompressed and checked (length, CRC, nothing behind the end), or NULL when it is damaged or longer than
 * max_len, or (stampede_interrupted()) than memory_limit lets. Nothing is allocated before the declared length has been
 * checked.
 */
zend_string *stampede_blob_unpack(zend_string *blob, size_t max_len);

/*
 * The body as gzip without our header, checked but not decompressed: *payload is what follows ten fixed bytes
 * (stampede_blob_plain_header). false: damaged, or longer than max_len when decompressed.
 */
bool stampede_blob_payload(zend_string *blob, const stampede_blob_header *header, size_t max_len, const char **payload,
	size_t *len);

#define STAMPEDE_PLAIN_HEADER_LEN 10
extern const char stampede_blob_plain_header[STAMPEDE_PLAIN_HEADER_LEN];

/* The name and version of the library that does the work. */
const char *stampede_blob_engine(void);

/* Frees what a thread keeps for decompressing. */
void stampede_blob_shutdown(struct libdeflate_decompressor **inflater);

#endif /* STAMPEDE_BLOB_H */
