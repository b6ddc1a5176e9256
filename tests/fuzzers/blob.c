/*
 * Blobs: whatever lies in the store is read without harm; what was packed is unpacked, and by any tool that reads gzip; what
 * was changed is refused.
 *
 * The first byte of an input says what the rest is, see LLVMFuzzerTestOneInput().
 */
#include "fuzzer.h"

#include <zlib.h>

#include "blob.h"

/* Of the format (blob.c, DESIGN.md section 7), on purpose not taken from there. */
#define OUR_HEADER_LEN 130
#define CHECK_AT (OUR_HEADER_LEN - 8)
#define GZIP_TRAILER_LEN 8

static void check_times(const stampede_blob_header *header)
{
	PROMISE(header->serializer == STAMPEDE_SERIALIZER_NONE || header->serializer == STAMPEDE_SERIALIZER_PHP);
	PROMISE(header->built_at >= STAMPEDE_NO_DURATION && header->built_at <= INT64_MAX / 4);
	PROMISE(header->duration >= STAMPEDE_NO_DURATION && header->duration <= INT64_MAX / 4);
	PROMISE(header->life >= STAMPEDE_NO_DURATION && header->life <= INT64_MAX / 4);
}

/* Inflates what is behind our header with zlib; NULL: damaged, or longer than max_len. *rest: so many bytes had no use. */
static zend_string *inflated(const char *bytes, size_t len, size_t max_len, size_t *rest)
{
	z_stream stream = {0};
	zend_string *body = zend_string_alloc(max_len, 0);

	PROMISE(inflateInit2(&stream, -MAX_WBITS) == Z_OK);
	stream.next_in = (Bytef *) bytes;
	stream.avail_in = (uInt) len;
	stream.next_out = (Bytef *) ZSTR_VAL(body);
	stream.avail_out = (uInt) max_len;
	bool whole = inflate(&stream, Z_FINISH) == Z_STREAM_END;
	size_t produced = stream.total_out;
	*rest = stream.avail_in;
	inflateEnd(&stream);
	if (!whole) {
		zend_string_release(body);
		return NULL;
	}
	body = zend_string_truncate(body, produced, 0);
	ZSTR_VAL(body)[produced] = '\0';
	return body;
}

/* gunzip: our header is one that every tool passes over. */
static zend_string *gunzipped(zend_string *blob, size_t max_len)
{
	z_stream stream = {0};
	zend_string *body = zend_string_alloc(max_len + 1, 0);

	PROMISE(inflateInit2(&stream, MAX_WBITS + 16) == Z_OK);
	stream.next_in = (Bytef *) ZSTR_VAL(blob);
	stream.avail_in = (uInt) ZSTR_LEN(blob);
	stream.next_out = (Bytef *) ZSTR_VAL(body);
	stream.avail_out = (uInt) max_len + 1;
	PROMISE(inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0);
	size_t produced = stream.total_out;
	inflateEnd(&stream);
	return zend_string_truncate(body, produced, 0);
}

static void take_header(input *in, stampede_blob_header *header)
{
	memset(header, 0, sizeof(*header));
	header->serializer = take_byte(in) & 1 ? STAMPEDE_SERIALIZER_PHP : STAMPEDE_SERIALIZER_NONE;
	header->built_at = (stampede_usec) take_number(in, 8);
	header->duration = (stampede_usec) take_number(in, 4);
	header->life = (stampede_usec) take_number(in, 8);
	header->number = take_number(in, 8);
	header->generation.i = take_number(in, 2);
	header->generation.s = take_number(in, 2);
	header->generation.h = take_number(in, 2);
	header->generation.sl = take_number(in, 2);
	header->generation.hl = take_number(in, 2);
	memset(header->identity, take_byte(in), STAMPEDE_IDENTITY_LEN);
}

static stampede_usec within(stampede_usec time)
{
	return MIN(MAX(time, STAMPEDE_NO_DURATION), INT64_MAX / 4);
}

