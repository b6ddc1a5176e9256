/*
 * A running build: calling the user's builder, and the Stampede\Build object that it gets.
 */
#ifndef STAMPEDE_BUILD_H
#define STAMPEDE_BUILD_H

#include "lock.h"

typedef struct _stampede_builder {
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_string *locale;
} stampede_builder;

/* What came out of a builder. */
typedef struct _stampede_product {
	zval value;
	zend_string *body;              /* the value serialised; NULL when it is not to be stored */
	stampede_serializer serializer;
	zend_string *blob;              /* what was stored, where the call wants that; else NULL */
	stampede_usec duration;
	bool unstorable;                /* failed: it was the value, not the builder */
} stampede_product;

/*
 * Runs the builder and, for a build that will be stored, serialises what it returned. On FAILURE an exception is
 * pending and nothing is in *product. When the request is cut short inside (fatal error, memory or time limit) the lease
 * is abandoned and the bailout goes on: this does not return.
 */
zend_result stampede_build_run(stampede_builder *builder, stampede_lease *lease, stampede_product *product);

void stampede_build_register(zend_class_entry *ce);

#endif /* STAMPEDE_BUILD_H */
