/*
 * The module: start and end of module and request, phpinfo(), the functions, and the methods of Stampede\Cache, which
 * are the same functions on another cache.
 */
#include "php_stampede.h"
#include "backend.h"
#include "build.h"
#include "cache.h"
#include "defer.h"
#include "host.h"
#include "memcached_link.h"
#include "metrics.h"
#include "redis_link.h"
#include "remember.h"
#include "result.h"
#include "send.h"

#include "ext/spl/spl_exceptions.h"
#include "ext/standard/info.h"
#include "ext/standard/sha1.h"
#include "zend_enum.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"
#if PHP_VERSION_ID >= 80300
# include "zend_hrtime.h"
#else
# include "ext/standard/hrtime.h"
#endif

#ifdef PHP_WIN32
# include "win32/time.h"
#else
# include <sys/time.h>
#endif
#ifdef HAVE_STAMPEDE_LIBMEMCACHED
# include <libmemcached/memcached.h>
#endif

#include "stampede_arginfo.h"

ZEND_DECLARE_MODULE_GLOBALS(stampede)

zend_class_entry *stampede_ce_cache;
zend_class_entry *stampede_ce_result;
zend_class_entry *stampede_ce_status;
zend_class_entry *stampede_ce_fill;
zend_class_entry *stampede_ce_build;
zend_class_entry *stampede_ce_exception;
zend_class_entry *stampede_ce_connection_exception;
zend_class_entry *stampede_ce_recursion_exception;

stampede_usec stampede_now(void)
{
#if PHP_VERSION_ID >= 80300
	return (stampede_usec) (zend_hrtime() / 1000);
#else
	return (stampede_usec) (php_hrtime_current() / 1000);
#endif
}

stampede_usec stampede_wall_clock(void)
{
	struct timeval now;

	gettimeofday(&now, NULL);
	return now.tv_sec * STAMPEDE_USEC_PER_SEC + now.tv_usec;
}

void stampede_sha1(const void *bytes, size_t len, unsigned char digest[STAMPEDE_SHA1_LEN])
{
	PHP_SHA1_CTX context;

	PHP_SHA1Init(&context);
	PHP_SHA1Update(&context, bytes, len);
	PHP_SHA1Final(digest, &context);
}

void stampede_warning(const char *format, ...)
{
	zval handler;
	va_list args;

	va_start(args, format);
	zend_string *message = zend_vstrpprintf(0, format, args);
	va_end(args);
	ZVAL_COPY_VALUE(&handler, &EG(user_error_handler));
	ZVAL_UNDEF(&EG(user_error_handler));
	int display = PG(display_errors);
	if (STAMPEDE_G(sending)) { /* shown, it would be sent in front of the body */
		PG(display_errors) = 0;
	}
	php_error_docref(NULL, E_WARNING, "%s", ZSTR_VAL(message));
	PG(display_errors) = (unsigned char) display;
	ZVAL_COPY_VALUE(&EG(user_error_handler), &handler);
	zend_string_release(message);
}

/* ---- the verbs ---- */

/* The cache of a method's object or, in a function, the default one. */
static bool find_cache(zval *this, stampede_cache *cache)
{
	if (this) {
		return stampede_cache_from(Z_OBJ_P(this), cache);
	}
	*cache = stampede_cache_default();
	return true;
}

/* Checks the arguments that all verbs for one entry share. On success stampede_call_release() is owed. */
static zend_result begin_call(zval *this, stampede_call *call, zend_string *key, zend_string *locale, HashTable *options,
	int where, uint32_t options_arg)
{
	stampede_cache cache;

	if (stampede_key_check(key, 1) == FAILURE || stampede_locale_check(locale, 2) == FAILURE
			|| !find_cache(this, &cache)) {
		return FAILURE;
	}
	call->settings = *cache.settings;
	ZVAL_NULL(&call->settings.empty);
	call->settings.refresh = false;
	call->settings.content_type = NULL;
	call->settings.body = (where & STAMPEDE_IN_SEND) != 0;
	if (options && stampede_settings_apply(&call->settings, options, where, options_arg) == FAILURE) {
		return FAILURE;
	}
	stampede_settings_own(&call->settings); /* the builder may change the INI, or what an option refers to */
	call->store = stampede_store_addref(cache.store);
	call->entry = stampede_entry_create(call->settings.prefix, key, locale);
	return SUCCESS;
}