/* A body that repeats itself, or not, of a size that a short input cannot reach by itself. */
static zend_string *take_body(input *in)
{
	size_t times = (size_t) 1 << (take_byte(in) % 6);
	zend_string *once = take_string(in, in->len);
	zend_string *body = zend_string_safe_alloc(ZSTR_LEN(once), times, 0, 0);

	for (size_t i = 0; i < times; i++) {
		memcpy(ZSTR_VAL(body) + i * ZSTR_LEN(once), ZSTR_VAL(once), ZSTR_LEN(once));
	}
	ZSTR_VAL(body)[ZSTR_LEN(body)] = '\0';
	zend_string_release(once);
	return body;
}

static zend_string *packed(input *in, zend_string **body)
{
	stampede_blob_header header;

	take_header(in, &header);
	zend_long level = take_byte(in) % 10;
	*body = take_body(in);
	zend_string *blob = stampede_blob_pack(&header, *body, level);
	PROMISE(blob && ZSTR_VAL(blob)[ZSTR_LEN(blob)] == '\0');
	return blob;
}

/* All that a reader does with a blob. The body, or NULL. */
static zend_string *read_blob(zend_string *blob, size_t max_len)
{
	stampede_blob_header header;
	const char *payload;
	size_t len;

	if (!stampede_blob_read_header(blob, &header)) {
		return NULL;
	}
	check_times(&header);
	if (stampede_blob_payload(blob, &header, max_len, &payload, &len)) {
		PROMISE(payload == ZSTR_VAL(blob) + OUR_HEADER_LEN && len == ZSTR_LEN(blob) - OUR_HEADER_LEN);
	}
	zend_string *body = stampede_blob_unpack(blob, max_len);
	if (body) {
		PROMISE(ZSTR_LEN(body) <= max_len && ZSTR_VAL(body)[ZSTR_LEN(body)] == '\0');
	}
	return body;
}

static void release(zend_string *body)
{
	if (body) {
		zend_string_release(body);
	}
}

static void anything(input *in)
{
	size_t max_len = take_number(in, 2);
	zend_string *blob = take_string(in, in->len);

	release(read_blob(blob, max_len));
	zend_string_release(blob);
}

static void round_trip(input *in)
{
	input again = *in;
	stampede_blob_header given, header;
	const char *payload;
	size_t len;
	zend_string *body, *blob = packed(in, &body);

	take_header(&again, &given);
	PROMISE(stampede_blob_read_header(blob, &header));
	PROMISE(header.serializer == given.serializer && header.built_at == within(given.built_at));
	PROMISE(header.duration == within(given.duration) && header.life == within(given.life));
	PROMISE(header.number == given.number && memcmp(&header.generation, &given.generation, sizeof(given.generation)) == 0);
	PROMISE(memcmp(header.identity, given.identity, sizeof(given.identity)) == 0);
	PROMISE(stampede_blob_payload(blob, &header, ZSTR_LEN(body), &payload, &len));
	zend_string *unpacked = stampede_blob_unpack(blob, ZSTR_LEN(body));
	PROMISE(unpacked && zend_string_equals(unpacked, body) && ZSTR_VAL(unpacked)[ZSTR_LEN(unpacked)] == '\0');
	zend_string *by_others = gunzipped(blob, ZSTR_LEN(body));
	PROMISE(zend_string_equals(by_others, body));
	if (ZSTR_LEN(body) > 0) {
		PROMISE(!stampede_blob_unpack(blob, ZSTR_LEN(body) - 1));
		PROMISE(!stampede_blob_payload(blob, &header, ZSTR_LEN(body) - 1, &payload, &len));
	}
	zend_string_release(by_others);
	zend_string_release(unpacked);
	zend_string_release(blob);
	zend_string_release(body);
}

