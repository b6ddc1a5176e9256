/*
 * Values: PHP's serializer, and the check of the classes in its output.
 *
 * The check reads the serialised text itself, because only there every class shows: objects make their own arrays in
 * __serialize(), and unserialize() with allowed_classes would hand out __PHP_Incomplete_Class instead of failing.
 */
#include "php_stampede.h"
#include "value.h"

#include "ext/standard/php_var.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

#define MAX_SERIALIZED_NUMBER 12 /* digits of a length or count that can occur */

typedef bool (*class_visitor)(const char *name, size_t len, bool is_enum, void *data);

/* A number that `end` must follow; moves behind it. */
static bool read_number(const char **at, const char *limit, char end, size_t *number)
{
	const char *digit = *at;

	*number = 0;
	while (digit < limit && *digit >= '0' && *digit <= '9' && digit - *at < MAX_SERIALIZED_NUMBER) {
		*number = *number * 10 + (size_t) (*digit++ - '0');
	}
	if (digit == *at || digit >= limit || *digit != end) {
		return false;
	}
	*at = digit + 1;
	return true;
}

/* len:"bytes" ; moves behind the second quote. */
static bool read_quoted(const char **at, const char *limit, const char **bytes, size_t *len)
{
	if (!read_number(at, limit, ':', len) || (size_t) (limit - *at) < *len + 2 || **at != '"' || (*at)[*len + 1] != '"') {
		return false;
	}
	*bytes = *at + 1;
	*at += *len + 2;
	return true;
}

static bool skip_to_semicolon(const char **at, const char *limit)
{
	const char *semicolon = memchr(*at, ';', (size_t) (limit - *at));

	if (!semicolon) {
		return false;
	}
	*at = semicolon + 1;
	return true;
}

/* O:len:"class":count:{ or C:len:"class":len:{bytes} or E:len:"class:case"; */
static bool read_class(char kind, const char **at, const char *limit, class_visitor visit, void *data)
{
	const char *name, *colon;
	size_t len, count;

	if (!read_quoted(at, limit, &name, &len)) {
		return false;
	}
	if (kind == 'E') {
		colon = memchr(name, ':', len);
		return colon && visit(name, (size_t) (colon - name), true, data) && skip_to_semicolon(at, limit);
	}
	if (*at >= limit || *(*at)++ != ':' || !read_number(at, limit, ':', &count) || *at >= limit || *(*at)++ != '{') {
		return false;
	}
	if (kind == 'C') { /* what is inside is the class's own business */
		if ((size_t) (limit - *at) <= count) {
			return false;
		}
		*at += count;
	}
	return visit(name, len, false, data);
}

/* Walks serialised text and shows each class to the visitor. false: malformed, or the visitor said no. */
static bool visit_classes(const char *at, size_t size, class_visitor visit, void *data)
{
	const char *limit = at + size, *bytes;
	size_t number;

	while (at < limit) {
		char kind = *at++;
		if (kind == '}') {
			continue;
		}
		if (kind == 'N') {
			if (!skip_to_semicolon(&at, limit)) {
				return false;
			}
			continue;
		}
		if (at >= limit || *at++ != ':') {
			return false;
		}
		switch (kind) {
			case 'b': case 'i': case 'd': case 'R': case 'r':
				if (!skip_to_semicolon(&at, limit)) {
					return false;
				}
				break;
			case 's':
				if (!read_quoted(&at, limit, &bytes, &number) || at >= limit || *at++ != ';') {
					return false;
				}
				break;
			case 'a':
				if (!read_number(&at, limit, ':', &number) || at >= limit || *at++ != '{') {
					return false;
				}
				break;
			case 'O': case 'C': case 'E':
				if (!read_class(kind, &at, limit, visit, data)) {
					return false;
				}
				break;
			default: /* among them S:, which serialize() never writes */
				return false;
		}
	}
	return true;
}

static bool is_allowed(const char *name, size_t len, bool is_enum, void *data)
{
	(void) is_enum;
	if (stampede_settings_allow_class(data, name, len)) {
		return true;
	}
	zend_throw_exception_ex(stampede_ce_exception, 0,
		"The value cannot be stored: it holds an object of class %.*s, which the option \"classes\" does not allow",
		(int) len, name);
	return false;
}

/* serialize() turns a resource into 0 without a word: warm requests would get another value than the cold one. */
static bool holds_resource(zval *value)
{
	zval *element;
	bool found = false;

	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_ARRAY) {
		return Z_TYPE_P(value) == IS_RESOURCE;
	}
	if (Z_REFCOUNTED_P(value)) {
		if (Z_IS_RECURSIVE_P(value)) {
			return false;
		}
		Z_PROTECT_RECURSION_P(value);
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
		if (holds_resource(element)) {
			found = true;
			break;
		}
	} ZEND_HASH_FOREACH_END();
	if (Z_REFCOUNTED_P(value)) {
		Z_UNPROTECT_RECURSION_P(value);
	}
	return found;
}

/* serialize() with all bits of floats, whatever serialize_precision says. */
static void serialize(smart_str *text, zval *value)
{
	php_serialize_data_t data;
	zend_long precision = PG(serialize_precision);

	PHP_VAR_SERIALIZE_INIT(data);
	PG(serialize_precision) = -1;
	zend_try {
		php_var_serialize(text, value, &data);
	} zend_catch {
		PG(serialize_precision) = precision;
		zend_bailout();
	} zend_end_try();
	PG(serialize_precision) = precision;
	PHP_VAR_SERIALIZE_DESTROY(data);
	smart_str_0(text);
}

