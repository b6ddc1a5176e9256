/*
 * Blobs: gzip members (RFC 1952) that any tool can read, with a header of ours in the extra field.
 */
#include "php_stampede.h"
#include "blob.h"

#ifdef HAVE_STAMPEDE_LIBDEFLATE
# include <libdeflate.h>
#else
# include <zlib.h>
#endif

#define FORMAT_VERSION 2
#define GENERATION_LEN (5 * 8)
#define DATA_LEN (1 + 1 + 8 + 8 + 8 + 8 + GENERATION_LEN + STAMPEDE_IDENTITY_LEN + STAMPEDE_DIGEST_LEN + 4 + 4)
#define EXTRA_LEN (4 + DATA_LEN)   /* two letters, a length, our data */
#define HEADER_LEN (12 + EXTRA_LEN) /* ten fixed bytes, the length of the extra field, the extra field */
#define TRAILER_LEN 8               /* CRC-32 and length of the body */
#define MIN_DEFLATE_LEN 2
#define MIN_COMPRESSED_LEN 256
#define MAX_DEFLATE_RATIO 1032      /* deflate cannot do better: a longer claim is a lie */

#define GZIP_DEFLATE 8
#define GZIP_FEXTRA 4
#define GZIP_OS_UNKNOWN 255

static uint32_t crc_of(const void *bytes, size_t len)
{
#ifdef HAVE_STAMPEDE_LIBDEFLATE
	return libdeflate_crc32(0, bytes, len);
#else
	return (uint32_t) crc32(0, bytes, (uInt) len);
#endif
}

static unsigned char *put_le(unsigned char *at, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++) {
		*at++ = (unsigned char) (value >> (8 * i));
	}
	return at;
}

static uint64_t get_le(const unsigned char **at, int bytes)
{
	uint64_t value = 0;

	for (int i = 0; i < bytes; i++) {
		value |= (uint64_t) *(*at)++ << (8 * i);
	}
	return value;
}

/* The CRC of gzip's trailer does not cover the header; ours, the last field of the header, does. */
static uint32_t header_crc(const unsigned char *start)
{
	return crc_of(start, HEADER_LEN - 4);
}

static void write_header(unsigned char *start, const stampede_blob_header *header)
{
	unsigned char *at = start;

	at = put_le(at, 0x8b1f, 2);
	*at++ = GZIP_DEFLATE;
	*at++ = GZIP_FEXTRA;
	at = put_le(at, (uint64_t) (header->built_at / STAMPEDE_USEC_PER_SEC), 4);
	*at++ = 0;
	*at++ = GZIP_OS_UNKNOWN;
	at = put_le(at, EXTRA_LEN, 2);
	*at++ = 'S';
	*at++ = 'P';
	at = put_le(at, DATA_LEN, 2);
	*at++ = FORMAT_VERSION;
	*at++ = (unsigned char) header->serializer;
	at = put_le(at, (uint64_t) header->built_at, 8);
	at = put_le(at, (uint64_t) header->duration, 8);
	at = put_le(at, (uint64_t) header->life, 8);
	at = put_le(at, header->number, 8);
	at = put_le(at, header->generation.i, 8);
	at = put_le(at, header->generation.s, 8);
	at = put_le(at, header->generation.h, 8);
	at = put_le(at, header->generation.sl, 8);
	at = put_le(at, header->generation.hl, 8);
	memcpy(at, header->identity, STAMPEDE_IDENTITY_LEN);
	at += STAMPEDE_IDENTITY_LEN;
	memcpy(at, header->digest, STAMPEDE_DIGEST_LEN);
	at = put_le(at + STAMPEDE_DIGEST_LEN, header->check, 4);
	put_le(at, header_crc(start), 4);
}

/* What comes before our own fields and is the same in each of our blobs, but for the time at [4..7]. */
static bool frame_ok(const unsigned char *at)
{
	static const unsigned char start[] = {0x1f, 0x8b, GZIP_DEFLATE, GZIP_FEXTRA};
	static const unsigned char extra[] = {EXTRA_LEN, 0, 'S', 'P', DATA_LEN, 0, FORMAT_VERSION};

	return memcmp(at, start, sizeof(start)) == 0 && memcmp(at + 10, extra, sizeof(extra)) == 0;
}

/* A time or duration that one can reckon with, whatever the writer wrote. */
static stampede_usec get_time(const unsigned char **at)
{
	stampede_usec time = (stampede_usec) get_le(at, 8);

	return MIN(MAX(time, STAMPEDE_NO_DURATION), INT64_MAX / 4);
}

