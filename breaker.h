/*
 * Breakers: after a failure an endpoint is left alone for a while by all workers of the host, then one of them tries
 * again.
 */
#ifndef STAMPEDE_BREAKER_H
#define STAMPEDE_BREAKER_H

#include "host.h"

typedef enum {
	STAMPEDE_BREAKER_CLOSED,   /* all is well */
	STAMPEDE_BREAKER_OPEN,     /* nobody tries */
	STAMPEDE_BREAKER_HALF_OPEN /* the next one tries */
} stampede_breaker_state;

/* The shared breaker of an endpoint. NULL: there are too many endpoints, it needs one of its own. */
stampede_breaker *stampede_breaker_find(zend_string *identity, zend_string *label);

/*
 * Whether the caller may ask the endpoint now. When it is the one that tries again, the others stay away for at most
 * `trial`, until it reports.
 */
bool stampede_breaker_lets_through(stampede_breaker *breaker, stampede_usec trial);

void stampede_breaker_report_success(stampede_breaker *breaker);
void stampede_breaker_report_failure(stampede_breaker *breaker, stampede_usec retry_after);

/* *left: how long it stays open. */
stampede_breaker_state stampede_breaker_state_of(const stampede_breaker *breaker, stampede_usec *left);

#endif /* STAMPEDE_BREAKER_H */
