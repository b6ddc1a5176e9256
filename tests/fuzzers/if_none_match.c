/*
 * If-None-Match: a list that RFC 9110 allows names exactly the tags that are in it; anything else names no tag that it does
 * not hold.
 *
 * An input is our tag, a line feed, and the header; or, when a zero byte is in front, our tag and the tags of a list.
 */
#include "fuzzer.h"

#include "http.h"
#include "zend_smart_str.h"

/* What may stand between the quotes of a tag. */
static void append_tag(smart_str *text, zend_string *bytes)
{
	smart_str_appendc(text, '"');
	for (size_t i = 0; i < ZSTR_LEN(bytes); i++) {
		unsigned char c = (unsigned char) ZSTR_VAL(bytes)[i];
		smart_str_appendc(text, c <= ' ' || c == '"' || c == 0x7f ? '!' : (char) c);
	}
	smart_str_appendc(text, '"');
	smart_str_0(text);
}

static zend_string *tag_of(input *in)
{
	zend_string *bytes = take_until(in, '\n');
	smart_str text = {0};

	append_tag(&text, bytes);
	zend_string_release(bytes);
	return text.s;
}

static void check_list(zend_string *ours, input *in)
{
	static const char *const separators[] = {",", ", ", " ,\t", ",,", ", , "};
	smart_str header = {0};
	bool expected = false;

	while (in->len > 0) {
		uint8_t how = take_byte(in);
		zend_string *tag = tag_of(in);
		smart_str_appends(&header, separators[(how >> 1) % (sizeof(separators) / sizeof(separators[0]))]);
		smart_str_appends(&header, how & 1 ? "W/" : "");
		smart_str_append(&header, tag);
		expected = expected || zend_string_equals(tag, ours);
		zend_string_release(tag);
	}
	smart_str_0(&header);
	if (header.s) {
		PROMISE(stampede_http_matches(ZSTR_VAL(header.s), ZSTR_VAL(ours)) == expected);
		smart_str_appends(&header, ", W/");
		smart_str_append(&header, ours);
		smart_str_0(&header);
		PROMISE(stampede_http_matches(ZSTR_VAL(header.s), ZSTR_VAL(ours)));
		smart_str_free(&header);
	}
}

static void check_anything(zend_string *ours, input *in)
{
	zend_string *header = take_string(in, in->len);
	bool matches = stampede_http_matches(ZSTR_VAL(header), ZSTR_VAL(ours));

	PROMISE(!stampede_http_matches(NULL, ZSTR_VAL(ours)));
	PROMISE(!stampede_http_matches("", ZSTR_VAL(ours)));
	if (matches) {
		PROMISE(strstr(ZSTR_VAL(header), ZSTR_VAL(ours)) || strchr(ZSTR_VAL(header), '*'));
	}
	zend_string_release(header);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	input in = {data, size};
	bool list = size > 0 && data[0] == 0;

	if (list) {
		take_byte(&in);
	}
	zend_string *ours = tag_of(&in);
	if (list) {
		check_list(ours, &in);
	} else {
		check_anything(ours, &in);
	}
	zend_string_release(ours);
	return 0;
}
