/*
 * The table of settings, and the one place that checks a setting, wherever it was given.
 */
#include "php_stampede.h"
#include "keys.h"
#include "memcached_list.h"
#include "redis_url.h"

#include <math.h>

#include "zend_exceptions.h"
#include "zend_ini.h"
#include "zend_smart_str.h"

typedef enum {
	KIND_URL,
	KIND_SERVERS,
	KIND_LINE,
	KIND_DURATION, /* seconds, int or float; kept in microseconds */
	KIND_FRACTION,
	KIND_INTEGER,
	KIND_ON_ERROR,
	KIND_CLASSES,
	KIND_BOOL,
	KIND_ANY
} setting_kind;

typedef struct {
	const char *name;
	setting_kind kind;
	int where;
	size_t offset;
	double min;
	double max;
	const char *allowed; /* how error messages say what is allowed */
} setting;

#define AT(field) offsetof(stampede_settings, field)
#define IN_BOTH (STAMPEDE_IN_INI | STAMPEDE_IN_CALL)
#define SECONDS(min, max) min, max, "a number of seconds from " #min " to " #max
#define INTEGER(min, max) min, max, "an integer from " #min " to " #max
#define FRACTION 0, 1, "a number from 0 to 1"
#define WORDS(text) 0, 0, text

/* The order is that of phpinfo() and of error messages. */
static const setting settings_table[] = {
	{"redis", KIND_URL, STAMPEDE_IN_INI, AT(redis), WORDS("a URL like redis://[[user]:password@]host[:port][/db], rediss://… or unix:///path[?db=n]")},
	{"memcached", KIND_SERVERS, STAMPEDE_IN_INI, AT(memcached), WORDS("a list of servers like host:port,host:port or /path/of/socket, or an empty string")},
	{"prefix", KIND_LINE, STAMPEDE_IN_INI, AT(prefix), WORDS("a string without NUL, CR and LF")},
	{"ttl", KIND_DURATION, IN_BOTH, AT(ttl), SECONDS(0.001, 315360000)},
	{"stale_ttl", KIND_DURATION, IN_BOTH, AT(stale_ttl), SECONDS(0, 315360000)},
	{"jitter", KIND_FRACTION, IN_BOTH, AT(jitter), FRACTION},
	{"lock_ttl", KIND_DURATION, IN_BOTH, AT(lock_ttl), SECONDS(0.001, 86400)},
	{"wait", KIND_DURATION, IN_BOTH, AT(wait), SECONDS(0, 3600)},
	{"cold_wait", KIND_DURATION, IN_BOTH, AT(cold_wait), SECONDS(0, 3600)},
	{"request_wait", KIND_DURATION, STAMPEDE_IN_INI, AT(request_wait), SECONDS(0, 86400)},
	{"max_waiters", KIND_INTEGER, STAMPEDE_IN_INI, AT(max_waiters), INTEGER(0, 1024)},
	{"empty", KIND_ANY, STAMPEDE_IN_CALL, AT(empty), WORDS("any value")},
	{"refresh", KIND_BOOL, STAMPEDE_IN_CALL, AT(refresh), WORDS("true or false")},
	{"content_type", KIND_LINE, STAMPEDE_IN_SEND, AT(content_type), WORDS("a string without NUL, CR and LF")},
	{"early", KIND_FRACTION, IN_BOTH, AT(early), FRACTION},
	{"defer", KIND_BOOL, IN_BOTH, AT(defer), WORDS("true or false")},
	{"on_error", KIND_ON_ERROR, IN_BOTH, AT(on_error), WORDS("\"throw\" or \"stale\"")},
	{"gzip_level", KIND_INTEGER, IN_BOTH, AT(gzip_level), INTEGER(0, 9)},
	{"classes", KIND_CLASSES, IN_BOTH, AT(classes), WORDS("true, false or a list of class names")},
	{"connect_timeout", KIND_DURATION, STAMPEDE_IN_INI, AT(connect_timeout), SECONDS(0.001, 3600)},
	{"read_timeout", KIND_DURATION, STAMPEDE_IN_INI, AT(read_timeout), SECONDS(0.001, 3600)},
	{"retry_after", KIND_DURATION, STAMPEDE_IN_INI, AT(retry_after), SECONDS(0, 3600)},
	{"fallback_builders", KIND_INTEGER, STAMPEDE_IN_INI, AT(fallback_builders), INTEGER(0, 1024)},
	{"max_value", KIND_INTEGER, IN_BOTH, AT(max_value), INTEGER(1, 536870912)},
};