/* The arguments of the verbs with a builder. */
static zend_result begin_builder_call(zend_execute_data *execute_data, stampede_call *call, int where)
{
	zend_string *key, *locale;
	HashTable *options = NULL;

	ZEND_PARSE_PARAMETERS_START(3, 4)
		Z_PARAM_STR(key)
		Z_PARAM_STR_OR_NULL(locale)
		Z_PARAM_FUNC(call->builder.fci, call->builder.fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END_EX(return FAILURE);

	call->builder.locale = locale;
	return begin_call(getThis(), call, key, locale, options, where, 4);
}

static void remember_or_fetch(INTERNAL_FUNCTION_PARAMETERS, bool as_result)
{
	stampede_call call;
	stampede_answer answer;

	if (begin_builder_call(execute_data, &call, STAMPEDE_IN_CALL) == FAILURE) {
		RETURN_THROWS();
	}
	if (stampede_remember(&call, &answer) == SUCCESS) {
		if (as_result) {
			stampede_result_create(return_value, &answer);
		} else {
			ZVAL_COPY_VALUE(return_value, &answer.copy.value);
		}
	}
	stampede_call_release(&call);
}

static zend_result remember_for_sending(stampede_call *call, stampede_answer *answer)
{
	STAMPEDE_G(sending) = true;
	zend_result result = stampede_remember(call, answer);
	STAMPEDE_G(sending) = false;
	return result;
}

static void send_answer(INTERNAL_FUNCTION_PARAMETERS)
{
	stampede_call call;
	stampede_answer answer;

	if (begin_builder_call(execute_data, &call, STAMPEDE_IN_CALL | STAMPEDE_IN_SEND) == FAILURE) {
		RETURN_THROWS();
	}
	if (stampede_send_check_empty(&call.settings.empty, 4) && stampede_send_possible()
			&& remember_for_sending(&call, &answer) == SUCCESS) {
		stampede_send(&call, &answer);
		zval_ptr_dtor(&answer.copy.value);
		ZVAL_NULL(&answer.copy.value); /* it has been sent, perhaps without ever having been decompressed */
		if (!EG(exception)) {
			stampede_result_create(return_value, &answer);
		}
	}
	stampede_call_release(&call);
}

static void peek(INTERNAL_FUNCTION_PARAMETERS)
{
	zend_string *key, *locale = NULL;
	stampede_call call;
	stampede_answer answer;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(locale)
	ZEND_PARSE_PARAMETERS_END();

	if (begin_call(getThis(), &call, key, locale, NULL, STAMPEDE_IN_CALL, 0) == FAILURE) {
		RETURN_THROWS();
	}
	if (stampede_peek(&call, &answer)) {
		stampede_result_create(return_value, &answer);
	}
	stampede_call_release(&call);
}

static void put(INTERNAL_FUNCTION_PARAMETERS)
{
	zend_string *key, *locale;
	zval *value;
	HashTable *options = NULL;
	stampede_call call;

	ZEND_PARSE_PARAMETERS_START(3, 4)
		Z_PARAM_STR(key)
		Z_PARAM_STR_OR_NULL(locale)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END();

	if (begin_call(getThis(), &call, key, locale, options, STAMPEDE_IN_CALL, 4) == FAILURE) {
		RETURN_THROWS();
	}
	stampede_put(&call, value);
	stampede_call_release(&call);
}

static void append_field(smart_str *fields, char letter, zend_string *locale)
{
	if (fields->s) {
		smart_str_appendc(fields, ' ');
	}
	smart_str_appendc(fields, letter);
	smart_str_appendc(fields, ':');
	if (locale) {
		smart_str_append(fields, locale);
	}
}

/* The fields of the record that a list of locales means: "s:ru s:en". null in the list is the entry without a locale. */
static zend_result append_fields(smart_str *fields, char letter, HashTable *locales)
{
	zval *locale;

	ZEND_HASH_FOREACH_VAL(locales, locale) {
		ZVAL_DEREF(locale);
		if (Z_TYPE_P(locale) != IS_STRING && Z_TYPE_P(locale) != IS_NULL) {
			zend_argument_type_error(2, "must be a list of strings and nulls, %s given in it", zend_zval_type_name(locale));
			return FAILURE;
		}
		zend_string *name = Z_TYPE_P(locale) == IS_STRING ? Z_STR_P(locale) : NULL;
		if (stampede_locale_check(name, 2) == FAILURE) {
			return FAILURE;
		}
		append_field(fields, letter, name);
	} ZEND_HASH_FOREACH_END();
	return SUCCESS;
}

/* letter: the stamps of the record to change, 's' (soft) or 'h' (hard). */
static void invalidate(INTERNAL_FUNCTION_PARAMETERS, char letter)
{
	zend_string *key, *locale = NULL;
	HashTable *locales = NULL;
	stampede_cache cache;
	smart_str fields = {0};

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_STR_OR_NULL(locales, locale)
	ZEND_PARSE_PARAMETERS_END();

	if (stampede_key_check(key, 1) == FAILURE || stampede_locale_check(locale, 2) == FAILURE
			|| (locales && append_fields(&fields, letter, locales) == FAILURE)
			|| !find_cache(getThis(), &cache)) {
		smart_str_free(&fields);
		RETURN_THROWS();
	}
	if (locale) {
		append_field(&fields, letter, locale);
	} else if (!locales) {
		smart_str_appendc(&fields, letter);
	}
	if (fields.s) { /* an empty list of locales asks for nothing */
		smart_str_0(&fields);
		/* a warning may run code of the user's */
		stampede_store *store = stampede_store_addref(cache.store);
		zend_string *prefix = zend_string_copy(cache.settings->prefix);
		stampede_invalidate(store, prefix, key, fields.s);
		zend_string_release(prefix);
		stampede_store_release(store);
	}
	smart_str_free(&fields);
}

ZEND_FUNCTION(stampede_remember)
{
	remember_or_fetch(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

ZEND_FUNCTION(stampede_fetch)
{
	remember_or_fetch(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}

ZEND_FUNCTION(stampede_send)
{
	send_answer(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(stampede_peek)
{
	peek(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(stampede_put)
{
	put(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(stampede_invalidate)
{
	invalidate(INTERNAL_FUNCTION_PARAM_PASSTHRU, 's');
}

ZEND_FUNCTION(stampede_forget)
{
	invalidate(INTERNAL_FUNCTION_PARAM_PASSTHRU, 'h');
}

ZEND_FUNCTION(stampede_stats)
{
	ZEND_PARSE_PARAMETERS_NONE();
	stampede_metrics_array(return_value);
}

ZEND_FUNCTION(stampede_metrics)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_STR(stampede_metrics_text());
}

ZEND_METHOD(Stampede_Cache, remember)
{
	remember_or_fetch(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

ZEND_METHOD(Stampede_Cache, fetch)
{
	remember_or_fetch(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}

ZEND_METHOD(Stampede_Cache, send)
{
	send_answer(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_METHOD(Stampede_Cache, peek)
{
	peek(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_METHOD(Stampede_Cache, put)
{
	put(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_METHOD(Stampede_Cache, invalidate)
{
	invalidate(INTERNAL_FUNCTION_PARAM_PASSTHRU, 's');
}

ZEND_METHOD(Stampede_Cache, forget)
{
	invalidate(INTERNAL_FUNCTION_PARAM_PASSTHRU, 'h');
}

/* ---- module and request life ---- */

static PHP_GINIT_FUNCTION(stampede)
{
#if defined(COMPILE_DL_STAMPEDE) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(stampede_globals, 0, sizeof(*stampede_globals));
	stampede_links_startup(&stampede_globals->endpoints);
#ifdef HAVE_STAMPEDE_LIBMEMCACHED
	stampede_rings_startup(&stampede_globals->rings);
#endif
}

static PHP_GSHUTDOWN_FUNCTION(stampede)
{
	stampede_links_shutdown(&stampede_globals->endpoints);
#ifdef HAVE_STAMPEDE_LIBMEMCACHED
	stampede_rings_shutdown(&stampede_globals->rings);
#endif
	stampede_blob_shutdown(&stampede_globals->inflater);
}

static PHP_MINIT_FUNCTION(stampede)
{
	stampede_settings_register(type, module_number);
	stampede_host_startup();
	stampede_redis_scripts_startup();
	stampede_ce_status = register_class_Stampede_Status();
	stampede_ce_fill = register_class_Stampede_Fill();
	stampede_ce_result = register_class_Stampede_Result();
	stampede_ce_build = register_class_Stampede_Build();
	stampede_ce_cache = register_class_Stampede_Cache();
	stampede_ce_exception = register_class_Stampede_Exception(spl_ce_RuntimeException);
	stampede_ce_connection_exception = register_class_Stampede_ConnectionException(stampede_ce_exception);
	stampede_ce_recursion_exception = register_class_Stampede_RecursionException(stampede_ce_exception);
	stampede_build_register(stampede_ce_build);
	stampede_cache_register(stampede_ce_cache);
	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(stampede)
{
	UNREGISTER_INI_ENTRIES();
	stampede_host_shutdown();
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(stampede)
{
#if defined(COMPILE_DL_STAMPEDE) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	STAMPEDE_G(default_store) = NULL;
	STAMPEDE_G(leases) = NULL;
	STAMPEDE_G(deferred) = NULL;
	STAMPEDE_G(sending) = false;
	STAMPEDE_G(sent) = false;
	STAMPEDE_G(waited) = 0;
	return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(stampede)
{
	stampede_links_request_end(); /* first: a link left in the middle of an exchange cannot release locks */
#ifdef HAVE_STAMPEDE_LIBMEMCACHED
	stampede_rings_request_end();
#endif
	stampede_leases_request_end();
	stampede_defer_request_end();
	stampede_cache_request_end();
	return SUCCESS;
}

static PHP_MINFO_FUNCTION(stampede)
{
	char hiredis[32];

	snprintf(hiredis, sizeof(hiredis), "%d.%d.%d", HIREDIS_MAJOR, HIREDIS_MINOR, HIREDIS_PATCH);
	php_info_print_table_start();
	php_info_print_table_row(2, "stampede support", "enabled");
	php_info_print_table_row(2, "Version", PHP_STAMPEDE_VERSION);
	php_info_print_table_row(2, "hiredis version", hiredis);
	php_info_print_table_row(2, "gzip engine", stampede_blob_engine());
#ifdef HAVE_STAMPEDE_LIBMEMCACHED
	php_info_print_table_row(2, "Memcached", "enabled, libmemcached " LIBMEMCACHED_VERSION_STRING);
#else
	php_info_print_table_row(2, "Memcached", "not in this build");
#endif
#ifdef HAVE_STAMPEDE_TLS
	php_info_print_table_row(2, "TLS (rediss://)", "enabled");
#else
	php_info_print_table_row(2, "TLS (rediss://)", "not in this build");
#endif
	php_info_print_table_end();
	DISPLAY_INI_ENTRIES();
	stampede_metrics_info();
}

static const zend_module_dep stampede_deps[] = {
	ZEND_MOD_REQUIRED("standard")
	ZEND_MOD_REQUIRED("spl")
	ZEND_MOD_REQUIRED("random")
	ZEND_MOD_END
};

zend_module_entry stampede_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	stampede_deps,
	"stampede",
	ext_functions,
	PHP_MINIT(stampede),
	PHP_MSHUTDOWN(stampede),
	PHP_RINIT(stampede),
	PHP_RSHUTDOWN(stampede),
	PHP_MINFO(stampede),
	PHP_STAMPEDE_VERSION,
	PHP_MODULE_GLOBALS(stampede),
	PHP_GINIT(stampede),
	PHP_GSHUTDOWN(stampede),
	NULL,
	STANDARD_MODULE_PROPERTIES_EX
};

#ifdef COMPILE_DL_STAMPEDE
# ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
# endif
ZEND_GET_MODULE(stampede)
#endif
