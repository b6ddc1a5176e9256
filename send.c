/*
 * Sending a cached body: the stored gzip bytes go out as they are to clients that take gzip, headers say what they are and
 * how they were come by (RFC 9110, RFC 9211).
 */
#include "php_stampede.h"
#include "send.h"
#include "http.h"

#include <math.h>

#include "SAPI.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

#define ETAG_SIZE (2 * STAMPEDE_DIGEST_LEN + sizeof("\"-gz\""))
#define LANGUAGE_SIZE 64
#define RETRY_AFTER 1 /* seconds; of the empty answer, unless the option says another */

/* ---- what may be in the way ---- */

static bool refuse(const char *why, const char *what)
{
	zend_throw_exception_ex(stampede_ce_exception, 0, "The body cannot be sent: %s%s", why, what);
	return false;
}

/* Buffers that only wait are fine; one that has something, or changes what goes through it, is not. */
static bool buffers_are_clear(void)
{
	php_output_handler **handlers = zend_stack_base(&OG(handlers));

	for (int i = 0; i < php_output_get_level(); i++) {
		if (handlers[i]->buffer.used > 0) {
			return refuse("there is output already, in a buffer of ", ZSTR_VAL(handlers[i]->name));
		}
		if (!zend_string_equals_literal(handlers[i]->name, "default output handler")) {
			return refuse("it would be changed by the output handler ", ZSTR_VAL(handlers[i]->name));
		}
	}
	return true;
}

bool stampede_send_possible(void)
{
	if (STAMPEDE_G(sending)) {
		return refuse("the builder of another one asks for it", "");
	}
	if (STAMPEDE_G(sent)) {
		return refuse("another one has been sent in this request", "");
	}
	if (SG(headers_sent) && !SG(request_info).no_headers) {
		return refuse("headers have been sent already, by output in ",
			php_output_get_start_filename() ? php_output_get_start_filename() : "an unknown place");
	}
	if (zend_ini_long(ZEND_STRL("zlib.output_compression"), 0)) {
		return refuse("zlib.output_compression is on, and would compress it once more", "");
	}
	return buffers_are_clear();
}

/* ---- the option `empty` ---- */

/* What is sent on a cold start while somebody else is building. */
typedef struct {
	zend_string *body; /* NULL: none */
	zend_long status;
	zend_long retry_after; /* seconds; 0 = no such header */
} empty_answer;

static bool wrong_empty(uint32_t arg, const char *what)
{
	zend_argument_value_error(arg, "must have \"empty\" set to null, a string, or an array with body (string), status (200 to 599, not 204, 205, 304) "
		"and retry_after (seconds, 0 = without); %s", what);
	return false;
}

static bool read_number(zval *value, zend_long min, zend_long max, zend_long *number)
{
	if (Z_TYPE_P(value) != IS_LONG || Z_LVAL_P(value) < min || Z_LVAL_P(value) > max) {
		return false;
	}
	*number = Z_LVAL_P(value);
	return true;
}

static bool may_have_body(zend_long status)
{
	return status != 204 && status != 205 && status != 304;
}