#define SETTINGS_COUNT (sizeof(settings_table) / sizeof(settings_table[0]))

typedef enum {
	CHECK_OK,
	CHECK_WRONG_TYPE,
	CHECK_WRONG_VALUE
} check_result;

static const setting *find_setting(const char *name, size_t len)
{
	for (size_t i = 0; i < SETTINGS_COUNT; i++) {
		if (strlen(settings_table[i].name) == len && memcmp(settings_table[i].name, name, len) == 0) {
			return &settings_table[i];
		}
	}
	return NULL;
}

static bool in_range(const setting *s, double value)
{
	return value >= s->min && value <= s->max; /* false for NAN */
}

static stampede_usec to_usec(double seconds)
{
	return (stampede_usec) ceil(seconds * (double) STAMPEDE_USEC_PER_SEC - 1e-3);
}

static check_result set_number(const setting *s, zval *value, void *field)
{
	bool is_integer = Z_TYPE_P(value) == IS_LONG;

	if (!is_integer && (Z_TYPE_P(value) != IS_DOUBLE || s->kind == KIND_INTEGER)) {
		return CHECK_WRONG_TYPE;
	}
	double number = is_integer ? (double) Z_LVAL_P(value) : Z_DVAL_P(value);
	if (!in_range(s, number)) {
		return CHECK_WRONG_VALUE;
	}
	switch (s->kind) {
		case KIND_DURATION:
			*(stampede_usec *) field = to_usec(number);
			break;
		case KIND_FRACTION:
			*(double *) field = number;
			break;
		default:
			*(zend_long *) field = Z_LVAL_P(value);
			break;
	}
	return CHECK_OK;
}

static check_result set_string(const setting *s, zval *value, void *field)
{
	if (Z_TYPE_P(value) != IS_STRING) {
		return CHECK_WRONG_TYPE;
	}
	if (s->kind == KIND_LINE && !stampede_key_bytes_ok(Z_STRVAL_P(value), Z_STRLEN_P(value))) {
		return CHECK_WRONG_VALUE;
	}
	*(zend_string **) field = Z_STR_P(value);
	return CHECK_OK;
}

static check_result set_on_error(zval *value, void *field)
{
	if (Z_TYPE_P(value) != IS_STRING) {
		return CHECK_WRONG_TYPE;
	}
	if (zend_string_equals_literal(Z_STR_P(value), "throw")) {
		*(stampede_on_error *) field = STAMPEDE_ON_ERROR_THROW;
	} else if (zend_string_equals_literal(Z_STR_P(value), "stale")) {
		*(stampede_on_error *) field = STAMPEDE_ON_ERROR_STALE;
	} else {
		return CHECK_WRONG_VALUE;
	}
	return CHECK_OK;
}

static check_result set_classes(zval *value, void *field)
{
	zval *name;

	if (Z_TYPE_P(value) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), name) {
			ZVAL_DEREF(name);
			if (Z_TYPE_P(name) != IS_STRING || Z_STRLEN_P(name) == 0) {
				return CHECK_WRONG_VALUE;
			}
		} ZEND_HASH_FOREACH_END();
	} else if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
		return CHECK_WRONG_TYPE;
	}
	ZVAL_COPY_VALUE((zval *) field, value);
	return CHECK_OK;
}

static check_result set_bool(zval *value, void *field)
{
	if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
		return CHECK_WRONG_TYPE;
	}
	*(bool *) field = Z_TYPE_P(value) == IS_TRUE;
	return CHECK_OK;
}

