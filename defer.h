/*
 * Option `defer`: rebuilds that run after the response has been sent.
 */
#ifndef STAMPEDE_DEFER_H
#define STAMPEDE_DEFER_H

#include "remember.h"

/* Whether the response can be sent before the request ends (fastcgi_finish_request()), and has not been. */
bool stampede_defer_possible(void);

/* Queues a rebuild of the call's entry, once per entry. `seen` is what the call's lookup showed. */
void stampede_defer(const stampede_call *call, const stampede_view *seen);

/* Forgets what has not run. */
void stampede_defer_request_end(void);

#endif /* STAMPEDE_DEFER_H */
