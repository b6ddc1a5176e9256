/*
 * Parses `stampede.memcached`, each host and port by PHP's own URL parser.
 */
#include "php_stampede.h"
#include "memcached_list.h"

#include <ctype.h>

#include "ext/standard/url.h"

#define DEFAULT_PORT 11211
#define MAX_HOST 255 /* of a name in DNS */
#define BLANKS " \t"

static zend_string *complaint(const char *text)
{
	return zend_string_init(text, strlen(text), 0);
}

/* What a name or an address is made of; the rest would be a mistake, such as a semicolon between servers. */
static bool is_host(const char *host, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char) host[i];
		if (c < 0x80 && !isalnum(c) && !strchr("._-:", c)) {
			return false;
		}
	}
	return len > 0 && len <= MAX_HOST;
}

static bool take_host(const php_url *parts, stampede_memcached_server *server)
{
	if (!parts->host || parts->user || parts->pass || parts->path || parts->query || parts->fragment) {
		return false;
	}
	const char *host = ZSTR_VAL(parts->host);
	size_t len = ZSTR_LEN(parts->host);
	bool is_ipv6 = len > 2 && host[0] == '[' && host[len - 1] == ']';
	if (is_ipv6) {
		host++;
		len -= 2;
	}
	if (!is_host(host, len) || (memchr(host, ':', len) != NULL) != is_ipv6) {
		return false;
	}
	server->host = zend_string_init(host, len, 0);
	server->port = parts->port ? parts->port : DEFAULT_PORT;
	server->label = strpprintf(0, is_ipv6 ? "memcached://[%s]:%d" : "memcached://%s:%d", ZSTR_VAL(server->host),
		server->port);
	return true;
}

static zend_string *parse_host(const char *text, size_t len, stampede_memcached_server *server)
{
	zend_string *url = zend_string_concat2("memcached://", sizeof("memcached://") - 1, text, len);
	bool has_port;
	php_url *parts = php_url_parse_ex2(ZSTR_VAL(url), ZSTR_LEN(url), &has_port);
	bool ok = parts && text[len - 1] != ':' && (!has_port || parts->port) && take_host(parts, server);

	if (parts) {
		php_url_free(parts);
	}
	zend_string_release(url);
	return ok ? NULL : strpprintf(0, "\"%.*s\" is not host:port, [IPv6 address]:port or the path of a socket",
		(int) MIN(len, 80), text);
}

static zend_string *parse_server(const char *text, size_t len, stampede_memcached_server *server)
{
	if (len == 0) {
		return complaint("a server is missing beside a comma");
	}
	if (text[0] != '/') {
		return parse_host(text, len, server);
	}
	if (len > STAMPEDE_MAX_SOCKET_PATH) {
		return complaint("the path of the socket is too long");
	}
	server->path = zend_string_init(text, len, 0);
	server->label = strpprintf(0, "memcached://%s", ZSTR_VAL(server->path));
	return NULL;
}

static bool is_named_twice(const stampede_memcached_list *list)
{
	for (size_t i = 0; i + 1 < list->count; i++) {
		if (zend_string_equals(list->servers[i].label, list->servers[list->count - 1].label)) {
			return true;
		}
	}
	return false;
}

static zend_string *parse_next(const char *text, size_t len, stampede_memcached_list *list)
{
	while (len > 0 && strchr(BLANKS, text[0])) {
		text++;
		len--;
	}
	while (len > 0 && strchr(BLANKS, text[len - 1])) {
		len--;
	}
	if (list->count == STAMPEDE_MEMCACHED_SERVERS) {
		return strpprintf(0, "there are more than %d servers", STAMPEDE_MEMCACHED_SERVERS);
	}
	zend_string *wrong = parse_server(text, len, &list->servers[list->count]);
	if (!wrong) {
		list->count++;
		wrong = is_named_twice(list) ? strpprintf(0, "\"%.*s\" is named twice", (int) MIN(len, 80), text) : NULL;
	}
	return wrong;
}

zend_string *stampede_memcached_list_parse(zend_string *text, stampede_memcached_list *list)
{
	const char *at = ZSTR_VAL(text);
	zend_string *wrong = NULL;

	memset(list, 0, sizeof(*list));
	if (strlen(at) != ZSTR_LEN(text)) {
		return complaint("it holds a NUL byte");
	}
	for (bool more = true; more && !wrong;) {
		size_t len = strcspn(at, ",");
		wrong = parse_next(at, len, list);
		more = at[len] == ',';
		at += len + 1;
	}
	if (wrong) {
		stampede_memcached_list_free(list);
	}
	return wrong;
}

static void release(zend_string *part)
{
	if (part) {
		zend_string_release(part);
	}
}

void stampede_memcached_list_free(stampede_memcached_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		release(list->servers[i].path);
		release(list->servers[i].host);
		release(list->servers[i].label);
	}
	list->count = 0;
}

zend_string *stampede_memcached_list_complaint(zend_string *text)
{
	stampede_memcached_list list;

	if (ZSTR_LEN(text) == 0) {
		return NULL;
	}
	zend_string *wrong = stampede_memcached_list_parse(text, &list);
	if (wrong) {
		return wrong;
	}
	stampede_memcached_list_free(&list);
#ifndef HAVE_STAMPEDE_LIBMEMCACHED
	return complaint("this build of stampede has no Memcached: rebuild it where pkg-config finds libmemcached");
#else
	return NULL;
#endif
}