/* *why gets what is wrong with a URL or a list of servers, for which "allowed" is not enough to go on. */
static check_result set_setting(stampede_settings *settings, const setting *s, zval *value, zend_string **why)
{
	void *field = (char *) settings + s->offset;

	switch (s->kind) {
		case KIND_URL:
			if (Z_TYPE_P(value) == IS_STRING && (*why = stampede_redis_url_complaint(Z_STR_P(value))) != NULL) {
				return CHECK_WRONG_VALUE;
			}
			return set_string(s, value, field);
		case KIND_SERVERS:
			if (Z_TYPE_P(value) == IS_STRING && (*why = stampede_memcached_list_complaint(Z_STR_P(value))) != NULL) {
				return CHECK_WRONG_VALUE;
			}
			return set_string(s, value, field);
		case KIND_LINE:
			return set_string(s, value, field);
		case KIND_DURATION:
		case KIND_FRACTION:
		case KIND_INTEGER:
			return set_number(s, value, field);
		case KIND_ON_ERROR:
			return set_on_error(value, field);
		case KIND_CLASSES:
			return set_classes(value, field);
		case KIND_BOOL:
			return set_bool(value, field);
		case KIND_ANY:
			ZVAL_COPY_VALUE((zval *) field, value);
			return CHECK_OK;
	}
	return CHECK_WRONG_TYPE;
}

static void append_given(smart_str *message, check_result result, zval *value)
{
	if (result == CHECK_WRONG_TYPE || Z_TYPE_P(value) == IS_ARRAY) {
		smart_str_appends(message, zend_zval_type_name(value));
	} else if (Z_TYPE_P(value) == IS_STRING) {
		smart_str_appendc(message, '"');
		smart_str_append_escaped(message, Z_STRVAL_P(value), Z_STRLEN_P(value));
		smart_str_appendc(message, '"');
	} else {
		smart_str_append_scalar(message, value, 17);
	}
	smart_str_appends(message, " given");
}

static void throw_wrong_setting(const setting *s, check_result result, zval *value, zend_string *why, uint32_t arg)
{
	zend_class_entry *ce = result == CHECK_WRONG_TYPE ? zend_ce_type_error : zend_ce_value_error;
	smart_str given = {0};

	if (why) {
		zend_argument_error(ce, arg, "must have \"%s\" set to %s: %s", s->name, s->allowed, ZSTR_VAL(why));
		return;
	}
	append_given(&given, result, value);
	smart_str_0(&given);
	zend_argument_error(ce, arg, "must have \"%s\" set to %s, %s", s->name, s->allowed, ZSTR_VAL(given.s));
	smart_str_free(&given);
}

static bool may_be_given(const setting *s, int where)
{
	return (s->where & where) != 0;
}

static void throw_unknown_setting(zend_string *name, const setting *elsewhere, int where, uint32_t arg)
{
	smart_str known = {0};

	for (size_t i = 0; i < SETTINGS_COUNT; i++) {
		if (may_be_given(&settings_table[i], where)) {
			smart_str_appends(&known, known.s ? ", " : "");
			smart_str_appends(&known, settings_table[i].name);
		}
	}
	smart_str_0(&known);
	if (!name) {
		zend_argument_value_error(arg, "must have option names as keys; known are: %s", ZSTR_VAL(known.s));
	} else if (elsewhere) {
		zend_argument_value_error(arg, "must not have \"%s\", which belongs to %s; known here are: %s", ZSTR_VAL(name),
			elsewhere->where & STAMPEDE_IN_SEND ? "stampede_send()"
				: where & STAMPEDE_IN_CALL ? "the INI or new Stampede\\Cache()" : "a call", ZSTR_VAL(known.s));
	} else {
		zend_argument_value_error(arg, "must not have the unknown option \"%s\"; known are: %s", ZSTR_VAL(name),
			ZSTR_VAL(known.s));
	}
	smart_str_free(&known);
}

zend_result stampede_settings_apply(stampede_settings *settings, HashTable *given, int where, uint32_t arg)
{
	zend_string *name;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(given, name, value) {
		const setting *s = name ? find_setting(ZSTR_VAL(name), ZSTR_LEN(name)) : NULL;
		if (!s || !may_be_given(s, where)) {
			throw_unknown_setting(name, s, where, arg);
			return FAILURE;
		}
		zend_string *why = NULL;
		ZVAL_DEREF(value);
		check_result result = set_setting(settings, s, value, &why);
		if (result != CHECK_OK) {
			throw_wrong_setting(s, result, value, why, arg);
			if (why) {
				zend_string_release(why);
			}
			return FAILURE;
		}
	} ZEND_HASH_FOREACH_END();
	return SUCCESS;
}

