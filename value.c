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

/* A class in serialised text. */
typedef struct {
	const char *name;
	size_t len;
	bool hides_content; /* C: the class writes and reads itself by the old interface Serializable */
	const char *enum_case; /* NULL for other objects */
	size_t enum_case_len;
} class_mention;

typedef bool (*class_visitor)(const class_mention *mention, void *data);

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
	class_mention mention = {0};
	size_t count;

	if (!read_quoted(at, limit, &mention.name, &mention.len)) {
		return false;
	}
	if (kind == 'E') {
		const char *colon = memchr(mention.name, ':', mention.len);
		if (!colon) {
			return false;
		}
		mention.enum_case = colon + 1;
		mention.enum_case_len = mention.len - (size_t) (colon + 1 - mention.name);
		mention.len = (size_t) (colon - mention.name);
		return visit(&mention, data) && skip_to_semicolon(at, limit);
	}
	if (*at >= limit || *(*at)++ != ':' || !read_number(at, limit, ':', &count) || *at >= limit || *(*at)++ != '{') {
		return false;
	}
	if (kind == 'C') {
		mention.hides_content = true;
		if ((size_t) (limit - *at) <= count) {
			return false;
		}
		*at += count;
	}
	return visit(&mention, data);
}

/*
 * Walks serialised text and shows each class to the visitor. false: malformed, nested deeper than unserialize() reads,
 * or the visitor said no.
 */
static bool visit_classes(const char *at, size_t size, class_visitor visit, void *data)
{
	const char *limit = at + size, *bytes;
	size_t number;
	zend_long depth = 0;
	/* not BG(), whose layout depends on how PHP was compiled */
	zend_long max_depth = zend_ini_long(ZEND_STRL("unserialize_max_depth"), 0);

	if (max_depth <= 0) {
		max_depth = ZEND_LONG_MAX;
	}

	while (at < limit) {
		char kind = *at++;
		if (kind == '}') {
			depth--;
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
				if (!read_number(&at, limit, ':', &number) || at >= limit || *at++ != '{' || ++depth > max_depth) {
					return false;
				}
				break;
			case 'O': case 'C': case 'E':
				if (!read_class(kind, &at, limit, visit, data) || (kind != 'E' && ++depth > max_depth)) {
					return false;
				}
				break;
			default: /* among them S:, which serialize() never writes */
				return false;
		}
	}
	return true;
}

/* NULL when it does not exist; with the flag 0 it may be autoloaded. */
static zend_class_entry *find_class(const class_mention *mention, uint32_t flags)
{
	zend_string *name = zend_string_init(mention->name, mention->len, 0);
	zend_class_entry *ce = zend_lookup_class_ex(name, NULL, flags);

	zend_string_release(name);
	return ce;
}

/* What hides its content may hold any class, and needs `classes` to be true. */
static bool settings_allow(const stampede_settings *settings, const class_mention *mention)
{
	return mention->hides_content ? Z_TYPE(settings->classes) == IS_TRUE
		: stampede_settings_allow_class(settings, mention->name, mention->len);
}

static bool is_allowed(const class_mention *mention, void *data)
{
	const char *why = mention->hides_content
		? "which has the old interface Serializable and could hold objects of any class: that needs \"classes\" => true"
		: "which the option \"classes\" does not allow";

	if (settings_allow(data, mention)) {
		if (find_class(mention, ZEND_FETCH_CLASS_NO_AUTOLOAD)) {
			return true;
		}
		why = "which does not exist (__PHP_Incomplete_Class)";
	}
	zend_throw_exception_ex(stampede_ce_exception, 0, "The value cannot be stored: it holds an object of class %.*s, %s",
		(int) mention->len, mention->name, why);
	return false;
}

/*
 * serialize() turns a resource into 0 without a word: warm requests would get another value than the cold one. Looks
 * into arrays only; what objects hold is their own business.
 */
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

/*
 * serialize() with all bits of floats, whatever serialize_precision says. Called from within another serialize() it
 * must not share that one's back references, hence the lock.
 */