/* arg 0: it has been checked. */
static bool read_empty(zval *empty, empty_answer *answer, uint32_t arg)
{
	zend_string *name;
	zval *value;

	*answer = (empty_answer) {.status = 503, .retry_after = RETRY_AFTER};
	ZVAL_DEREF(empty);
	if (Z_TYPE_P(empty) == IS_STRING) {
		*answer = (empty_answer) {.body = Z_STR_P(empty), .status = 200};
		return true;
	}
	if (Z_TYPE_P(empty) != IS_ARRAY) {
		return Z_TYPE_P(empty) == IS_NULL || wrong_empty(arg, "it is something else");
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(empty), name, value) {
		ZVAL_DEREF(value);
		if (name && zend_string_equals_literal(name, "body")) {
			if (Z_TYPE_P(value) != IS_STRING) {
				return wrong_empty(arg, "its body is no string");
			}
			answer->body = Z_STR_P(value);
		} else if (name && zend_string_equals_literal(name, "status")) {
			if (!read_number(value, 200, 599, &answer->status) || !may_have_body(answer->status)) {
				return wrong_empty(arg, "its status is none of these");
			}
		} else if (name && zend_string_equals_literal(name, "retry_after")) {
			if (!read_number(value, 0, 86400, &answer->retry_after)) {
				return wrong_empty(arg, "its retry_after is no integer from 0 to 86400");
			}
		} else {
			return wrong_empty(arg, "it has something else");
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

bool stampede_send_check_empty(zval *empty, uint32_t arg)
{
	empty_answer answer;

	return read_empty(empty, &answer, arg);
}

/* ---- headers ---- */

static void set_status(zend_long status)
{
	sapi_header_op(SAPI_HEADER_SET_STATUS, (void *) (zend_intptr_t) status);
}

static void write_header(sapi_header_op_enum how, const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

static void write_header(sapi_header_op_enum how, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	zend_string *text = zend_vstrpprintf(0, format, args);
	va_end(args);
	sapi_header_line line = {.line = ZSTR_VAL(text), .line_len = ZSTR_LEN(text)};
	sapi_header_op(how, &line);
	zend_string_release(text);
}

static void delete_header(const char *name)
{
	sapi_header_line line = {.line = name, .line_len = strlen(name)};

	sapi_header_op(SAPI_HEADER_DELETE, &line);
}

static const char *request_header(const char *name, size_t len)
{
	zend_is_auto_global(ZSTR_KNOWN(ZEND_STR_AUTOGLOBAL_SERVER));
	zval *server = &PG(http_globals)[TRACK_VARS_SERVER];
	zval *value = Z_TYPE_P(server) == IS_ARRAY ? zend_hash_str_find(Z_ARRVAL_P(server), name, len) : NULL;

	return value && Z_TYPE_P(value) == IS_STRING ? Z_STRVAL_P(value) : NULL;
}

/* What the body is, whether it is sent or empty. */
static void write_content_headers(const stampede_call *call)
{
	zend_string *locale = call->builder.locale;
	char tag[LANGUAGE_SIZE];

	if (call->settings.content_type) {
		write_header(SAPI_HEADER_REPLACE, "Content-Type: %s", ZSTR_VAL(call->settings.content_type));
	}
	if (locale && stampede_http_language(ZSTR_VAL(locale), tag, sizeof(tag))) {
		write_header(SAPI_HEADER_REPLACE, "Content-Language: %s", tag);
	}
}

/* RFC 9211. What its words do not say is the detail. */
static void write_cache_status(const stampede_answer *answer)
{
	static const char *const words[] = {
		[STAMPEDE_STATUS_HIT] = "hit",
		[STAMPEDE_STATUS_BUILT] = "fwd=miss",
		[STAMPEDE_STATUS_WAITED] = "fwd=miss; collapsed",
		[STAMPEDE_STATUS_STALE] = "hit; detail=stale",
		[STAMPEDE_STATUS_EMPTY] = "fwd=miss; collapsed; detail=empty",
		[STAMPEDE_STATUS_FALLBACK] = "fwd=bypass; detail=fallback",
	};
	bool stored = answer->fill == STAMPEDE_FILL_FILLED || answer->fill == STAMPEDE_FILL_LATE;

	if (answer->status == STAMPEDE_STATUS_HIT || answer->status == STAMPEDE_STATUS_STALE) {
		stampede_usec left = answer->copy.built_at + answer->copy.life - stampede_wall_clock();
		write_header(SAPI_HEADER_ADD, "Cache-Status: stampede; %s; ttl=%" PRId64, words[answer->status],
			left / STAMPEDE_USEC_PER_SEC);
	} else {
		write_header(SAPI_HEADER_ADD, "Cache-Status: stampede; %s%s", words[answer->status], stored ? "; stored" : "");
	}
}

static void make_etag(const stampede_blob_header *header, bool gzip, char etag[ETAG_SIZE])
{
	char *at = etag;

	*at++ = '"';
	for (size_t i = 0; i < STAMPEDE_DIGEST_LEN; i++) {
		at += snprintf(at, 3, "%02x", header->digest[i]);
	}
	snprintf(at, ETAG_SIZE - (size_t) (at - etag), gzip ? "-gz\"" : "\"");
}

/* ---- the body ---- */

typedef struct {
	bool gzip;
	zend_string *plain; /* NULL with gzip */
	const char *payload;
	size_t len; /* of all that is sent */
} body;

static bool take_body(const stampede_call *call, zend_string *blob, const stampede_blob_header *header, body *b)
{
	*b = (body) {.gzip = stampede_http_wants_gzip(request_header(ZEND_STRL("HTTP_ACCEPT_ENCODING")))};
	size_t max = MAX((size_t) call->settings.max_value, UINT32_MAX); /* what is here has been let in */
	size_t payload_len;
	if (!stampede_blob_payload(blob, header, max, &b->payload, &payload_len)) {
		return refuse("it is damaged", "");
	}
	b->len = STAMPEDE_PLAIN_HEADER_LEN + payload_len;
	if (b->gzip) {
		return true;
	}
	b->plain = stampede_blob_unpack(blob, max);
	if (!b->plain) {
		return stampede_interrupted() ? false : refuse("it is damaged", "");
	}
	b->len = ZSTR_LEN(b->plain);
	return true;
}

static void write_body(const body *b)
{
	if (b->gzip) {
		php_output_write(stampede_blob_plain_header, STAMPEDE_PLAIN_HEADER_LEN);
		php_output_write(b->payload, b->len - STAMPEDE_PLAIN_HEADER_LEN);
	} else {
		php_output_write(ZSTR_VAL(b->plain), ZSTR_LEN(b->plain));
	}
}

/* Preconditions count where the answer would be a success. */
static bool may_be_not_modified(void)
{
	const char *method = SG(request_info).request_method;
	int status = SG(sapi_headers).http_response_code;

	if (status && (status < 200 || status > 299)) {
		return false;
	}
	return !method || strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

static void send_body(const stampede_call *call, stampede_answer *answer)
{
	zend_string *blob = Z_STR(answer->copy.value);
	stampede_blob_header header;
	char etag[ETAG_SIZE];
	body b;

	if (!stampede_blob_read_header(blob, &header)) {
		refuse("it is damaged", "");
		return;
	}
	if (!take_body(call, blob, &header, &b)) {
		return;
	}
	make_etag(&header, b.gzip, etag);
	delete_header("Content-Encoding"); /* a builder may have set one, which the stored bytes do not have */
	write_content_headers(call);
	write_header(SAPI_HEADER_ADD, "Vary: Accept-Encoding");
	write_header(SAPI_HEADER_REPLACE, "ETag: %s", etag);
	write_header(SAPI_HEADER_REPLACE, "Age: %" PRId64, stampede_copy_age(&answer->copy) / STAMPEDE_USEC_PER_SEC);
	write_cache_status(answer);
	if (may_be_not_modified() && stampede_http_matches(request_header(ZEND_STRL("HTTP_IF_NONE_MATCH")), etag)) {
		set_status(304);
	} else {
		if (b.gzip) {
			write_header(SAPI_HEADER_REPLACE, "Content-Encoding: gzip");
		}
		write_header(SAPI_HEADER_REPLACE, "Content-Length: %zu", b.len);
		write_body(&b);
	}
	if (b.plain) {
		zend_string_release(b.plain);
	}
}

static void send_empty(const stampede_call *call, const stampede_answer *answer)
{
	empty_answer empty;
	zval option;

	ZVAL_COPY_VALUE(&option, &call->settings.empty);
	read_empty(&option, &empty, 0);
	set_status(empty.status);
	write_header(SAPI_HEADER_REPLACE, "Cache-Control: no-store");
	write_cache_status(answer);
	if (empty.retry_after) {
		write_header(SAPI_HEADER_REPLACE, "Retry-After: " ZEND_LONG_FMT, empty.retry_after);
	}
	write_content_headers(call);
	write_header(SAPI_HEADER_REPLACE, "Content-Length: %zu", empty.body ? ZSTR_LEN(empty.body) : 0);
	if (empty.body) {
		php_output_write(ZSTR_VAL(empty.body), ZSTR_LEN(empty.body));
	}
}

void stampede_send(const stampede_call *call, stampede_answer *answer)
{
	if (!stampede_send_possible()) { /* the builder has sent something */
		return;
	}
	STAMPEDE_G(sent) = true;
	if (answer->status == STAMPEDE_STATUS_EMPTY) {
		send_empty(call, answer);
	} else {
		send_body(call, answer);
	}
}
