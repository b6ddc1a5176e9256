/*
 * Calling the builder, and class Stampede\Build.
 */
#include "php_stampede.h"
#include "build.h"
#include "stale.h"
#include "stats.h"
#include "value.h"

#include "zend_exceptions.h"

typedef struct {
	stampede_lease *lease; /* NULL: the build has ended */
	zend_object std;
} build_object;

static zend_object_handlers build_handlers;

static build_object *build_from(zend_object *object)
{
	return (build_object *) ((char *) object - offsetof(build_object, std));
}

/* ---- calling the builder ---- */

static void make_build_object(zval *object, stampede_lease *lease)
{
	object_init_ex(object, stampede_ce_build);
	build_object *build = build_from(Z_OBJ_P(object));
	build->lease = lease;
	lease->shown_by = &build->lease;
}

/* How many of ($locale, $build) the callable takes; more than it takes is an error for functions like time(). */
static uint32_t arguments_taken(const zend_function *function)
{
	if (!function || (function->common.fn_flags & (ZEND_ACC_VARIADIC | ZEND_ACC_CALL_VIA_TRAMPOLINE))
			|| (function->type == ZEND_INTERNAL_FUNCTION && !function->common.arg_info)) { /* __call() as a closure */
		return 2;
	}
	return MIN(function->common.num_args, 2);
}

static void call_builder(stampede_builder *builder, stampede_lease *lease, zval *value)
{
	zval arguments[2];
	uint32_t count = arguments_taken(builder->fcc.function_handler);

	if (builder->locale) {
		ZVAL_STR_COPY(&arguments[0], builder->locale);
	} else {
		ZVAL_NULL(&arguments[0]);
	}
	if (count > 1) {
		make_build_object(&arguments[1], lease);
	}
	builder->fci.param_count = count;
	builder->fci.params = arguments;
	builder->fci.retval = value;
	ZVAL_UNDEF(value);
	zend_result result = zend_call_function(&builder->fci, &builder->fcc);
	stampede_lease_hide(lease); /* what the object chooses counts while the builder runs */
	zval_ptr_dtor(&arguments[0]);
	if (count > 1) {
		zval_ptr_dtor(&arguments[1]);
	}
	if (Z_ISREF_P(value)) {
		zend_unwrap_reference(value);
	}
	if ((result == FAILURE || Z_TYPE_P(value) == IS_UNDEF) && !stampede_interrupted()) {
		zend_throw_exception(stampede_ce_exception, "The builder could not be called", 0);
	}
}

static void run(stampede_builder *builder, stampede_lease *lease, stampede_product *product)
{
	call_builder(builder, lease, &product->value);
	product->duration = stampede_now() - lease->began;
	if (!stampede_interrupted() && lease->settings->body && Z_TYPE(product->value) != IS_STRING) {
		zend_type_error("The builder of stampede_send() must return a string, %s returned",
			zend_zval_type_name(&product->value));
		product->unstorable = true;
		return;
	}
	if (!stampede_interrupted() && lease->number && !lease->discarded && stampede_lease_is_mine(lease)) {
		product->body = stampede_value_encode(&product->value, lease->settings, &product->serializer);
		product->unstorable = !product->body;
	}
}

/* Alone with its try, so that no variable lives in a register across the jump. */
static zend_never_inline void run_guarded(stampede_builder *builder, stampede_lease *lease, stampede_product *product)
{
	zend_try {
		run(builder, lease, product);
	} zend_catch {
		stampede_count(STAMPEDE_COUNT_BUILD_ERROR, 1);
		stampede_lease_abandon(lease);
		zend_bailout();
	} zend_end_try();
}

zend_result stampede_build_run(stampede_builder *builder, stampede_lease *lease, stampede_product *product)
{
	memset(product, 0, sizeof(*product));
	ZVAL_UNDEF(&product->value);
	run_guarded(builder, lease, product);
	if (!stampede_interrupted()) {
		return SUCCESS;
	}
	zval_ptr_dtor(&product->value);
	ZVAL_UNDEF(&product->value);
	if (product->body) {
		zend_string_release(product->body);
		product->body = NULL;
	}
	return FAILURE;
}

/* ---- Stampede\Build ---- */

static zend_object *build_create(zend_class_entry *ce)
{
	build_object *build = zend_object_alloc(sizeof(*build), ce);

	build->lease = NULL;
	zend_object_std_init(&build->std, ce);
	object_properties_init(&build->std, ce);
	build->std.handlers = &build_handlers;
	return &build->std;
}

