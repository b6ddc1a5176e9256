/*
 * Sockets by hiredis, non-blocking, with our own deadlines.
 */
#include "php_stampede.h"
#include "host.h"
#include "stats.h"
#include "wire.h"

#include <errno.h>
#ifndef PHP_WIN32
# include <fcntl.h>
# include <unistd.h>
#endif

#include "php_network.h"

#define SLICE (100 * 1000)   /* of a long wait: after each, signals and time limits are served */
#define BACKLOG_PAUSE_MS 2   /* before asking a unix socket again whose queue is full */

#ifndef MSG_NOSIGNAL
# define MSG_NOSIGNAL 0
#endif

/* ---- waiting ---- */

/* Runs what waits for the VM to regain control. false: it threw. */
static bool serve_interrupts(void)
{
	zend_atomic_bool_store_ex(&EG(vm_interrupt), false);
	if (zend_atomic_bool_load_ex(&EG(timed_out))) {
		zend_timeout(); /* does not return */
	} else if (zend_interrupt_function) {
		zend_interrupt_function(EG(current_execute_data));
	}
	return EG(exception) == NULL;
}

static int to_ms(stampede_usec usec)
{
	return (int) MIN((usec + 999) / 1000, INT_MAX);
}

stampede_wire_result stampede_wire_wait(const stampede_wire *wire, int events, stampede_usec deadline,
	bool interruptible)
{
	for (;;) {
		/* asks at least once: on a busy machine this process may come late, and the answer is there */
		stampede_usec left = MAX(deadline - stampede_now(), 0);
		php_pollfd fd = {.fd = wire->context->fd, .events = (short) events};
		int ready = php_poll2(&fd, 1, to_ms(interruptible ? MIN(left, SLICE) : left));
		if (ready > 0) {
			return STAMPEDE_WIRE_READY;
		}
		if (ready < 0 && errno != EINTR) {
			return STAMPEDE_WIRE_BROKEN;
		}
		if (left == 0) {
			return STAMPEDE_WIRE_TIMEOUT;
		}
		if (interruptible && zend_atomic_bool_load_ex(&EG(vm_interrupt))) {
			if (!serve_interrupts()) {
				return STAMPEDE_WIRE_INTERRUPTED;
			}
			if (stampede_wire_is_foreign(wire)) { /* the handler forked, and this is the child */
				return STAMPEDE_WIRE_BROKEN;
			}
		}
	}
}

bool stampede_wire_is_silent(const stampede_wire *wire)
{
	php_pollfd fd = {.fd = wire->context->fd, .events = POLLIN};

	return php_poll2(&fd, 1, 0) == 0;
}

/* ---- errors ---- */

const char *stampede_wire_error(const stampede_wire *wire)
{
	return wire->context->errstr[0] ? wire->context->errstr : "connection lost";
}

void stampede_wire_set_error(stampede_wire *wire, int kind, const char *text)
{
	snprintf(wire->context->errstr, sizeof(wire->context->errstr), "%.*s", (int) sizeof(wire->context->errstr) - 1, text);
	wire->context->err = kind;
}

/* ---- sending ---- */

stampede_wire_result stampede_wire_send(stampede_wire *wire, const char *bytes, size_t len, stampede_usec deadline)
{
	size_t sent = 0;

	while (sent < len) {
		ssize_t n = send(wire->context->fd, bytes + sent, len - sent, MSG_NOSIGNAL);
		if (n >= 0) {
			sent += (size_t) n;
			stampede_count(STAMPEDE_COUNT_BYTES_SENT, (uint64_t) n);
			continue;
		}
		if (errno != EINTR && errno != EAGAIN) {
			stampede_wire_set_error(wire, REDIS_ERR_IO, strerror(errno));
			return STAMPEDE_WIRE_BROKEN;
		}
		stampede_wire_result result = stampede_wire_wait(wire, POLLOUT, deadline, false);
		if (result != STAMPEDE_WIRE_READY) {
			return result;
		}
	}
	return STAMPEDE_WIRE_READY;
}

/* ---- opening and closing ---- */

void stampede_wire_close(stampede_wire *wire)
{
	if (wire->context) {
		redisFree(wire->context);
		wire->context = NULL;
	}
}

static void begin_to_connect(stampede_wire *wire, zend_string *path, zend_string *host, int port, stampede_usec deadline)
{
	for (;;) {
		wire->context = path ? redisConnectUnixNonBlock(ZSTR_VAL(path)) : redisConnectNonBlock(ZSTR_VAL(host), port);
		/* a unix socket whose queue is full does not block: it says so */
		if (!wire->context || !wire->context->err || errno != EAGAIN || !path || stampede_now() >= deadline) {
			return;
		}
		stampede_wire_close(wire);
		usleep(BACKLOG_PAUSE_MS * 1000);
	}
}

bool stampede_wire_open(stampede_wire *wire, zend_string *path, zend_string *host, int port, stampede_usec deadline,
	char *text, size_t size)
{
	int error = 0;
	socklen_t len = sizeof(error);

	begin_to_connect(wire, path, host, port, deadline);
	if (!wire->context || wire->context->err) {
		snprintf(text, size, "%s", wire->context ? stampede_wire_error(wire) : "out of memory");
		return false;
	}
	wire->owner = stampede_pid();
#ifdef F_SETFD
	fcntl(wire->context->fd, F_SETFD, FD_CLOEXEC);
#endif
#ifdef SO_NOSIGPIPE
	setsockopt(wire->context->fd, SOL_SOCKET, SO_NOSIGPIPE, &(int) {1}, sizeof(int));
#endif
	if (stampede_wire_wait(wire, POLLOUT, deadline, false) != STAMPEDE_WIRE_READY) {
		snprintf(text, size, "no connection within the deadline");
		return false;
	}
	if (getsockopt(wire->context->fd, SOL_SOCKET, SO_ERROR, &error, &len) < 0 || error) {
		snprintf(text, size, "%s", strerror(error ? error : errno));
		return false;
	}
	wire->context->flags |= REDIS_CONNECTED;
	return true;
}