zend_result stampede_settings_duration(const char *name, double seconds, uint32_t arg, stampede_usec *out)
{
	const setting *s = find_setting(name, strlen(name));

	ZEND_ASSERT(s);
	if (!in_range(s, seconds)) {
		zval value;
		smart_str given = {0};
		ZVAL_DOUBLE(&value, seconds);
		append_given(&given, CHECK_WRONG_VALUE, &value);
		smart_str_0(&given);
		zend_argument_value_error(arg, "must be %s, %s", s->allowed, ZSTR_VAL(given.s));
		smart_str_free(&given);
		return FAILURE;
	}
	*out = to_usec(seconds);
	return SUCCESS;
}

/* A list of names of our own: elements of the given one may be references that the builder changes. */
static HashTable *copy_names(HashTable *given)
{
	HashTable *names = zend_new_array(zend_hash_num_elements(given));
	zval *name;

	ZEND_HASH_FOREACH_VAL(given, name) {
		ZVAL_DEREF(name);
		Z_TRY_ADDREF_P(name);
		zend_hash_next_index_insert_new(names, name);
	} ZEND_HASH_FOREACH_END();
	return names;
}

void stampede_settings_own(stampede_settings *settings)
{
	settings->redis = zend_string_copy(settings->redis);
	settings->memcached = zend_string_copy(settings->memcached);
	settings->prefix = zend_string_copy(settings->prefix);
	if (settings->content_type) {
		zend_string_addref(settings->content_type);
	}
	if (Z_TYPE(settings->classes) == IS_ARRAY) {
		ZVAL_ARR(&settings->classes, copy_names(Z_ARRVAL(settings->classes)));
	} else {
		Z_TRY_ADDREF(settings->classes);
	}
	Z_TRY_ADDREF(settings->empty);
}

void stampede_settings_disown(stampede_settings *settings)
{
	zend_string_release(settings->redis);
	zend_string_release(settings->memcached);
	zend_string_release(settings->prefix);
	if (settings->content_type) {
		zend_string_release(settings->content_type);
	}
	zval_ptr_dtor(&settings->classes);
	zval_ptr_dtor(&settings->empty);
}

/* Whether a list like "stdClass, DateTime" names the class. */
static bool list_names_class(const char *list, const char *name, size_t len)
{
	while (*list) {
		list += strspn(list, ", \t");
		size_t word = strcspn(list, ", \t");
		if (word == len && zend_binary_strcasecmp(list, word, name, len) == 0) {
			return true;
		}
		list += word;
	}
	return false;
}

