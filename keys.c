/*
 * Names: what an entry's copies, lock, record and events are called, and the rule that keeps them apart.
 *
 * User names and internal names can never meet: a composed name that ends like an internal one (":lock", ":stale",
 * ":gen", ":done" or ":done:<token>"), with or without '%' behind it, gets one more '%'. That is injective, and no
 * escaped name ends like an internal one.
 */
#include "php_stampede.h"
#include "keys.h"

#include "ext/standard/sha1.h"

#define MAX_KEY_LEN 65535
#define MAX_LOCALE_LEN 64

bool stampede_key_bytes_ok(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] == '\0' || bytes[i] == '\r' || bytes[i] == '\n') {
			return false;
		}
	}
	return true;
}

zend_result stampede_key_check(zend_string *key, uint32_t arg)
{
	if (ZSTR_LEN(key) == 0) {
		zend_argument_value_error(arg, "must not be empty");
		return FAILURE;
	}
	if (ZSTR_LEN(key) > MAX_KEY_LEN) {
		zend_argument_value_error(arg, "must not be longer than %d bytes, %zu given", MAX_KEY_LEN, ZSTR_LEN(key));
		return FAILURE;
	}
	if (!stampede_key_bytes_ok(ZSTR_VAL(key), ZSTR_LEN(key))) {
		zend_argument_value_error(arg, "must not contain NUL, CR or LF");
		return FAILURE;
	}
	return SUCCESS;
}

