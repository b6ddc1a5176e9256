/*
 * Parses `stampede.redis` with PHP's own URL parser.
 */
#include "php_stampede.h"
#include "redis_url.h"

#include "ext/standard/url.h"
#include "zend_smart_str.h"

#define DEFAULT_PORT 6379

static zend_string *complaint(const char *text)
{
	return zend_string_init(text, strlen(text), 0);
}

static zend_string *decoded(zend_string *part)
{
	if (!part || ZSTR_LEN(part) == 0) {
		return NULL;
	}
	zend_string *copy = zend_string_init(ZSTR_VAL(part), ZSTR_LEN(part), 0);
	ZSTR_LEN(copy) = php_raw_url_decode(ZSTR_VAL(copy), ZSTR_LEN(copy));
	return copy;
}

static bool parse_db(const char *text, size_t len, int *db)
{
	zend_long number;

	if (len == 0 || len > 5 || is_numeric_string(text, len, &number, NULL, false) != IS_LONG || number < 0) {
		return false;
	}
	*db = (int) number;
	return true;
}

static zend_string *parse_parameter(const char *name, size_t name_len, zend_string *value, stampede_redis_url *url)
{
	static const struct {
		const char *name;
		size_t offset;
	} texts[] = {
		{"user", offsetof(stampede_redis_url, user)},
		{"password", offsetof(stampede_redis_url, password)},
		{"ca", offsetof(stampede_redis_url, ca)},
		{"cert", offsetof(stampede_redis_url, cert)},
		{"key", offsetof(stampede_redis_url, key)},
		{"name", offsetof(stampede_redis_url, name)},
	};

	if (url->path && name_len == 2 && memcmp(name, "db", 2) == 0) {
		return value && parse_db(ZSTR_VAL(value), ZSTR_LEN(value), &url->db) ? NULL
			: complaint("db must be a database number");
	}
	/* a socket's URL has no place for user and password before the path */
	size_t first = url->path ? 0 : 2, end = url->path ? 2 : url->tls ? sizeof(texts) / sizeof(texts[0]) : 0;
	for (size_t i = first; i < end; i++) {
		if (strlen(texts[i].name) == name_len && memcmp(texts[i].name, name, name_len) == 0) {
			zend_string **field = (zend_string **) ((char *) url + texts[i].offset);
			if (!value || *field) {
				return strpprintf(0, "%s must be given once and not be empty", texts[i].name);
			}
			*field = zend_string_copy(value);
			return NULL;
		}
	}
	/* not named: it may be the rest of a password with a "&" in it */
	return complaint("it has an unknown parameter (known are: db, user and password for unix:, ca, cert, key and name for rediss:; a \"&\" in a value is written %26)");
}

static zend_string *parse_query(zend_string *query, stampede_redis_url *url)
{
	const char *at = query ? ZSTR_VAL(query) : "";

	while (*at) {
		size_t len = strcspn(at, "&");
		const char *equals = memchr(at, '=', len);
		size_t name_len = equals ? (size_t) (equals - at) : len;
		zend_string *raw = equals ? zend_string_init(equals + 1, len - name_len - 1, 0) : NULL;
		zend_string *value = decoded(raw);
		zend_string *wrong = parse_parameter(at, name_len, value, url);
		if (raw) {
			zend_string_release(raw);
		}
		if (value) {
			zend_string_release(value);
		}
		if (wrong) {
			return wrong;
		}
		at += len;
		at += *at == '&';
	}
	return NULL;
}

static zend_string *parse_host(const php_url *parts, bool has_port, stampede_redis_url *url)
{
	if (!parts->host || ZSTR_LEN(parts->host) == 0) {
		return complaint("the host is missing");
	}
	const char *host = ZSTR_VAL(parts->host);
	size_t len = ZSTR_LEN(parts->host);
	if (host[0] == '[' && host[len - 1] == ']') {
		host++;
		len -= 2;
	}
	if (len == 0) {
		return complaint("the host is missing");
	}
	if (has_port && !parts->port) {
		return complaint("the port must be from 1 to 65535");
	}
	url->host = zend_string_init(host, len, 0);
	url->port = parts->port ? parts->port : DEFAULT_PORT;
	if (parts->path && ZSTR_LEN(parts->path) > 1
			&& !parse_db(ZSTR_VAL(parts->path) + 1, ZSTR_LEN(parts->path) - 1, &url->db)) {
		return complaint("the path must be a database number");
	}
	return NULL;
}

static zend_string *parse_parts(const php_url *parts, bool is_unix, bool has_port, stampede_redis_url *url)
{
	zend_string *wrong = NULL;

	url->user = decoded(parts->user);
	url->password = decoded(parts->pass);
	if (is_unix) {
		url->path = decoded(parts->path);
		wrong = !url->path ? complaint("the path of the socket is missing")
			: ZSTR_LEN(url->path) > STAMPEDE_MAX_SOCKET_PATH ? complaint("the path of the socket is too long") : NULL;
	} else {
		wrong = parse_host(parts, has_port, url);
	}
	if (!wrong) {
		wrong = parse_query(parts->query, url);
	}
	if (!wrong && url->user && !url->password) {
		wrong = complaint("a user needs a password");
	}
#ifndef HAVE_STAMPEDE_TLS
	if (!wrong && url->tls) {
		wrong = complaint("this build of stampede has no TLS: rebuild it where pkg-config finds hiredis_ssl (hiredis 1.0 or later) and openssl");
	}
#endif
	return wrong;
}

