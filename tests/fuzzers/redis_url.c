/*
 * stampede.redis: what is accepted can be used, no text that is shown holds the password, and two URLs have one identity
 * only when all that they say is the same.
 *
 * An input is one or two URLs, a line each. A dollar sign stands for a secret.
 */
#include "fuzzer.h"

#include "redis_url.h"
#include "ext/standard/url.h"
#include "zend_smart_str.h"

#define SECRET "s3cr3t-Zq7"
#define CODED "s%33cr3t-Zq7" /* the same in a URL */

static zend_string *with_secret(zend_string *line, int *secrets)
{
	smart_str text = {0};
	bool coded = ZSTR_LEN(line) % 2;

	*secrets = 0;
	for (size_t i = 0; i < ZSTR_LEN(line); i++) {
		if (ZSTR_VAL(line)[i] == '$') {
			smart_str_appends(&text, coded ? CODED : SECRET);
			++*secrets;
		} else {
			smart_str_appendc(&text, ZSTR_VAL(line)[i]);
		}
	}
	smart_str_0(&text);
	return text.s ? text.s : ZSTR_EMPTY_ALLOC();
}

/* What goes to functions that read up to a NUL byte. */
static void check_text(zend_string *text)
{
	PROMISE(!text || strlen(ZSTR_VAL(text)) == ZSTR_LEN(text));
}

static void check_url(const stampede_redis_url *url)
{
	PROMISE(!url->path != !url->host);
	if (url->path) {
		PROMISE(ZSTR_LEN(url->path) > 0 && ZSTR_LEN(url->path) < 108); /* struct sockaddr_un */
		PROMISE(ZSTR_VAL(url->path)[0] == '/');
		PROMISE(!url->tls);
	} else {
		PROMISE(ZSTR_LEN(url->host) > 0);
		PROMISE(url->port >= 1 && url->port <= 65535);
	}
	check_text(url->path);
	check_text(url->host);
	check_text(url->ca);
	check_text(url->cert);
	check_text(url->key);
	check_text(url->name);
	PROMISE(url->db >= 0);
	PROMISE(!url->user || url->password);
	PROMISE(url->tls || (!url->ca && !url->cert && !url->key && !url->name));
}

/* libFuzzer reads what is compared, and writes the secret where no dollar sign was, coded in ways of its own too. */
static bool spelled_out(zend_string *line)
{
	zend_string *decoded = zend_string_init(ZSTR_VAL(line), ZSTR_LEN(line), 0);

	ZSTR_LEN(decoded) = php_raw_url_decode(ZSTR_VAL(decoded), ZSTR_LEN(decoded));
	bool spelled = contains(decoded, &SECRET[2]);
	zend_string_release(decoded);
	return spelled;
}

/* Parses it and checks all that concerns one URL alone. */
static bool parse(zend_string *line, stampede_redis_url *url)
{
	int secrets;
	zend_string *text = with_secret(line, &secrets);
	zend_string *wrong = stampede_redis_url_parse(text, url);
	zend_string *masked = stampede_redis_url_masked(text);
	zend_string *complaint = stampede_redis_url_complaint(text);
	bool ok = !wrong;

	PROMISE(strlen(ZSTR_VAL(masked)) == ZSTR_LEN(masked) || memchr(ZSTR_VAL(text), '\0', ZSTR_LEN(text)));
	PROMISE(equal_or_both_missing(wrong, complaint));
	if (ok) {
		check_url(url);
		/* with one secret it is nothing but the password, or a part of it */
		if (secrets == 1 && !spelled_out(line) && url->password && contains(url->password, SECRET)) {
			PROMISE(!contains(masked, SECRET) && !contains(masked, CODED));
		}
	} else {
		zend_string_release(wrong);
		zend_string_release(complaint);
	}
	zend_string_release(masked);
	zend_string_release(text);
	return ok;
}

static bool same(const stampede_redis_url *a, const stampede_redis_url *b)
{
	return equal_or_both_missing(a->path, b->path) && equal_or_both_missing(a->host, b->host) && a->port == b->port
		&& a->tls == b->tls && equal_or_both_missing(a->user, b->user) && equal_or_both_missing(a->password, b->password)
		&& a->db == b->db && equal_or_both_missing(a->ca, b->ca) && equal_or_both_missing(a->cert, b->cert)
		&& equal_or_both_missing(a->key, b->key) && equal_or_both_missing(a->name, b->name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	input in = {data, size};
	zend_string *lines[2];
	stampede_redis_url urls[2];
	bool ok[2];

	for (int i = 0; i < 2; i++) {
		lines[i] = take_until(&in, '\n');
		ok[i] = parse(lines[i], &urls[i]);
	}
	if (ok[0] && ok[1]) {
		zend_string *first = stampede_redis_url_identity(&urls[0]);
		zend_string *second = stampede_redis_url_identity(&urls[1]);
		PROMISE(zend_string_equals(first, second) == same(&urls[0], &urls[1]));
		zend_string_release(first);
		zend_string_release(second);
	}
	for (int i = 0; i < 2; i++) {
		if (ok[i]) {
			stampede_redis_url_free(&urls[i]);
		}
		zend_string_release(lines[i]);
	}
	return 0;
}
