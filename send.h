/*
 * stampede_send(): the answer to an HTTP request out of a cached body.
 */
#ifndef STAMPEDE_SEND_H
#define STAMPEDE_SEND_H

#include "remember.h"

/* Whether a body can be sent as it is now. false: an exception says what is in its way. */
bool stampede_send_possible(void);

/* Whether the option `empty` is one that can be sent. false: it throws for argument number `arg`. */
bool stampede_send_check_empty(zval *empty, uint32_t arg);

/* Sends the answer of a call with settings.body: headers and, where the request wants one, the body. */
void stampede_send(const stampede_call *call, stampede_answer *answer);

#endif /* STAMPEDE_SEND_H */