bool stampede_settings_allow_class(const stampede_settings *settings, const char *name, size_t len)
{
	const zval *classes = &settings->classes;
	zval *entry;

	if (Z_TYPE_P(classes) == IS_STRING) {
		return list_names_class(Z_STRVAL_P(classes), name, len);
	}
	if (Z_TYPE_P(classes) != IS_ARRAY) {
		return Z_TYPE_P(classes) == IS_TRUE;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(classes), entry) {
		const char *allowed = Z_STRVAL_P(entry) + (Z_STRVAL_P(entry)[0] == '\\');
		size_t allowed_len = Z_STRLEN_P(entry) - (size_t) (allowed - Z_STRVAL_P(entry));
		if (zend_binary_strcasecmp(allowed, allowed_len, name, len) == 0) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

/* INI text to the value that an option of this kind has. */
static void parse_ini_value(const setting *s, zend_string *text, zval *value)
{
	const char *end = NULL;

	ZVAL_STR(value, text);
	if (s->kind == KIND_DURATION || s->kind == KIND_FRACTION) {
		double number = zend_strtod(ZSTR_VAL(text), &end);
		if (ZSTR_LEN(text) > 0 && end == ZSTR_VAL(text) + ZSTR_LEN(text)) {
			ZVAL_DOUBLE(value, number);
		}
	} else if (s->kind == KIND_INTEGER) {
		zend_string *error = NULL;
		zend_long number = zend_ini_parse_quantity(text, &error);
		if (error) {
			zend_string_release(error);
		} else if (ZSTR_LEN(text) > 0) {
			ZVAL_LONG(value, number);
		}
	} else if (s->kind == KIND_BOOL) {
		ZVAL_BOOL(value, zend_ini_parse_bool(text));
	} else if (s->kind == KIND_CLASSES) {
		if (ZSTR_LEN(text) == 0 || zend_string_equals_literal(text, "0") || zend_string_equals_literal_ci(text, "false")) {
			ZVAL_FALSE(value);
		} else if (zend_string_equals_literal(text, "1") || zend_string_equals_literal_ci(text, "true")) {
			ZVAL_TRUE(value);
		}
	}
}

static ZEND_INI_MH(on_modify_setting)
{
	const setting *s = mh_arg1;
	stampede_settings *settings = &STAMPEDE_G(ini);
	zend_string *why = NULL;
	zval value;

	(void) mh_arg2;
	(void) mh_arg3;
	(void) stage;
	parse_ini_value(s, new_value, &value);
	if (s->kind == KIND_CLASSES && Z_TYPE(value) == IS_STRING) {
		ZVAL_COPY_VALUE(&settings->classes, &value);
		return SUCCESS;
	}
	if (set_setting(settings, s, &value, &why) == CHECK_OK) {
		return SUCCESS;
	}
	/* A URL is not repeated in the message: it may hold a password. */
	php_error_docref(NULL, E_WARNING, "%s must be %s%s%s%s; the setting stays as it was", ZSTR_VAL(entry->name), s->allowed,
		why ? ": " : ", given is \"", why ? ZSTR_VAL(why) : ZSTR_VAL(new_value), why ? "" : "\"");
	if (why) {
		zend_string_release(why);
	}
	return FAILURE;
}

static ZEND_INI_DISP(display_url)
{
	zend_string *text = type == ZEND_INI_DISPLAY_ORIG && ini_entry->modified ? ini_entry->orig_value : ini_entry->value;

	if (text) {
		zend_string *shown = stampede_redis_url_masked(text);
		ZEND_WRITE(ZSTR_VAL(shown), ZSTR_LEN(shown));
		zend_string_release(shown);
	}
}

#define SETTING(name, value, display) \
	ZEND_INI_ENTRY3_EX("stampede." name, value, ZEND_INI_ALL, on_modify_setting, NULL, NULL, NULL, display)

static zend_ini_entry_def ini_entries[] = {
	SETTING("redis", "redis://127.0.0.1:6379/0", display_url)
	SETTING("memcached", "", NULL)
	SETTING("prefix", "", NULL)
	SETTING("ttl", "45", NULL)
	SETTING("stale_ttl", "600", NULL)
	SETTING("jitter", "0.1", NULL)
	SETTING("lock_ttl", "10", NULL)
	SETTING("wait", "0.005", NULL)
	SETTING("cold_wait", "0.2", NULL)
	SETTING("request_wait", "1", NULL)
	SETTING("max_waiters", "32", NULL)
	SETTING("early", "0", NULL)
	SETTING("defer", "0", zend_ini_boolean_displayer_cb)
	SETTING("on_error", "throw", NULL)
	SETTING("gzip_level", "6", NULL)
	SETTING("classes", "stdClass, DateTime, DateTimeImmutable, DateTimeZone, DateInterval", NULL)
	SETTING("connect_timeout", "0.2", NULL)
	SETTING("read_timeout", "0.5", NULL)
	SETTING("retry_after", "1", NULL)
	SETTING("fallback_builders", "4", NULL)
	SETTING("max_value", "64M", NULL)
	{0}
};

void stampede_settings_register(int type, int module_number)
{
	for (zend_ini_entry_def *def = ini_entries; def->name; def++) {
		size_t skip = sizeof("stampede.") - 1;
		def->mh_arg1 = (void *) find_setting(def->name + skip, def->name_length - skip);
	}
	REGISTER_INI_ENTRIES();
}
