/*
 * Sockets with deadlines of our own, for the links to Redis and to Memcached: opening, waiting, sending. Client libraries
 * start their timeouts anew at every signal and every few bytes.
 */
#ifndef STAMPEDE_WIRE_H
#define STAMPEDE_WIRE_H

#include <hiredis/hiredis.h>

#include "host.h"

typedef enum {
	STAMPEDE_WIRE_READY,
	STAMPEDE_WIRE_TIMEOUT,
	STAMPEDE_WIRE_BROKEN,
	STAMPEDE_WIRE_INTERRUPTED /* a signal handler threw */
} stampede_wire_result;

/* A connected socket, closed by stampede_wire_close(). hiredis opens it, and for Redis speaks over it. */
typedef struct _stampede_wire {
	redisContext *context; /* NULL: not connected */
	pid_t owner;           /* the process that connected */
} stampede_wire;

/* Connects to the socket `path` or to host and port. false: the reason is in text. */
bool stampede_wire_open(stampede_wire *wire, zend_string *path, zend_string *host, int port, stampede_usec deadline,
	char *text, size_t size);

/* Without a word to the other side: in a forked child the parent's connection does not notice. */
void stampede_wire_close(stampede_wire *wire);

/* Whether it is the parent's connection, inherited by fork(). */
static zend_always_inline bool stampede_wire_is_foreign(const stampede_wire *wire)
{
	return wire->context && wire->owner != stampede_pid();
}

/* Waits for POLLIN or POLLOUT. interruptible: serves signal handlers and time limits meanwhile. */
stampede_wire_result stampede_wire_wait(const stampede_wire *wire, int events, stampede_usec deadline,
	bool interruptible);

/* Whether nothing has come in, not even the end of the connection. */
bool stampede_wire_is_silent(const stampede_wire *wire);

/* Not by hiredis, which would let SIGPIPE end a process that does not ignore it. */
stampede_wire_result stampede_wire_send(stampede_wire *wire, const char *bytes, size_t len, stampede_usec deadline);

/* What is wrong with a broken connection, for people. */
const char *stampede_wire_error(const stampede_wire *wire);
void stampede_wire_set_error(stampede_wire *wire, int kind, const char *text);

#endif /* STAMPEDE_WIRE_H */
