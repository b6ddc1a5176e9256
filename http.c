/*
 * Parsing of HTTP headers (RFC 9110).
 */
#include "http.h"

#include <ctype.h>

#define WHITE " \t"
#define FULL_WEIGHT 1000

/* ---- Accept-Encoding ---- */

/* "0.25" → 250. What is no weight counts as 0: a client that cannot say what it wants gets the plain body. */
static int read_weight(const char *text, size_t len)
{
	int weight = 0;
	int place = FULL_WEIGHT;

	if (len == 0 || (*text != '0' && *text != '1') || (len > 1 && text[1] != '.')) {
		return 0;
	}
	for (size_t i = 0; i < len && place > 0; i++) {
		if (i == 1) {
			continue;
		}
		if (!isdigit((unsigned char) text[i])) {
			return 0;
		}
		weight += (text[i] - '0') * place;
		place /= 10;
	}
	return MIN(weight, FULL_WEIGHT);
}

static size_t trimmed(const char **text, size_t len)
{
	while (len && strchr(WHITE, **text)) {
		(*text)++;
		len--;
	}
	while (len && strchr(WHITE, (*text)[len - 1])) {
		len--;
	}
	return len;
}

/* The weight in the parameters behind a coding: ";q=0.5". */
static int weight_of(const char *parameters, size_t len)
{
	const char *end = parameters + len;

	while (parameters < end) {
		const char *start = parameters + 1; /* behind the semicolon */
		const char *next = memchr(start, ';', (size_t) (end - start));
		next = next ? next : end;
		size_t size = trimmed(&start, (size_t) (next - start));
		if (size >= 2 && (start[0] == 'q' || start[0] == 'Q') && start[1] == '=') {
			return read_weight(start + 2, size - 2);
		}
		parameters = next;
	}
	return FULL_WEIGHT;
}

static bool is_word(const char *text, size_t len, const char *word)
{
	return len == strlen(word) && zend_binary_strcasecmp(text, len, word, len) == 0;
}

bool stampede_http_wants_gzip(const char *header)
{
	int gzip = -1, any = -1, identity = 0;

	while (header && *header) {
		size_t len = strcspn(header, ",");
		const char *coding = header;
		const char *semicolon = memchr(header, ';', len);
		size_t name = semicolon ? (size_t) (semicolon - header) : len;
		int weight = weight_of(header + name, len - name);
		size_t size = trimmed(&coding, name);
		if (is_word(coding, size, "gzip") || is_word(coding, size, "x-gzip")) {
			gzip = MAX(gzip, weight);
		} else if (is_word(coding, size, "identity")) {
			identity = weight;
		} else if (is_word(coding, size, "*")) {
			any = weight;
		}
		header += len + (header[len] == ',');
	}
	gzip = gzip < 0 ? any : gzip;
	return gzip > 0 && gzip >= identity;
}

/* ---- If-None-Match ---- */

bool stampede_http_matches(const char *header, const char *etag)
{
	size_t len = strlen(etag);

	while (header && *header) {
		header += strspn(header, WHITE ",");
		if (*header == '*') {
			return true;
		}
		if (strncmp(header, "W/", 2) == 0) {
			header += 2;
		}
		if (strncmp(header, etag, len) == 0) {
			return true;
		}
		if (*header == '"') { /* a tag may hold commas */
			header += 1 + strcspn(header + 1, "\"");
		}
		header += strcspn(header, ",");
	}
	return false;
}

/* ---- languages ---- */

bool stampede_http_language(const char *locale, char *tag, size_t size)
{
	size_t len = strcspn(locale, ".@"); /* behind the charset and modifiers of POSIX */
	size_t part = 0;

	if (len == 0 || len >= size) {
		return false;
	}
	for (size_t i = 0; i < len; i++) {
		bool separates = locale[i] == '_' || locale[i] == '-';
		if (separates ? part == 0 : part == 8 || (part == i && isdigit((unsigned char) locale[i]))) {
			return false;
		}
		part = separates ? 0 : part + 1;
		tag[i] = separates ? '-' : locale[i];
	}
	tag[len] = '\0';
	return part > 0 && len > 1; /* "C" is no language */
}
