/*
 * What HTTP headers say and how they are said: negotiation, validators, languages. Plain text in, plain answers out.
 */
#ifndef STAMPEDE_HTTP_H
#define STAMPEDE_HTTP_H

#include "php.h"

/* Whether a client with this Accept-Encoding (NULL: it sent none) wants gzip rather than the plain body. */
bool stampede_http_wants_gzip(const char *accept_encoding);

/* Whether If-None-Match names the entity tag (given with its quotes), by the weak comparison that RFC 9110 asks for. */
bool stampede_http_matches(const char *if_none_match, const char *etag);

/* The language tag of a locale: "de-AT" of "de_AT.UTF-8@euro". false: it has none. */
bool stampede_http_language(const char *locale, char *tag, size_t size);

#endif /* STAMPEDE_HTTP_H */
