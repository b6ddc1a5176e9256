/*
 * PHP values to bytes and back, with the closed list of classes checked on both ways.
 */
#ifndef STAMPEDE_VALUE_H
#define STAMPEDE_VALUE_H

#include "php.h"
#include "blob.h"
#include "settings.h"

/*
 * Serialises a value. Runs user code (__serialize() and the like). Returns NULL with a Stampede\Exception pending when
 * the value cannot be stored, or with whatever the user code threw.
 */
zend_string *stampede_value_encode(zval *value, const stampede_settings *settings, stampede_serializer *serializer);

/*
 * The other way round. Runs user code (__unserialize(), autoloaders). false: not a value that may be used here (damaged,
 * a class that is not allowed or does not exist); then an exception may be pending only if it must not be stopped
 * (exit() in user code).
 */
bool stampede_value_decode(zend_string *bytes, stampede_serializer serializer, const stampede_settings *settings,
	zval *value);

#endif /* STAMPEDE_VALUE_H */
