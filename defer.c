/*
 * Rebuilds after the response: a shutdown function of our own sends the response and runs them. Not RSHUTDOWN: by then
 * destructors have run, and the builder needs its objects.
 */
#include "php_stampede.h"
#include "defer.h"

#include "ext/standard/basic_functions.h"
#include "zend_closures.h"

typedef struct _stampede_deferred {
	struct _stampede_deferred *next;
	stampede_call call;
	stampede_view seen; /* without its blob */
} stampede_deferred;

static zend_function *find_finish_request(void)
{
	zend_function *function = zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("fastcgi_finish_request"));

	return function ? function : zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("litespeed_finish_request"));
}

bool stampede_defer_possible(void)
{
	return find_finish_request() != NULL && !(EG(flags) & EG_FLAGS_IN_SHUTDOWN);
}

static void call_function(zend_function *function)
{
	zval result;

	zend_call_known_function(function, NULL, NULL, &result, 0, NULL, NULL);
	zval_ptr_dtor(&result);
}

static void deferred_free(stampede_deferred *deferred)
{
	stampede_builder *builder = &deferred->call.builder;

	zval_ptr_dtor(&builder->fci.function_name);
	if (builder->fcc.object) {
		OBJ_RELEASE(builder->fcc.object);
	}
	if (builder->locale) {
		zend_string_release(builder->locale);
	}
	stampede_call_release(&deferred->call);
	efree(deferred);
}

static void run_all(void)
{
	stampede_deferred *deferred;

	while ((deferred = STAMPEDE_G(deferred)) != NULL) {
		STAMPEDE_G(deferred) = deferred->next;
		stampede_rebuild(&deferred->call, &deferred->seen);
		deferred_free(deferred);
		if (EG(exception)) { /* exit() */
			return;
		}
	}
}

/* Sends the response. What PHP itself would do at the very end comes first: others wait for the session. */
static void finish_request(void)
{
	zend_function *close_session = zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("session_write_close"));
	zend_string *setting = ZSTR_INIT_LITERAL("ignore_user_abort", 0);

	if (close_session) {
		call_function(close_session);
	}
	if (!EG(exception)) {
		call_function(find_finish_request());
	}
	/* the client is gone from here on: output must not end the builder */
	zend_alter_ini_entry_chars(setting, "1", 1, PHP_INI_USER, PHP_INI_STAGE_RUNTIME);
	zend_string_release(setting);
}

#define MAX_REQUEUED 8 /* somebody else may want to be the last one, too */

static void append_shutdown_function(zend_long requeued);

ZEND_BEGIN_ARG_INFO_EX(arginfo_shutdown_function, 0, 0, 2)
	ZEND_ARG_INFO(0, requeued)
	ZEND_ARG_INFO(0, position)
ZEND_END_ARG_INFO()

/* Shutdown functions behind this one may still write output: it queues itself again until there are none. */
static ZEND_NAMED_FUNCTION(shutdown_function)
{
	zend_long requeued, position;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(requeued)
		Z_PARAM_LONG(position)
	ZEND_PARSE_PARAMETERS_END();
	if ((zend_long) zend_hash_num_elements(BG(user_shutdown_function_names)) > position && requeued < MAX_REQUEUED) {
		append_shutdown_function(requeued + 1);
		return;
	}
	finish_request();
	if (!EG(exception)) {
		run_all();
	}
}

static void append_shutdown_function(zend_long requeued)
{
	zend_internal_function function = {
		.type = ZEND_INTERNAL_FUNCTION,
		.handler = shutdown_function,
		.num_args = 2,
		.required_num_args = 2,
		.arg_info = (zend_internal_arg_info *) arginfo_shutdown_function + 1,
		.function_name = EG(current_execute_data)->func->common.function_name, /* the caller's, for messages */
	};
	php_shutdown_function_entry entry = {0};
	HashTable *queue = BG(user_shutdown_function_names);

	zend_create_closure(&entry.fci.function_name, (zend_function *) &function, NULL, NULL, NULL);
	zend_fcall_info_init(&entry.fci.function_name, 0, &entry.fci, &entry.fci_cache, NULL, NULL);
	entry.fci.params = safe_emalloc(2, sizeof(zval), 0);
	entry.fci.param_count = 2;
	ZVAL_LONG(&entry.fci.params[0], requeued);
	ZVAL_LONG(&entry.fci.params[1], (queue ? zend_hash_num_elements(queue) : 0) + 1);
	append_user_shutdown_function(&entry);
}

static bool is_queued(const stampede_call *call, stampede_deferred ***end)
{
	stampede_deferred **link = &STAMPEDE_G(deferred);

	for (; *link; link = &(*link)->next) {
		stampede_call *other = &(*link)->call;
		if (other->store->place == call->store->place
				&& memcmp(other->entry->identity, call->entry->identity, STAMPEDE_IDENTITY_LEN) == 0) {
			return true;
		}
	}
	*end = link;
	return false;
}

void stampede_defer(const stampede_call *call, const stampede_view *seen)
{
	stampede_deferred **end;

	if (is_queued(call, &end)) {
		return;
	}
	if (!STAMPEDE_G(deferred)) {
		append_shutdown_function(0);
	}
	stampede_deferred *deferred = ecalloc(1, sizeof(*deferred));
	deferred->call = *call;
	stampede_call_addref(&deferred->call);
	deferred->seen = *seen;
	deferred->seen.blob = NULL;
	stampede_builder *builder = &deferred->call.builder;
	Z_TRY_ADDREF(builder->fci.function_name);
	if (builder->fcc.object) {
		GC_ADDREF(builder->fcc.object);
	}
	if (builder->locale) {
		zend_string_addref(builder->locale);
	}
	*end = deferred;
}

void stampede_defer_request_end(void)
{
	stampede_deferred *deferred;

	while ((deferred = STAMPEDE_G(deferred)) != NULL) {
		STAMPEDE_G(deferred) = deferred->next;
		deferred_free(deferred);
	}
}