static void build_free(zend_object *object)
{
	build_object *build = build_from(object);

	if (build->lease) {
		build->lease->shown_by = NULL;
	}
	zend_object_std_dtor(object);
}

void stampede_build_register(zend_class_entry *ce)
{
	ce->create_object = build_create;
	memcpy(&build_handlers, zend_get_std_object_handlers(), sizeof(build_handlers));
	build_handlers.offset = offsetof(build_object, std);
	build_handlers.free_obj = build_free;
	build_handlers.clone_obj = NULL;
}

static stampede_lease *running_lease(zval *this)
{
	stampede_lease *lease = build_from(Z_OBJ_P(this))->lease;

	if (!lease) {
		zend_throw_exception(stampede_ce_exception, "The build has ended", 0);
	}
	return lease;
}

ZEND_METHOD(Stampede_Build, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Stampede_Build, remaining)
{
	ZEND_PARSE_PARAMETERS_NONE();
	stampede_lease *lease = build_from(Z_OBJ_P(ZEND_THIS))->lease;
	stampede_usec left = lease ? lease->ends - stampede_now() : 0;

	RETURN_DOUBLE((double) MAX(left, 0) / (double) STAMPEDE_USEC_PER_SEC);
}

ZEND_METHOD(Stampede_Build, extend)
{
	double seconds;
	stampede_usec lease_time;
	bool renewed = false;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_DOUBLE(seconds)
	ZEND_PARSE_PARAMETERS_END();
	if (stampede_settings_duration("lock_ttl", seconds, 1, &lease_time) == FAILURE) {
		RETURN_THROWS();
	}
	stampede_lease *lease = build_from(Z_OBJ_P(ZEND_THIS))->lease;
	if (!lease || !lease->number || !stampede_lease_is_mine(lease)) {
		RETURN_FALSE;
	}
	stampede_usec asked_at = stampede_now();
	stampede_usec record_life = stampede_record_life(lease->settings);
	lease->store->ops->extend(lease->store, lease->entry, lease->token, lease_time,
		record_life ? record_life + lease_time : 0, &renewed);
	if (renewed) {
		lease->ends = asked_at + lease_time;
	}
	RETURN_BOOL(renewed);
}

ZEND_METHOD(Stampede_Build, ttl)
{
	double seconds;
	stampede_usec ttl;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_DOUBLE(seconds)
	ZEND_PARSE_PARAMETERS_END();
	stampede_lease *lease = running_lease(ZEND_THIS);
	if (!lease || stampede_settings_duration("ttl", seconds, 1, &ttl) == FAILURE) {
		RETURN_THROWS();
	}
	lease->ttl = ttl;
}

ZEND_METHOD(Stampede_Build, staleTtl)
{
	double seconds;
	stampede_usec ttl;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_DOUBLE(seconds)
	ZEND_PARSE_PARAMETERS_END();
	stampede_lease *lease = running_lease(ZEND_THIS);
	if (!lease || stampede_settings_duration("stale_ttl", seconds, 1, &ttl) == FAILURE) {
		RETURN_THROWS();
	}
	lease->stale_ttl = ttl;
}

ZEND_METHOD(Stampede_Build, discard)
{
	ZEND_PARSE_PARAMETERS_NONE();
	stampede_lease *lease = running_lease(ZEND_THIS);
	if (!lease) {
		RETURN_THROWS();
	}
	lease->discarded = true;
}

ZEND_METHOD(Stampede_Build, stale)
{
	stampede_view view;
	stampede_copy copy;

	ZEND_PARSE_PARAMETERS_NONE();
	stampede_lease *lease = running_lease(ZEND_THIS);
	if (!lease) {
		RETURN_THROWS();
	}
	if (lease->store->ops->lookup(lease->store, lease->entry, STAMPEDE_COPY_STALE, &view) != STAMPEDE_STORE_OK) {
		RETURN_NULL();
	}
	stampede_settings settings = *lease->settings;
	settings.body = false; /* the value, also in a call that answers its blob */
	if (stampede_copy_take(lease->entry, &view, STAMPEDE_COPY_STALE, &settings, &copy)) {
		ZVAL_COPY_VALUE(return_value, &copy.value);
	}
	stampede_view_clear(&view);
}