static zend_never_inline void serialize(smart_str *text, zval *value)
{
	php_serialize_data_t data;
	zend_long precision = PG(serialize_precision);
	unsigned lock = BG(serialize_lock);

	PG(serialize_precision) = -1;
	BG(serialize_lock)++;
	zend_try {
		PHP_VAR_SERIALIZE_INIT(data);
		php_var_serialize(text, value, &data);
		PHP_VAR_SERIALIZE_DESTROY(data);
	} zend_catch {
		PG(serialize_precision) = precision;
		BG(serialize_lock) = lock;
		zend_bailout();
	} zend_end_try();
	PG(serialize_precision) = precision;
	BG(serialize_lock)--;
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
		zend_throw_exception_ex(stampede_ce_exception, 0,
			"The value (%s) cannot be stored: unserialize() would not read it, perhaps because it is nested deeper than unserialize_max_depth",
			zend_zval_type_name(value));
	}
	smart_str_free(&text);
	return NULL;
}

typedef struct {
	const stampede_settings *settings;
	HashTable *names;      /* those seen, in lower case, for unserialize() */
	const char *last_name; /* lists hold many objects of one class: it is looked up once */
	size_t last_len;
} reader;

static bool case_exists(zend_class_entry *ce, const class_mention *mention)
{
	zend_class_constant *constant = zend_hash_str_find_ptr(CE_CONSTANTS_TABLE(ce), mention->enum_case,
		mention->enum_case_len);

	return constant && (ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE) != 0;
}

static void remember_name(reader *r, const class_mention *mention)
{
	zend_string *lower = zend_string_alloc(mention->len, 0);

	zend_str_tolower_copy(ZSTR_VAL(lower), mention->name, mention->len);
	zend_hash_add_empty_element(r->names, lower);
	zend_string_release(lower);
}

static bool is_usable(const class_mention *mention, void *data)
{
	reader *r = data;
	bool is_enum = mention->enum_case != NULL;

	if (!is_enum && !mention->hides_content && r->last_name && r->last_len == mention->len
			&& memcmp(r->last_name, mention->name, mention->len) == 0) {
		return true;
	}
	if (!settings_allow(r->settings, mention)) {
		return false;
	}
	zend_class_entry *ce = find_class(mention, 0);
	if (!ce || ((ce->ce_flags & ZEND_ACC_ENUM) != 0) != is_enum || (is_enum && !case_exists(ce, mention))) {
		return false;
	}
	remember_name(r, mention);
	if (!is_enum) {
		r->last_name = mention->name;
		r->last_len = mention->len;
	}
	return true;
}

/* What unserialize() would complain about is a miss: it complains to nobody, as under @. */
static bool read_value(zend_string *bytes, HashTable *classes, zval *value)
{
	const unsigned char *at = (const unsigned char *) ZSTR_VAL(bytes);
	const unsigned char *end = at + ZSTR_LEN(bytes);
	php_unserialize_data_t data;
	int reporting = EG(error_reporting);

	PHP_VAR_UNSERIALIZE_INIT(data);
	php_var_unserialize_set_allowed_classes(data, classes);
	zval *slot = var_tmp_var(&data);
	EG(error_reporting) = 0;
	bool whole = php_var_unserialize(slot, &at, end, &data) && at == end && !EG(exception);
	EG(error_reporting) = reporting;
	if (whole) {
		ZVAL_COPY_DEREF(value, slot);
	}
	PHP_VAR_UNSERIALIZE_DESTROY(data); /* runs the delayed __wakeup() and __unserialize() calls */
	return whole;
}

/* Called from within another unserialize() it must not share that one's back references and classes, hence the lock. */
static zend_never_inline bool unserialize(zend_string *bytes, HashTable *classes, zval *value)
{
	volatile bool whole = false;
	int reporting = EG(error_reporting);
	unsigned lock = BG(serialize_lock);

	BG(serialize_lock)++;
	zend_try {
		whole = read_value(bytes, classes, value);
	} zend_catch {
		EG(error_reporting) = reporting;
		BG(serialize_lock) = lock;
		zend_bailout();
	} zend_end_try();
	BG(serialize_lock)--;
	if (whole && EG(exception)) {
		zval_ptr_dtor(value);
		ZVAL_UNDEF(value);
		return false;
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
	r.names = zend_new_array(0);
	bool any = Z_TYPE(settings->classes) == IS_TRUE;
	bool ok = visit_classes(ZSTR_VAL(bytes), ZSTR_LEN(bytes), is_usable, &r)
		&& unserialize(bytes, any ? NULL : r.names, value);
	zend_array_destroy(r.names);
	drop_exception();
	return ok;
}
