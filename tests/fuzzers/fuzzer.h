/*
 * What all targets have in common: PHP with one request for the whole process, promises, and reading an input piece by piece.
 *
 * PHP takes its memory from malloc() here, so that AddressSanitizer sees every string; a target frees all that it made of
 * an input, and what is left then was lost.
 */
#ifndef STAMPEDE_FUZZER_H
#define STAMPEDE_FUZZER_H

#include "php_stampede.h"

#include <sanitizer/lsan_interface.h>
#include <sapi/embed/php_embed.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void) argc;
	(void) argv;
	setenv("USE_ZEND_ALLOC", "0", 1);
	php_embed_module.php_ini_ignore = 1; /* it may load extensions that do not go with AddressSanitizer */
	__lsan_disable(); /* what PHP itself loses at its start is not looked for */
	bool started = php_embed_init(0, NULL) == SUCCESS;
	__lsan_enable();
	if (!started) {
		fputs("PHP does not start\n", stderr);
		abort();
	}
	return 0;
}

/* What must hold whatever the input is; otherwise it is a finding, and libFuzzer keeps the input. */
#define PROMISE(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition); \
			abort(); \
		} \
	} while (0)

typedef struct {
	const uint8_t *at;
	size_t len;
} input;

static inline uint8_t take_byte(input *in)
{
	if (in->len == 0) {
		return 0;
	}
	in->len--;
	return *in->at++;
}

static inline uint64_t take_number(input *in, int bytes)
{
	uint64_t number = 0;

	while (bytes-- > 0) {
		number = number << 8 | take_byte(in);
	}
	return number;
}

static inline zend_string *take_string(input *in, size_t len)
{
	len = MIN(len, in->len);
	if (len == 0) {
		return ZSTR_EMPTY_ALLOC();
	}
	zend_string *string = zend_string_init((const char *) in->at, len, 0);
	in->at += len;
	in->len -= len;
	return string;
}

/* Up to the next separator, which is taken away too, or to the end. */
static inline zend_string *take_until(input *in, char separator)
{
	const uint8_t *end = in->len ? memchr(in->at, separator, in->len) : NULL;
	zend_string *string = take_string(in, end ? (size_t) (end - in->at) : in->len);

	if (end) {
		take_byte(in);
	}
	return string;
}

static inline bool equal_or_both_missing(zend_string *a, zend_string *b)
{
	return a && b ? zend_string_equals(a, b) : a == b;
}

static inline bool contains(zend_string *string, const char *part)
{
	return zend_memnstr(ZSTR_VAL(string), part, strlen(part), ZSTR_VAL(string) + ZSTR_LEN(string)) != NULL;
}

#endif /* STAMPEDE_FUZZER_H */