bool stampede_blob_read_header(zend_string *blob, stampede_blob_header *header)
{
	const unsigned char *start = (const unsigned char *) ZSTR_VAL(blob);
	const unsigned char *at = start + HEADER_LEN - DATA_LEN + 1; /* behind the version */

	if (ZSTR_LEN(blob) < HEADER_LEN + MIN_DEFLATE_LEN + TRAILER_LEN || !frame_ok(start)) {
		return false;
	}
	if (*at != STAMPEDE_SERIALIZER_NONE && *at != STAMPEDE_SERIALIZER_PHP) {
		return false;
	}
	header->serializer = (stampede_serializer) *at++;
	header->built_at = get_time(&at);
	header->duration = get_time(&at);
	header->life = get_time(&at);
	header->number = get_le(&at, 8);
	header->generation.i = get_le(&at, 8);
	header->generation.s = get_le(&at, 8);
	header->generation.h = get_le(&at, 8);
	header->generation.sl = get_le(&at, 8);
	header->generation.hl = get_le(&at, 8);
	memcpy(header->identity, at, STAMPEDE_IDENTITY_LEN);
	at += STAMPEDE_IDENTITY_LEN;
	memcpy(header->digest, at, STAMPEDE_DIGEST_LEN);
	at += STAMPEDE_DIGEST_LEN;
	header->check = (uint32_t) get_le(&at, 4);
	return get_le(&at, 4) == header_crc(start);
}

#ifdef HAVE_STAMPEDE_LIBDEFLATE

const char *stampede_blob_engine(void)
{
	return "libdeflate " LIBDEFLATE_VERSION_STRING;
}

/* Compresses body behind a gap of HEADER_LEN bytes; the string returned has room for the trailer. */
static zend_string *deflate_body(zend_string *body, zend_long level, size_t *deflated)
{
	struct libdeflate_compressor *compressor = libdeflate_alloc_compressor((int) level);
	if (!compressor) {
		zend_error_noreturn(E_ERROR, "Out of memory while compressing a value");
	}
	size_t bound = libdeflate_deflate_compress_bound(compressor, ZSTR_LEN(body));
	/* not emalloc'd: on a memory limit the compressor would be lost */
	unsigned char *buffer = malloc(bound);
	if (!buffer) {
		libdeflate_free_compressor(compressor);
		zend_error_noreturn(E_ERROR, "Out of memory while compressing a value");
	}
	*deflated = libdeflate_deflate_compress(compressor, ZSTR_VAL(body), ZSTR_LEN(body), buffer, bound);
	libdeflate_free_compressor(compressor);
	zend_string *blob = stampede_string_alloc(HEADER_LEN + *deflated + TRAILER_LEN);
	if (blob) {
		memcpy(ZSTR_VAL(blob) + HEADER_LEN, buffer, *deflated);
	}
	free(buffer);
	return blob;
}

static bool inflate_body(const unsigned char *deflated, size_t len, zend_string *body)
{
	size_t used, produced;

	if (!STAMPEDE_G(inflater) && !(STAMPEDE_G(inflater) = libdeflate_alloc_decompressor())) {
		return false;
	}
	return libdeflate_deflate_decompress_ex(STAMPEDE_G(inflater), deflated, len, ZSTR_VAL(body), ZSTR_LEN(body), &used,
		&produced) == LIBDEFLATE_SUCCESS && used == len && produced == ZSTR_LEN(body);
}

void stampede_blob_shutdown(struct libdeflate_decompressor **inflater)
{
	if (*inflater) {
		libdeflate_free_decompressor(*inflater);
		*inflater = NULL;
	}
}

#else

const char *stampede_blob_engine(void)
{
	return "zlib " ZLIB_VERSION;
}

#define DEFAULT_MEM_LEVEL 8 /* with 9, zlib's deflateBound() is too low for level 0 */

static voidpf zlib_alloc(voidpf opaque, uInt items, uInt size)
{
	(void) opaque;
	return safe_emalloc(items, size, 0); /* request memory: nothing is lost on a memory limit */
}

static void zlib_free(voidpf opaque, voidpf address)
{
	(void) opaque;
	efree(address);
}