static bool is_alphanumeric(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool locale_ok(const char *locale, size_t len)
{
	if (len == 0 || len > MAX_LOCALE_LEN || !is_alphanumeric(locale[0])) {
		return false;
	}
	for (size_t i = 1; i < len; i++) {
		if (!is_alphanumeric(locale[i]) && (locale[i] == '\0' || !strchr("._@-", locale[i]))) {
			return false;
		}
	}
	return true;
}

zend_result stampede_locale_check(zend_string *locale, uint32_t arg)
{
	if (locale && !locale_ok(ZSTR_VAL(locale), ZSTR_LEN(locale))) {
		zend_argument_value_error(arg, "must be a locale that matches [A-Za-z0-9][A-Za-z0-9._@-]{0,63}, \"%.*s\" given",
			(int) MIN(ZSTR_LEN(locale), 80), ZSTR_VAL(locale));
		return FAILURE;
	}
	return SUCCESS;
}

static bool ends_in(const char *name, size_t len, const char *suffix)
{
	size_t suffix_len = strlen(suffix);

	return len >= suffix_len && memcmp(name + len - suffix_len, suffix, suffix_len) == 0;
}

static bool ends_in_token(const char *name, size_t len)
{
	if (len < STAMPEDE_TOKEN_LEN || !ends_in(name, len - STAMPEDE_TOKEN_LEN, ":done:")) {
		return false;
	}
	for (size_t i = len - STAMPEDE_TOKEN_LEN; i < len; i++) {
		if (!strchr("0123456789abcdef", name[i])) {
			return false;
		}
	}
	return true;
}

static bool must_be_escaped(const char *name, size_t len)
{
	while (len > 0 && name[len - 1] == '%') {
		len--;
	}
	return ends_in(name, len, ":lock") || ends_in(name, len, ":stale") || ends_in(name, len, ":gen")
		|| ends_in(name, len, ":done") || ends_in_token(name, len);
}

/* Writes name parts one after another into the buffer that they were sized for. */
typedef struct {
	char *at;
	char *start;
} writer;

static void begin_name(writer *w)
{
	w->start = w->at;
}

static void put(writer *w, const char *bytes, size_t len)
{
	memcpy(w->at, bytes, len);
	w->at += len;
}

static void escape(writer *w)
{
	if (must_be_escaped(w->start, (size_t) (w->at - w->start))) {
		*w->at++ = '%';
	}
}

static stampede_name end_name(writer *w)
{
	stampede_name name = {w->start, (size_t) (w->at - w->start)};

	*w->at++ = '\0';
	return name;
}

static stampede_name compose(writer *w, stampede_name base, const char *suffix)
{
	begin_name(w);
	put(w, base.val, base.len);
	put(w, suffix, strlen(suffix));
	return end_name(w);
}

static stampede_name compose_field(writer *w, const char *letter, stampede_name locale)
{
	begin_name(w);
	put(w, letter, 2);
	put(w, locale.val, locale.len);
	return end_name(w);
}

static void digest_part(PHP_SHA1_CTX *context, zend_string *part)
{
	uint64_t len = part ? ZSTR_LEN(part) : UINT64_MAX; /* in front, so that no two lists of parts look the same */
	unsigned char bytes[sizeof(len)];

	for (size_t i = 0; i < sizeof(len); i++) {
		bytes[i] = (unsigned char) (len >> (8 * i));
	}
	PHP_SHA1Update(context, bytes, sizeof(bytes));
	if (part) {
		PHP_SHA1Update(context, (const unsigned char *) ZSTR_VAL(part), ZSTR_LEN(part));
	}
}

static void make_identity(unsigned char *identity, zend_string *prefix, zend_string *key, zend_string *locale)
{
	PHP_SHA1_CTX context;
	unsigned char digest[20];

	PHP_SHA1Init(&context);
	digest_part(&context, prefix);
	digest_part(&context, key);
	digest_part(&context, locale);
	PHP_SHA1Final(digest, &context);
	memcpy(identity, digest, STAMPEDE_IDENTITY_LEN);
}

static void put_key(writer *w, zend_string *prefix, zend_string *key)
{
	put(w, ZSTR_VAL(prefix), ZSTR_LEN(prefix));
	put(w, ZSTR_VAL(key), ZSTR_LEN(key));
}

stampede_entry *stampede_entry_create(zend_string *prefix, zend_string *key, zend_string *locale)
{
	size_t key_len = ZSTR_LEN(prefix) + ZSTR_LEN(key);
	size_t locale_len = locale ? ZSTR_LEN(locale) : 0;
	/* five names with an escape and the longest suffix, and the locale with its three fields */
	size_t size = 5 * (key_len + locale_len + 16) + 4 * (locale_len + 3);
	stampede_entry *entry = emalloc(offsetof(stampede_entry, buffer) + size);
	writer w = {entry->buffer, entry->buffer};

	entry->refcount = 1;
	make_identity(entry->identity, prefix, key, locale);

	begin_name(&w);
	put_key(&w, prefix, key);
	if (locale) {
		put(&w, ":", 1);
		put(&w, ZSTR_VAL(locale), locale_len);
	}
	escape(&w);
	entry->live = end_name(&w);
	entry->stale = compose(&w, entry->live, ":stale");
	entry->lock = compose(&w, entry->live, ":lock");
	entry->done = compose(&w, entry->live, ":done:");

	begin_name(&w);
	put_key(&w, prefix, key);
	escape(&w);
	put(&w, ":gen", 4);
	entry->generation = end_name(&w);

	begin_name(&w);
	if (locale) {
		put(&w, ZSTR_VAL(locale), locale_len);
	}
	entry->locale = end_name(&w);
	entry->field_soft = compose_field(&w, "s:", entry->locale);
	entry->field_hard = compose_field(&w, "h:", entry->locale);
	entry->field_stored = compose_field(&w, "f:", entry->locale);
	ZEND_ASSERT((size_t) (w.at - entry->buffer) <= size);
	return entry;
}

void stampede_entry_release(stampede_entry *entry)
{
	if (--entry->refcount == 0) {
		efree(entry);
	}
}

zend_string *stampede_generation_name(zend_string *prefix, zend_string *key)
{
	zend_string *name = zend_string_alloc(ZSTR_LEN(prefix) + ZSTR_LEN(key) + sizeof("%:gen") - 1, 0);
	writer w = {ZSTR_VAL(name), ZSTR_VAL(name)};

	put_key(&w, prefix, key);
	escape(&w);
	put(&w, ":gen", 4);
	ZSTR_LEN(name) = end_name(&w).len;
	return name;
}
