/*
 * What error replies of Redis mean, and what to do about them.
 */
#ifndef STAMPEDE_REDIS_ERRORS_H
#define STAMPEDE_REDIS_ERRORS_H

#include "peer.h"

/* The kind of trouble that an error reply means. */
stampede_trouble stampede_error_kind(const char *error);

/* What people can do about it; the end of a sentence, or nothing. */
const char *stampede_error_remedy(stampede_trouble kind, const char *error);

#endif /* STAMPEDE_REDIS_ERRORS_H */