static zend_string *deflate_body(zend_string *body, zend_long level, size_t *deflated)
{
	z_stream stream = {.zalloc = zlib_alloc, .zfree = zlib_free};

	if (deflateInit2(&stream, (int) level, Z_DEFLATED, -MAX_WBITS, DEFAULT_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
		zend_error_noreturn(E_ERROR, "zlib cannot compress: %s", stream.msg ? stream.msg : "unknown error");
	}
	size_t bound = deflateBound(&stream, (uLong) ZSTR_LEN(body));
	zend_string *blob = stampede_string_alloc(HEADER_LEN + bound + TRAILER_LEN);
	if (!blob) {
		deflateEnd(&stream);
		return NULL;
	}
	stream.next_in = (Bytef *) ZSTR_VAL(body);
	stream.avail_in = (uInt) ZSTR_LEN(body);
	stream.next_out = (Bytef *) ZSTR_VAL(blob) + HEADER_LEN;
	stream.avail_out = (uInt) bound;
	if (deflate(&stream, Z_FINISH) != Z_STREAM_END) {
		zend_error_noreturn(E_ERROR, "zlib did not compress a value of %zu bytes into its bound", ZSTR_LEN(body));
	}
	*deflated = stream.total_out;
	deflateEnd(&stream);
	return zend_string_truncate(blob, HEADER_LEN + *deflated + TRAILER_LEN, 0);
}

static bool inflate_body(const unsigned char *deflated, size_t len, zend_string *body)
{
	z_stream stream = {.zalloc = zlib_alloc, .zfree = zlib_free};

	if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
		return false;
	}
	stream.next_in = (Bytef *) deflated;
	stream.avail_in = (uInt) len;
	stream.next_out = (Bytef *) ZSTR_VAL(body);
	stream.avail_out = (uInt) ZSTR_LEN(body);
	bool whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0 && stream.avail_out == 0;
	inflateEnd(&stream);
	return whole;
}

void stampede_blob_shutdown(struct libdeflate_decompressor **inflater)
{
	(void) inflater;
}

#endif

zend_string *stampede_blob_pack(const stampede_blob_header *given, zend_string *body, zend_long gzip_level)
{
	stampede_blob_header header = *given;
	unsigned char sha1[STAMPEDE_SHA1_LEN];
	size_t deflated;
	/* a small body gains nothing, and a stored block costs every reader less */
	zend_string *blob = deflate_body(body, ZSTR_LEN(body) < MIN_COMPRESSED_LEN ? 0 : gzip_level, &deflated);

	if (!blob) {
		return NULL;
	}
	unsigned char *payload = (unsigned char *) ZSTR_VAL(blob) + HEADER_LEN;
	unsigned char *at = payload + deflated;
	at = put_le(at, crc_of(ZSTR_VAL(body), ZSTR_LEN(body)), 4);
	at = put_le(at, ZSTR_LEN(body), 4);
	*at = '\0';
	stampede_sha1(payload, deflated + TRAILER_LEN, sha1);
	memcpy(header.digest, sha1, STAMPEDE_DIGEST_LEN);
	header.check = crc_of(payload, deflated + TRAILER_LEN);
	write_header((unsigned char *) ZSTR_VAL(blob), &header);
	return blob;
}

const char stampede_blob_plain_header[STAMPEDE_PLAIN_HEADER_LEN] = {0x1f, (char) 0x8b, GZIP_DEFLATE, 0, 0, 0, 0, 0, 0,
	(char) GZIP_OS_UNKNOWN};

bool stampede_blob_payload(zend_string *blob, const stampede_blob_header *header, size_t max_len, const char **payload,
	size_t *len)
{
	const unsigned char *length = (const unsigned char *) ZSTR_VAL(blob) + ZSTR_LEN(blob) - 4;

	*payload = ZSTR_VAL(blob) + HEADER_LEN;
	*len = ZSTR_LEN(blob) - HEADER_LEN;
	return get_le(&length, 4) <= max_len && crc_of(*payload, *len) == header->check;
}

zend_string *stampede_blob_unpack(zend_string *blob, size_t max_len)
{
	const unsigned char *start = (const unsigned char *) ZSTR_VAL(blob);
	const unsigned char *trailer = start + ZSTR_LEN(blob) - TRAILER_LEN;
	size_t deflated = ZSTR_LEN(blob) - HEADER_LEN - TRAILER_LEN;
	uint32_t crc = (uint32_t) get_le(&trailer, 4);
	size_t len = (size_t) get_le(&trailer, 4);

	if (len > max_len || len / MAX_DEFLATE_RATIO > deflated) {
		return NULL;
	}
	zend_string *body = stampede_string_alloc(len);
	if (!body) {
		return NULL;
	}
	if (!inflate_body(start + HEADER_LEN, deflated, body) || crc_of(ZSTR_VAL(body), ZSTR_LEN(body)) != crc) {
		zend_string_efree(body);
		return NULL;
	}
	ZSTR_VAL(body)[len] = '\0';
	return body;
}
