/*
 * Accept-Encoding: never more than the header says, and what RFC 9110 says does not matter does not.
 */
#include "fuzzer.h"

#include "http.h"
#include "zend_smart_str.h"

static bool wants(const char *before, const char *header, const char *after)
{
	smart_str text = {0};

	smart_str_appends(&text, before);
	smart_str_appends(&text, header);
	smart_str_appends(&text, after);
	smart_str_0(&text);
	bool answer = text.s ? stampede_http_wants_gzip(ZSTR_VAL(text.s)) : stampede_http_wants_gzip("");
	smart_str_free(&text);
	return answer;
}

static zend_string *spaced(const char *header)
{
	smart_str text = {0};

	for (; *header; header++) {
		bool separates = *header == ',' || *header == ';';
		smart_str_appends(&text, separates ? " \t" : "");
		smart_str_appendc(&text, *header);
		smart_str_appends(&text, separates ? "\t " : "");
	}
	smart_str_0(&text);
	return text.s ? text.s : ZSTR_EMPTY_ALLOC();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	input in = {data, size};
	zend_string *string = take_string(&in, size);
	const char *header = ZSTR_VAL(string);
	zend_string *lower = zend_string_tolower(string), *upper = zend_string_toupper(string), *wide = spaced(header);
	bool answer = stampede_http_wants_gzip(header);

	PROMISE(!stampede_http_wants_gzip(NULL));
	if (answer) {
		PROMISE(strstr(ZSTR_VAL(lower), "gzip") || strchr(header, '*'));
	}
	PROMISE(wants("", ZSTR_VAL(lower), "") == answer);
	PROMISE(wants("", ZSTR_VAL(upper), "") == answer);
	PROMISE(wants("", ZSTR_VAL(wide), "") == answer);
	PROMISE(wants(" ,\t", header, " , ") == answer);
	PROMISE(wants("br;q=0.1,deflate, ", header, "") == answer);
	PROMISE(wants("gzip;q=1.0,", header, ""));
	PROMISE(wants("", header, ",x-gzip;foo=bar;q=1,compress"));
	if (!strstr(ZSTR_VAL(lower), "gzip")) {
		PROMISE(!wants("", header, ",gzip;q=0"));
	}
	zend_string_release(wide);
	zend_string_release(upper);
	zend_string_release(lower);
	zend_string_release(string);
	return 0;
}
