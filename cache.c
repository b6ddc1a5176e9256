/*
 * Stampede\Cache: settings and a store, held by an object or, for the functions, made of the INI.
 */
#include "php_stampede.h"
#include "cache.h"

#include "zend_attributes.h"
#include "zend_exceptions.h"

typedef struct {
	stampede_settings settings;
	stampede_store *store; /* NULL: not constructed */
	zend_object std;
} cache_object;

static zend_object_handlers cache_handlers;

static cache_object *cache_from(zend_object *object)
{
	return (cache_object *) ((char *) object - offsetof(cache_object, std));
}

static stampede_store *store_create(const stampede_settings *settings)
{
#ifdef HAVE_STAMPEDE_LIBMEMCACHED
	if (ZSTR_LEN(settings->memcached) > 0) {
		return stampede_memcached_store(settings);
	}
#endif
	return stampede_redis_store(settings);
}

stampede_cache stampede_cache_default(void)
{
	stampede_store *store = STAMPEDE_G(default_store);

	if (!store || !store->ops->matches(store, &STAMPEDE_G(ini))) {
		stampede_cache_request_end();
		store = STAMPEDE_G(default_store) = store_create(&STAMPEDE_G(ini));
	}
	return (stampede_cache) {&STAMPEDE_G(ini), store};
}

void stampede_cache_request_end(void)
{
	if (STAMPEDE_G(default_store)) {
		stampede_store_release(STAMPEDE_G(default_store));
		STAMPEDE_G(default_store) = NULL;
	}
}

bool stampede_cache_from(zend_object *object, stampede_cache *cache)
{
	cache_object *instance = cache_from(object);

	if (!instance->store) {
		zend_throw_error(NULL, "Stampede\\Cache has not been constructed");
		return false;
	}
	*cache = (stampede_cache) {&instance->settings, instance->store};
	return true;
}

static zend_object *cache_create(zend_class_entry *ce)
{
	cache_object *instance = zend_object_alloc(sizeof(*instance), ce);

	instance->store = NULL;
	zend_object_std_init(&instance->std, ce);
	object_properties_init(&instance->std, ce);
	instance->std.handlers = &cache_handlers;
	return &instance->std;
}

static void cache_clear(cache_object *instance)
{
	if (instance->store) {
		stampede_store_release(instance->store);
		stampede_settings_disown(&instance->settings);
		instance->store = NULL;
	}
}

static void cache_free(zend_object *object)
{
	cache_clear(cache_from(object));
	zend_object_std_dtor(object);
}

void stampede_cache_register(zend_class_entry *ce)
{
	ce->create_object = cache_create;
	/* the trace of an exception does not show the password in it */
	zend_add_parameter_attribute(ce->constructor, 0, zend_ce_sensitive_parameter->name, 0);
	memcpy(&cache_handlers, zend_get_std_object_handlers(), sizeof(cache_handlers));
	cache_handlers.offset = offsetof(cache_object, std);
	cache_handlers.free_obj = cache_free;
	cache_handlers.clone_obj = NULL;
}

ZEND_METHOD(Stampede_Cache, __construct)
{
	HashTable *config = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(config)
	ZEND_PARSE_PARAMETERS_END();

	cache_object *instance = cache_from(Z_OBJ_P(ZEND_THIS));
	stampede_settings settings = STAMPEDE_G(ini);
	if (config && stampede_settings_apply(&settings, config, STAMPEDE_IN_INI, 1) == FAILURE) {
		RETURN_THROWS();
	}
	cache_clear(instance);
	stampede_settings_own(&settings);
	instance->settings = settings;
	instance->store = store_create(&settings);
}