/* PHP says "Serialization of 'Closure' is not allowed": name the type, say what it means here, keep the original. */
static void explain_failure(zval *value)
{
	zend_object *previous = EG(exception);

	if (zend_is_unwind_exit(previous) || zend_is_graceful_exit(previous)) {
		return;
	}
	zend_string *reason = zval_get_string(zend_read_property(previous->ce, previous, ZEND_STRL("message"), 1, NULL));
	zend_string *type = Z_TYPE_P(value) == IS_OBJECT ? zend_string_copy(Z_OBJCE_P(value)->name)
		: zend_string_init(zend_zval_type_name(value), strlen(zend_zval_type_name(value)), 0);
	zend_throw_exception_ex(stampede_ce_exception, 0, "The value (%s) cannot be stored: %s", ZSTR_VAL(type),
		ZSTR_VAL(reason));
	zend_string_release(reason);
	zend_string_release(type);
}

zend_string *stampede_value_encode(zval *value, const stampede_settings *settings, stampede_serializer *serializer)
{
	smart_str text = {0};

	if (Z_TYPE_P(value) == IS_STRING) {
		*serializer = STAMPEDE_SERIALIZER_NONE;
		return zend_string_copy(Z_STR_P(value));
	}
	*serializer = STAMPEDE_SERIALIZER_PHP;
	if (holds_resource(value)) {
		zend_throw_exception_ex(stampede_ce_exception, 0, "The value (%s) cannot be stored: it %s a resource",
			zend_zval_type_name(value), Z_TYPE_P(value) == IS_RESOURCE ? "is" : "holds");
		return NULL;
	}
	serialize(&text, value);
	if (EG(exception)) {
		explain_failure(value);
	} else if (text.s && visit_classes(ZSTR_VAL(text.s), ZSTR_LEN(text.s), is_allowed, (void *) settings)) {
		return text.s;
	} else if (!EG(exception)) {
		zend_throw_exception_ex(stampede_ce_exception, 0, "The value (%s) cannot be stored: it serialises to something else than serialize() writes",
			zend_zval_type_name(value));
	}
	smart_str_free(&text);
	return NULL;
}

typedef struct {
	const stampede_settings *settings;
	HashTable *names;      /* lower case, for unserialize(); NULL until the first class */
	const char *last_name; /* lists hold many objects of one class: it is looked up once */
	size_t last_len;
} reader;

static bool is_usable(const char *name, size_t len, bool is_enum, void *data)
{
	reader *r = data;

	if (r->last_name && r->last_len == len && memcmp(r->last_name, name, len) == 0) {
		return true;
	}
	if (!stampede_settings_allow_class(r->settings, name, len)) {
		return false;
	}
	zend_string *class_name = zend_string_init(name, len, 0);
	zend_class_entry *ce = zend_lookup_class(class_name);
	bool usable = ce && ((ce->ce_flags & ZEND_ACC_ENUM) != 0) == is_enum;
	if (usable) {
		zend_string *lower = zend_string_tolower(class_name);
		if (!r->names) {
			r->names = zend_new_array(4);
		}
		zend_hash_add_empty_element(r->names, lower);
		zend_string_release(lower);
		r->last_name = name;
		r->last_len = len;
	}
	zend_string_release(class_name);
	return usable;
}

static bool unserialize(zend_string *bytes, reader *r, zval *value)
{
	const unsigned char *at = (const unsigned char *) ZSTR_VAL(bytes);
	const unsigned char *end = at + ZSTR_LEN(bytes);
	php_unserialize_data_t data;
	HashTable none;

	zend_hash_init(&none, 0, NULL, NULL, 0);
	PHP_VAR_UNSERIALIZE_INIT(data);
	HashTable *outer = php_var_unserialize_get_allowed_classes(data); /* when called inside another unserialize() */
	/* what the classes of C: data read themselves obeys this list too */
	php_var_unserialize_set_allowed_classes(data, r->names ? r->names : &none);
	zval *slot = var_tmp_var(&data);
	bool whole = php_var_unserialize(slot, &at, end, &data) && at == end && !EG(exception);
	if (whole) {
		ZVAL_COPY_DEREF(value, slot);
	}
	php_var_unserialize_set_allowed_classes(data, outer);
	PHP_VAR_UNSERIALIZE_DESTROY(data); /* runs the delayed __wakeup() and __unserialize() calls */
	zend_hash_destroy(&none);
	if (whole && EG(exception)) {
		zval_ptr_dtor(value);
		ZVAL_UNDEF(value);
		whole = false;
	}
	return whole;
}

/* What user code threw while we read is a miss, unless it must go on (exit()). */
static void drop_exception(void)
{
	if (EG(exception) && !zend_is_unwind_exit(EG(exception)) && !zend_is_graceful_exit(EG(exception))) {
		zend_clear_exception();
	}
}

bool stampede_value_decode(zend_string *bytes, stampede_serializer serializer, const stampede_settings *settings,
	zval *value)
{
	reader r = {.settings = settings};

	if (serializer == STAMPEDE_SERIALIZER_NONE) {
		ZVAL_STR_COPY(value, bytes);
		return true;
	}
	bool ok = visit_classes(ZSTR_VAL(bytes), ZSTR_LEN(bytes), is_usable, &r) && unserialize(bytes, &r, value);
	if (r.names) {
		zend_array_destroy(r.names);
	}
	drop_exception();
	return ok;
}
