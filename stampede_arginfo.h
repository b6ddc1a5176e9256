/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 86d72ad823bb525273641bcc4e6eabb0db7902a7 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_stampede_remember, 0, 3, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, locale, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, builder, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_stampede_fetch, 0, 3, Stampede\\Result, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, locale, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, builder, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_stampede_send arginfo_stampede_fetch

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_stampede_peek, 0, 1, Stampede\\Result, 1)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, locale, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_stampede_put, 0, 3, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, locale, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_stampede_invalidate, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, locale, MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

#define arginfo_stampede_forget arginfo_stampede_invalidate

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_stampede_stats, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_stampede_metrics, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Stampede_Result___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Stampede_Build___construct arginfo_class_Stampede_Result___construct

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Stampede_Build_remaining, 0, 0, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Stampede_Build_extend, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, seconds, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Stampede_Build_ttl, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, seconds, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Stampede_Build_staleTtl arginfo_class_Stampede_Build_ttl

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Stampede_Build_discard, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Stampede_Build_stale, 0, 0, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Stampede_Cache___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, config, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Stampede_Cache_remember arginfo_stampede_remember

#define arginfo_class_Stampede_Cache_fetch arginfo_stampede_fetch

#define arginfo_class_Stampede_Cache_send arginfo_stampede_fetch

#define arginfo_class_Stampede_Cache_peek arginfo_stampede_peek

#define arginfo_class_Stampede_Cache_put arginfo_stampede_put

#define arginfo_class_Stampede_Cache_invalidate arginfo_stampede_invalidate

#define arginfo_class_Stampede_Cache_forget arginfo_stampede_invalidate


ZEND_FUNCTION(stampede_remember);
ZEND_FUNCTION(stampede_fetch);
ZEND_FUNCTION(stampede_send);
ZEND_FUNCTION(stampede_peek);
ZEND_FUNCTION(stampede_put);
ZEND_FUNCTION(stampede_invalidate);
ZEND_FUNCTION(stampede_forget);
ZEND_FUNCTION(stampede_stats);
ZEND_FUNCTION(stampede_metrics);
ZEND_METHOD(Stampede_Result, __construct);
ZEND_METHOD(Stampede_Build, __construct);
ZEND_METHOD(Stampede_Build, remaining);
ZEND_METHOD(Stampede_Build, extend);
ZEND_METHOD(Stampede_Build, ttl);
ZEND_METHOD(Stampede_Build, staleTtl);
ZEND_METHOD(Stampede_Build, discard);
ZEND_METHOD(Stampede_Build, stale);
ZEND_METHOD(Stampede_Cache, __construct);
ZEND_METHOD(Stampede_Cache, remember);
ZEND_METHOD(Stampede_Cache, fetch);
ZEND_METHOD(Stampede_Cache, send);
ZEND_METHOD(Stampede_Cache, peek);
ZEND_METHOD(Stampede_Cache, put);
ZEND_METHOD(Stampede_Cache, invalidate);
ZEND_METHOD(Stampede_Cache, forget);


static const zend_function_entry ext_functions[] = {
	ZEND_FE(stampede_remember, arginfo_stampede_remember)
	ZEND_FE(stampede_fetch, arginfo_stampede_fetch)
	ZEND_FE(stampede_send, arginfo_stampede_send)
	ZEND_FE(stampede_peek, arginfo_stampede_peek)
	ZEND_FE(stampede_put, arginfo_stampede_put)
	ZEND_FE(stampede_invalidate, arginfo_stampede_invalidate)
	ZEND_FE(stampede_forget, arginfo_stampede_forget)
	ZEND_FE(stampede_stats, arginfo_stampede_stats)
	ZEND_FE(stampede_metrics, arginfo_stampede_metrics)
	ZEND_FE_END
};


