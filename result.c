/*
 * Stampede\Result, and its enums Status and Fill.
 */
#include "php_stampede.h"
#include "result.h"

#include "zend_enum.h"

/* Order of the properties in the stub. */
enum {
	PROPERTY_VALUE,
	PROPERTY_STATUS,
	PROPERTY_AGE,
	PROPERTY_IS_STALE,
	PROPERTY_BUILD_TIME,
	PROPERTY_WAITED,
	PROPERTY_FILL
};

/* Order of stampede_status and stampede_fill_outcome. */
static const char *const status_names[] = {"Hit", "Built", "Waited", "Stale", "Empty", "Fallback"};
static const char *const fill_names[] = {NULL, "Filled", "Late", "Rejected", "Superseded", "Failed"};

static void set_case(zval *property, zend_class_entry *ce, const char *name)
{
	ZVAL_OBJ_COPY(property, zend_enum_get_case_cstr(ce, name));
}

static double to_seconds(stampede_usec usec)
{
	return (double) usec / (double) STAMPEDE_USEC_PER_SEC;
}

void stampede_result_create(zval *return_value, stampede_answer *answer)
{
	object_init_ex(return_value, stampede_ce_result);
	zend_object *result = Z_OBJ_P(return_value);

	ZVAL_COPY_VALUE(OBJ_PROP_NUM(result, PROPERTY_VALUE), &answer->copy.value);
	set_case(OBJ_PROP_NUM(result, PROPERTY_STATUS), stampede_ce_status, status_names[answer->status]);
	if (answer->copy.built_at) {
		ZVAL_DOUBLE(OBJ_PROP_NUM(result, PROPERTY_AGE), to_seconds(stampede_copy_age(&answer->copy)));
	} else {
		ZVAL_NULL(OBJ_PROP_NUM(result, PROPERTY_AGE));
	}
	ZVAL_BOOL(OBJ_PROP_NUM(result, PROPERTY_IS_STALE), answer->status == STAMPEDE_STATUS_STALE);
	if (answer->copy.duration != STAMPEDE_NO_DURATION) {
		ZVAL_DOUBLE(OBJ_PROP_NUM(result, PROPERTY_BUILD_TIME), to_seconds(answer->copy.duration));
	} else {
		ZVAL_NULL(OBJ_PROP_NUM(result, PROPERTY_BUILD_TIME));
	}
	ZVAL_DOUBLE(OBJ_PROP_NUM(result, PROPERTY_WAITED), to_seconds(answer->waited));
	if (answer->fill != STAMPEDE_FILL_NONE) {
		set_case(OBJ_PROP_NUM(result, PROPERTY_FILL), stampede_ce_fill, fill_names[answer->fill]);
	} else {
		ZVAL_NULL(OBJ_PROP_NUM(result, PROPERTY_FILL));
	}
}

/* Only stampede makes results. */
ZEND_METHOD(Stampede_Result, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}
