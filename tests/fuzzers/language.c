/*
 * Content-Language of a locale: a well-formed language tag, or none.
 */
#include "fuzzer.h"

#include "http.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool of_a_locale(const char *bytes)
{
	for (; *bytes; bytes++) {
		if (!is_letter(*bytes) && !is_digit(*bytes) && !strchr("._@-", *bytes)) {
			return false;
		}
	}
	return true;
}

/* RFC 5646: one to eight letters, then parts of one to eight letters and digits. */
static bool well_formed(const char *tag)
{
	size_t part = 0, number = 0;

	for (; *tag; tag++) {
		if (*tag == '-') {
			if (part == 0) {
				return false;
			}
			part = 0;
			number++;
		} else if (!is_letter(*tag) && !(number > 0 && is_digit(*tag))) {
			return false;
		} else if (++part > 8) {
			return false;
		}
	}
	return part > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	input in = {data, size};
	size_t room = 1 + take_byte(&in) % 80;
	zend_string *locale = take_string(&in, in.len);
	char *tag = malloc(room); /* of exactly that size, so that AddressSanitizer sees one byte more */

	if (stampede_http_language(ZSTR_VAL(locale), tag, room)) {
		PROMISE(memchr(tag, '\0', room));
		PROMISE(strlen(tag) <= strlen(ZSTR_VAL(locale)));
		if (of_a_locale(ZSTR_VAL(locale))) {
			PROMISE(well_formed(tag));
		}
	}
	free(tag);
	zend_string_release(locale);
	return 0;
}