static const zend_function_entry class_Stampede_Status_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Stampede_Fill_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Stampede_Result_methods[] = {
	ZEND_ME(Stampede_Result, __construct, arginfo_class_Stampede_Result___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};


static const zend_function_entry class_Stampede_Build_methods[] = {
	ZEND_ME(Stampede_Build, __construct, arginfo_class_Stampede_Build___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Stampede_Build, remaining, arginfo_class_Stampede_Build_remaining, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Build, extend, arginfo_class_Stampede_Build_extend, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Build, ttl, arginfo_class_Stampede_Build_ttl, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Build, staleTtl, arginfo_class_Stampede_Build_staleTtl, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Build, discard, arginfo_class_Stampede_Build_discard, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Build, stale, arginfo_class_Stampede_Build_stale, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Stampede_Cache_methods[] = {
	ZEND_ME(Stampede_Cache, __construct, arginfo_class_Stampede_Cache___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Cache, remember, arginfo_class_Stampede_Cache_remember, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Cache, fetch, arginfo_class_Stampede_Cache_fetch, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Cache, send, arginfo_class_Stampede_Cache_send, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Cache, peek, arginfo_class_Stampede_Cache_peek, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Cache, put, arginfo_class_Stampede_Cache_put, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Cache, invalidate, arginfo_class_Stampede_Cache_invalidate, ZEND_ACC_PUBLIC)
	ZEND_ME(Stampede_Cache, forget, arginfo_class_Stampede_Cache_forget, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Stampede_Exception_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Stampede_ConnectionException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Stampede_RecursionException_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Stampede_Status(void)
{
	zend_class_entry *class_entry = zend_register_internal_enum("Stampede\\Status", IS_STRING, class_Stampede_Status_methods);

	zval enum_case_Hit_value;
	zend_string *enum_case_Hit_value_str = zend_string_init("hit", strlen("hit"), 1);
	ZVAL_STR(&enum_case_Hit_value, enum_case_Hit_value_str);
	zend_enum_add_case_cstr(class_entry, "Hit", &enum_case_Hit_value);

	zval enum_case_Built_value;
	zend_string *enum_case_Built_value_str = zend_string_init("built", strlen("built"), 1);
	ZVAL_STR(&enum_case_Built_value, enum_case_Built_value_str);
	zend_enum_add_case_cstr(class_entry, "Built", &enum_case_Built_value);

	zval enum_case_Waited_value;
	zend_string *enum_case_Waited_value_str = zend_string_init("waited", strlen("waited"), 1);
	ZVAL_STR(&enum_case_Waited_value, enum_case_Waited_value_str);
	zend_enum_add_case_cstr(class_entry, "Waited", &enum_case_Waited_value);

	zval enum_case_Stale_value;
	zend_string *enum_case_Stale_value_str = zend_string_init("stale", strlen("stale"), 1);
	ZVAL_STR(&enum_case_Stale_value, enum_case_Stale_value_str);
	zend_enum_add_case_cstr(class_entry, "Stale", &enum_case_Stale_value);

	zval enum_case_Empty_value;
	zend_string *enum_case_Empty_value_str = zend_string_init("empty", strlen("empty"), 1);
	ZVAL_STR(&enum_case_Empty_value, enum_case_Empty_value_str);
	zend_enum_add_case_cstr(class_entry, "Empty", &enum_case_Empty_value);

	zval enum_case_Fallback_value;
	zend_string *enum_case_Fallback_value_str = zend_string_init("fallback", strlen("fallback"), 1);
	ZVAL_STR(&enum_case_Fallback_value, enum_case_Fallback_value_str);
	zend_enum_add_case_cstr(class_entry, "Fallback", &enum_case_Fallback_value);

	return class_entry;
}

static zend_class_entry *register_class_Stampede_Fill(void)
{
	zend_class_entry *class_entry = zend_register_internal_enum("Stampede\\Fill", IS_STRING, class_Stampede_Fill_methods);

	zval enum_case_Filled_value;
	zend_string *enum_case_Filled_value_str = zend_string_init("filled", strlen("filled"), 1);
	ZVAL_STR(&enum_case_Filled_value, enum_case_Filled_value_str);
	zend_enum_add_case_cstr(class_entry, "Filled", &enum_case_Filled_value);

	zval enum_case_Late_value;
	zend_string *enum_case_Late_value_str = zend_string_init("late", strlen("late"), 1);
	ZVAL_STR(&enum_case_Late_value, enum_case_Late_value_str);
	zend_enum_add_case_cstr(class_entry, "Late", &enum_case_Late_value);

	zval enum_case_Rejected_value;
	zend_string *enum_case_Rejected_value_str = zend_string_init("rejected", strlen("rejected"), 1);
	ZVAL_STR(&enum_case_Rejected_value, enum_case_Rejected_value_str);
	zend_enum_add_case_cstr(class_entry, "Rejected", &enum_case_Rejected_value);

	zval enum_case_Superseded_value;
	zend_string *enum_case_Superseded_value_str = zend_string_init("superseded", strlen("superseded"), 1);
	ZVAL_STR(&enum_case_Superseded_value, enum_case_Superseded_value_str);
	zend_enum_add_case_cstr(class_entry, "Superseded", &enum_case_Superseded_value);

	zval enum_case_Failed_value;
	zend_string *enum_case_Failed_value_str = zend_string_init("failed", strlen("failed"), 1);
	ZVAL_STR(&enum_case_Failed_value, enum_case_Failed_value_str);
	zend_enum_add_case_cstr(class_entry, "Failed", &enum_case_Failed_value);

	return class_entry;
}

static zend_class_entry *register_class_Stampede_Result(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stampede", "Result", class_Stampede_Result_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_value_default_value;
	ZVAL_UNDEF(&property_value_default_value);
	zend_string *property_value_name = zend_string_init("value", sizeof("value") - 1, 1);
	zend_declare_typed_property(class_entry, property_value_name, &property_value_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ANY));
	zend_string_release(property_value_name);

	zend_string *property_status_class_Stampede_Status = zend_string_init("Stampede\\Status", sizeof("Stampede\\Status")-1, 1);
	zval property_status_default_value;
	ZVAL_UNDEF(&property_status_default_value);
	zend_string *property_status_name = zend_string_init("status", sizeof("status") - 1, 1);
	zend_declare_typed_property(class_entry, property_status_name, &property_status_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_status_class_Stampede_Status, 0, 0));
	zend_string_release(property_status_name);

	zval property_age_default_value;
	ZVAL_UNDEF(&property_age_default_value);
	zend_string *property_age_name = zend_string_init("age", sizeof("age") - 1, 1);
	zend_declare_typed_property(class_entry, property_age_name, &property_age_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_DOUBLE|MAY_BE_NULL));
	zend_string_release(property_age_name);

	zval property_isStale_default_value;
	ZVAL_UNDEF(&property_isStale_default_value);
	zend_string *property_isStale_name = zend_string_init("isStale", sizeof("isStale") - 1, 1);
	zend_declare_typed_property(class_entry, property_isStale_name, &property_isStale_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_isStale_name);

	zval property_buildTime_default_value;
	ZVAL_UNDEF(&property_buildTime_default_value);
	zend_string *property_buildTime_name = zend_string_init("buildTime", sizeof("buildTime") - 1, 1);
	zend_declare_typed_property(class_entry, property_buildTime_name, &property_buildTime_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_DOUBLE|MAY_BE_NULL));
	zend_string_release(property_buildTime_name);

	zval property_waited_default_value;
	ZVAL_UNDEF(&property_waited_default_value);
	zend_string *property_waited_name = zend_string_init("waited", sizeof("waited") - 1, 1);
	zend_declare_typed_property(class_entry, property_waited_name, &property_waited_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_DOUBLE));
	zend_string_release(property_waited_name);

	zend_string *property_fill_class_Stampede_Fill = zend_string_init("Stampede\\Fill", sizeof("Stampede\\Fill")-1, 1);
	zval property_fill_default_value;
	ZVAL_UNDEF(&property_fill_default_value);
	zend_string *property_fill_name = zend_string_init("fill", sizeof("fill") - 1, 1);
	zend_declare_typed_property(class_entry, property_fill_name, &property_fill_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_fill_class_Stampede_Fill, 0, MAY_BE_NULL));
	zend_string_release(property_fill_name);

	return class_entry;
}

static zend_class_entry *register_class_Stampede_Build(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stampede", "Build", class_Stampede_Build_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Stampede_Cache(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stampede", "Cache", class_Stampede_Cache_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Stampede_Exception(zend_class_entry *class_entry_RuntimeException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stampede", "Exception", class_Stampede_Exception_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);

	return class_entry;
}

static zend_class_entry *register_class_Stampede_ConnectionException(zend_class_entry *class_entry_Stampede_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stampede", "ConnectionException", class_Stampede_ConnectionException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Stampede_Exception);

	return class_entry;
}

static zend_class_entry *register_class_Stampede_RecursionException(zend_class_entry *class_entry_Stampede_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Stampede", "RecursionException", class_Stampede_RecursionException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Stampede_Exception);

	return class_entry;
}