/* Up to four bytes side by side are different: what a CRC-32 always finds, all of them in header, body or trailer. */
static void damaged(input *in)
{
	uint32_t where = (uint32_t) take_number(in, 2), change = (uint32_t) take_number(in, 4);
	stampede_blob_header header;
	const char *payload;
	size_t len;
	zend_string *body, *blob = packed(in, &body);
	size_t at = where % ZSTR_LEN(blob), trailer = ZSTR_LEN(blob) - GZIP_TRAILER_LEN;
	size_t end = at < OUR_HEADER_LEN ? OUR_HEADER_LEN : at < trailer ? trailer : ZSTR_LEN(blob);

	change = change ? change : 1;
	bool changed = false;
	for (size_t i = at; i < end && i < at + 4; i++, change >>= 8) {
		changed = changed || (change & 0xff);
		ZSTR_VAL(blob)[i] = (char) (ZSTR_VAL(blob)[i] ^ (change & 0xff));
	}
	bool readable = stampede_blob_read_header(blob, &header);
	PROMISE(readable == (at >= OUR_HEADER_LEN || !changed));
	if (readable) {
		bool whole = stampede_blob_payload(blob, &header, SIZE_MAX, &payload, &len);
		PROMISE(whole == !changed);
	}
	/* without the check of payload(): bits of deflate that mean nothing may differ */
	zend_string *unpacked = read_blob(blob, ZSTR_LEN(body));
	PROMISE(!unpacked || zend_string_equals(unpacked, body));
	PROMISE(!unpacked || at < trailer || !changed);
	release(unpacked);
	zend_string_release(blob);
	zend_string_release(body);
}

static void cut(input *in)
{
	size_t off = 1 + take_number(in, 2);
	zend_string *body, *blob = packed(in, &body);
	zend_string *start = zend_string_init(ZSTR_VAL(blob), ZSTR_LEN(blob) - MIN(off, ZSTR_LEN(blob)), 0);
	zend_string *unpacked = read_blob(start, ZSTR_LEN(body));

	PROMISE(!unpacked);
	zend_string_release(start);
	zend_string_release(blob);
	zend_string_release(body);
}

static void write_le(char *at, uint32_t value)
{
	for (int i = 0; i < 4; i++) {
		at[i] = (char) (value >> (8 * i));
	}
}

/* A blob with right sums and any deflate stream, as somebody could write who knows how: what zlib makes of it, or nothing. */
static void forged(input *in)
{
	static const stampede_blob_header header = {.serializer = STAMPEDE_SERIALIZER_NONE, .built_at = 1, .life = 1};
	uint8_t how = take_byte(in);
	uint32_t claimed = (uint32_t) take_number(in, how & 2 ? 4 : 0);
	size_t max_len = take_number(in, 2);
	zend_string *stream = take_string(in, in->len);
	zend_string *blob = stampede_blob_pack(&header, ZSTR_EMPTY_ALLOC(), 0);
	size_t len = OUR_HEADER_LEN + ZSTR_LEN(stream) + GZIP_TRAILER_LEN;
	size_t rest;
	zend_string *body = inflated(ZSTR_VAL(stream), ZSTR_LEN(stream), 65536, &rest);

	blob = zend_string_realloc(blob, len, 0);
	char *start = ZSTR_VAL(blob), *trailer = start + len - GZIP_TRAILER_LEN;
	start[len] = '\0';
	memcpy(start + OUR_HEADER_LEN, ZSTR_VAL(stream), ZSTR_LEN(stream));
	write_le(trailer, body ? (uint32_t) crc32(0, (Bytef *) ZSTR_VAL(body), (uInt) ZSTR_LEN(body)) : 0);
	write_le(trailer + 4, how & 2 ? claimed : body ? (uint32_t) ZSTR_LEN(body) : 0);
	write_le(start + CHECK_AT, (uint32_t) crc32(0, (Bytef *) start + OUR_HEADER_LEN, (uInt) (len - OUR_HEADER_LEN)));
	write_le(start + CHECK_AT + 4, (uint32_t) crc32(0, (Bytef *) start, OUR_HEADER_LEN - 4));
	stampede_blob_header read;
	PROMISE(stampede_blob_read_header(blob, &read) == (ZSTR_LEN(stream) >= 2));
	zend_string *unpacked = read_blob(blob, max_len);
	if (unpacked && body) {
		PROMISE(zend_string_equals(unpacked, body) && rest == 0);
	}
	if (body && rest == 0 && !(how & 2) && ZSTR_LEN(body) <= max_len && ZSTR_LEN(stream) >= 2) {
		PROMISE(unpacked);
	}
	release(unpacked);
	release(body);
	zend_string_release(blob);
	zend_string_release(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const what[])(input *) = {anything, round_trip, damaged, cut, forged};
	input in = {data, size};

	what[take_byte(&in) % (sizeof(what) / sizeof(what[0]))](&in);
	if (EG(exception)) {
		abort();
	}
	return 0;
}