zend_string *stampede_redis_url_parse(zend_string *text, stampede_redis_url *url)
{
	const char *string = ZSTR_VAL(text);
	bool is_unix = strncasecmp(string, "unix://", 7) == 0;
	bool has_port = false;
	php_url *parts;

	memset(url, 0, sizeof(*url));
	url->tls = strncasecmp(string, "rediss://", 9) == 0;
	if (!is_unix && !url->tls && strncasecmp(string, "redis://", 8) != 0) {
		return complaint("it must begin with redis://, rediss:// or unix://");
	}
	if (memchr(string, '\0', ZSTR_LEN(text)) || strstr(string, "%00")) {
		return complaint("it holds a NUL byte");
	}
	if (is_unix && string[7] != '/') {
		return complaint("the path of a socket must be absolute: unix:///path");
	}
	if (is_unix) { /* with a host: without one PHP's parser may find a drive letter of Windows in the path */
		zend_string *with_host = zend_string_concat2("unix://host", 11, string + 7, ZSTR_LEN(text) - 7);
		parts = php_url_parse_ex(ZSTR_VAL(with_host), ZSTR_LEN(with_host));
		zend_string_release(with_host);
	} else {
		parts = php_url_parse_ex2(string, ZSTR_LEN(text), &has_port);
	}
	if (!parts) {
		return complaint("it is not a URL");
	}
	zend_string *wrong = parse_parts(parts, is_unix, has_port, url);
	php_url_free(parts);
	if (wrong) {
		stampede_redis_url_free(url);
	}
	return wrong;
}

static void release(zend_string **part)
{
	if (*part) {
		zend_string_release(*part);
		*part = NULL;
	}
}

void stampede_redis_url_free(stampede_redis_url *url)
{
	release(&url->path);
	release(&url->host);
	release(&url->user);
	release(&url->password);
	release(&url->ca);
	release(&url->cert);
	release(&url->key);
	release(&url->name);
}

zend_string *stampede_redis_url_complaint(zend_string *text)
{
	stampede_redis_url url;
	zend_string *wrong = stampede_redis_url_parse(text, &url);

	if (!wrong) {
		stampede_redis_url_free(&url);
	}
	return wrong;
}

/* user:secret@ → user:***@, up to `end` */
static const char *append_masked_login(smart_str *masked, const char *text, const char *end)
{
	const char *start = strstr(text, "://");
	const char *at = start ? zend_memrchr(start, '@', (size_t) (end - start)) : NULL;
	const char *colon = at ? memchr(start + 3, ':', (size_t) (at - start - 3)) : NULL;

	if (!colon) {
		return text;
	}
	smart_str_appendl(masked, text, (size_t) (colon + 1 - text));
	smart_str_appends(masked, "***");
	return at;
}

zend_string *stampede_redis_url_masked(zend_string *text)
{
	const char *at = ZSTR_VAL(text), *end = at + ZSTR_LEN(text);
	bool is_unix = strncasecmp(at, "unix:", 5) == 0;
	smart_str masked = {0};

	if (!is_unix) { /* a password may hold a question mark */
		at = append_masked_login(&masked, at, end);
	}
	const char *query = is_unix ? strchr(at, '?') : NULL;
	while (query) {
		query++;
		smart_str_appendl(&masked, at, (size_t) (query - at));
		at = query;
		if (strncasecmp(query, "password=", sizeof("password=") - 1) == 0) {
			smart_str_appends(&masked, "password=***");
			at += strcspn(at, "&");
		}
		query = strchr(at, '&');
	}
	smart_str_appendl(&masked, at, (size_t) (end - at));
	smart_str_0(&masked);
	return masked.s ? masked.s : ZSTR_EMPTY_ALLOC();
}

static void append_part(smart_str *identity, zend_string *part)
{
	/* lengths in front, so that no two lists of parts look the same */
	smart_str_append_long(identity, part ? (zend_long) ZSTR_LEN(part) : -1);
	smart_str_appendc(identity, ':');
	if (part) {
		smart_str_append(identity, part);
	}
}

zend_string *stampede_redis_url_identity(const stampede_redis_url *url)
{
	smart_str identity = {0};

	append_part(&identity, url->path);
	append_part(&identity, url->host);
	smart_str_append_long(&identity, url->port);
	smart_str_appendc(&identity, url->tls ? 't' : '-');
	smart_str_append_long(&identity, url->db);
	smart_str_appendc(&identity, ';');
	append_part(&identity, url->user);
	append_part(&identity, url->password);
	append_part(&identity, url->ca);
	append_part(&identity, url->cert);
	append_part(&identity, url->key);
	append_part(&identity, url->name);
	smart_str_0(&identity);
	return identity.s;
}
