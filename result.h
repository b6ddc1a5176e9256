/*
 * Stampede\Result and Stampede\Status: an answer as PHP sees it.
 */
#ifndef STAMPEDE_RESULT_H
#define STAMPEDE_RESULT_H

#include "remember.h"

/* Makes a Stampede\Result of an answer, taking over its value. */
void stampede_result_create(zval *return_value, stampede_answer *answer);

#endif /* STAMPEDE_RESULT_H */
