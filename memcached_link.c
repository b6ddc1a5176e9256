/*
 * Items of Memcached by its text protocol, non-blocking, with our own deadlines.
 */
#include "php_stampede.h"
#include "memcached_link.h"
#include "stats.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>

#include <libmemcached/memcached.h>

#include "php_network.h"

#define MIN_READ (16 * 1024)
#define MAX_LINE 2048                 /* of a reply, without the value */
#define MAX_ITEM (600u * 1024 * 1024) /* more than any value that we store: no item of ours */
#define MAX_LATE_READS 16             /* of what has already come when the deadline passes */
#define MAX_KEPT_BUFFER (64 * 1024)   /* a larger one, of a large value, is not kept */
#define MAX_KEPT_RINGS 32             /* with connections, of those that the request did not use */

/*
 * Bit 1 of an item's flags says that it is gzip, for nginx: memcached_gzip_flag 2. Every blob is, whatever is in it.
 */
#define FLAG_GZIP 2

/* ---- rings ---- */

typedef struct {
	stampede_peer peer;
	zend_string *path; /* persistent, like host */
	zend_string *host;
	int port;
	stampede_wire wire;
	bool asked;             /* an answer is due */
	bool kept;              /* the connection was there before this command */
	stampede_usec deadline; /* of this command */
	char *in;               /* what has come in; the buffer is kept */
	size_t in_len;
	size_t in_size;
} item_link;

struct _stampede_ring {
	memcached_st *hashes; /* libmemcached, which never connects */
	const item_link *failed; /* the last one that did */
	bool used; /* in this request */
	size_t count;
	item_link links[1];
};

static void link_close(item_link *link)
{
	stampede_wire_close(&link->wire);
	link->in_len = 0;
	link->asked = false;
}

static void link_init(item_link *link, const stampede_memcached_server *server)
{
	stampede_peer_init(&link->peer, server->label, server->label);
	link->path = stampede_persistent(server->path);
	link->host = stampede_persistent(server->host);
	link->port = server->port;
}

static void link_destroy(item_link *link)
{
	link_close(link);
	free(link->in);
	stampede_peer_free(&link->peer);
	if (link->path) {
		zend_string_release(link->path);
	}
	if (link->host) {
		zend_string_release(link->host);
	}
}

static memcached_st *hashes_create(const stampede_memcached_list *list)
{
	memcached_st *hashes = memcached_create(NULL);
	memcached_return_t result = hashes ? memcached_behavior_set(hashes, MEMCACHED_BEHAVIOR_DISTRIBUTION,
		MEMCACHED_DISTRIBUTION_CONSISTENT) : MEMCACHED_MEMORY_ALLOCATION_FAILURE;

	for (size_t i = 0; i < list->count && result == MEMCACHED_SUCCESS; i++) {
		const stampede_memcached_server *server = &list->servers[i];
		result = server->path ? memcached_server_add_unix_socket(hashes, ZSTR_VAL(server->path))
			: memcached_server_add(hashes, ZSTR_VAL(server->host), (in_port_t) server->port);
	}
	if (result != MEMCACHED_SUCCESS) {
		zend_error_noreturn(E_ERROR, "libmemcached does not take the servers of stampede.memcached: %s",
			hashes ? memcached_strerror(hashes, result) : "out of memory");
	}
	return hashes;
}

static stampede_ring *ring_create(const stampede_memcached_list *list)
{
	stampede_ring *ring = pecalloc(1, offsetof(stampede_ring, links) + list->count * sizeof(item_link), 1);

	ring->hashes = hashes_create(list);
	ring->count = list->count;
	for (size_t i = 0; i < list->count; i++) {
		link_init(&ring->links[i], &list->servers[i]);
	}
	return ring;
}

static void ring_destroy(zval *entry)
{
	stampede_ring *ring = Z_PTR_P(entry);

	for (size_t i = 0; i < ring->count; i++) {
		link_destroy(&ring->links[i]);
	}
	memcached_free(ring->hashes);
	pefree(ring, 1);
}

stampede_ring *stampede_ring_find(zend_string *text)
{
	stampede_ring *ring = zend_hash_find_ptr(&STAMPEDE_G(rings), text);
	stampede_memcached_list list;

	if (ring) {
		return ring;
	}
	zend_string *wrong = stampede_memcached_list_parse(text, &list);
	if (wrong) { /* settings are checked when they are made */
		zend_error_noreturn(E_CORE_ERROR, "stampede.memcached is wrong: %s", ZSTR_VAL(wrong));
	}
	ring = ring_create(&list);
	stampede_memcached_list_free(&list);
	zend_hash_str_add_new_ptr(&STAMPEDE_G(rings), ZSTR_VAL(text), ZSTR_LEN(text), ring);
	return ring;
}

static item_link *link_of(stampede_ring *ring, const char *name)
{
	ring->used = true;
	return &ring->links[memcached_generate_hash(ring->hashes, name, strlen(name))];
}

const char *stampede_ring_error(const stampede_ring *ring)
{
	return ring->failed ? ring->failed->peer.error : "Memcached: no error";
}

/* ---- trouble ---- */

/* What error lines begin with, and what to do about them. */
static const struct {
	const char *start;
	const char *remedy;
} remedies[] = {
	{"SERVER_ERROR object too large", "; raise memcached's limit of an item (-I)"},
	{"SERVER_ERROR out of memory", "; raise memcached's memory (-m)"},
	{"ERROR Too many open connections", "; raise memcached's number of connections (-c)"},
	{"CLIENT_ERROR unauthenticated", "; logging in to memcached is not supported"},
};

static const char *remedy(stampede_trouble kind, const char *text)
{
	static const char *const by_kind[STAMPEDE_TROUBLE_KINDS] = {
		[STAMPEDE_TROUBLE_CONNECT] = "; check that memcached runs there and stampede.memcached and stampede.connect_timeout",
		[STAMPEDE_TROUBLE_TIMEOUT] = "; check the server's load and stampede.read_timeout",
		[STAMPEDE_TROUBLE_LOST] = "; check the server's log and what lies between",
		[STAMPEDE_TROUBLE_PROTOCOL] = "; check that stampede.memcached names memcached servers",
	};

	for (size_t i = 0; i < sizeof(remedies) / sizeof(remedies[0]); i++) {
		if (strncmp(text, remedies[i].start, strlen(remedies[i].start)) == 0) {
			return remedies[i].remedy;
		}
	}
	return by_kind[kind] ? by_kind[kind] : "";
}

static void report(stampede_ring *ring, item_link *link, const stampede_timeouts *timeouts, stampede_trouble kind,
	const char *command, const char *text)
{
	char copy[256]; /* the text may be of the connection that is closed */

	snprintf(copy, sizeof(copy), "%s", text);
	link_close(link); /* whatever it was: what comes next is not known */
	ring->failed = link;
	stampede_peer_trouble(&link->peer, timeouts, kind, false, command, copy, remedy(kind, copy));
}

static void report_failure(stampede_ring *ring, item_link *link, const stampede_timeouts *timeouts, const char *command,
	stampede_wire_result result)
{
	if (result == STAMPEDE_WIRE_TIMEOUT) {
		report(ring, link, timeouts, STAMPEDE_TROUBLE_TIMEOUT, command, "no answer within the deadline");
	} else {
		report(ring, link, timeouts, link->wire.context->err == REDIS_ERR_PROTOCOL ? STAMPEDE_TROUBLE_PROTOCOL
			: STAMPEDE_TROUBLE_LOST, command, stampede_wire_error(&link->wire));
	}
}

/* ---- connecting and reading ---- */

static bool link_connect(stampede_ring *ring, item_link *link, const stampede_timeouts *timeouts)
{
	char text[256];

	if (stampede_wire_open(&link->wire, link->path, link->host, link->port, stampede_now() + timeouts->connect, text,
			sizeof(text))) {
		stampede_count(STAMPEDE_COUNT_CONNECTED, 1);
		return true;
	}
	report(ring, link, timeouts, STAMPEDE_TROUBLE_CONNECT, "connect", text);
	return false;
}

/* A connection for a new command. false: the server is down. */
static bool link_ready(stampede_ring *ring, item_link *link, const stampede_timeouts *timeouts)
{
	/* an answer that is still due is that of a request that ended in the middle; a kept connection must be silent */
	if (link->wire.context && (link->asked || stampede_wire_is_foreign(&link->wire) || !stampede_wire_is_silent(&link->wire))) {
		link_close(link);
	}
	link->in_len = 0;
	if (!stampede_peer_may_ask(&link->peer, timeouts)) {
		ring->failed = link;
		return false;
	}
	link->kept = link->wire.context != NULL;
	return link->kept || link_connect(ring, link, timeouts);
}

static void make_room(item_link *link)
{
	if (link->in_size - link->in_len < MIN_READ) {
		link->in_size = MAX(2 * link->in_size, MAX_KEPT_BUFFER);
		link->in = perealloc(link->in, link->in_size, 1);
	}
}

/* Until there are `len` bytes, or (0) some more. *late counts what was read after the deadline. */
static stampede_wire_result read_on(item_link *link, size_t len, int *late)
{
	size_t wanted = len ? len : link->in_len + 1;

	while (link->in_len < wanted) {
		stampede_wire_result result = stampede_wire_wait(&link->wire, POLLIN, link->deadline, false);
		if (result != STAMPEDE_WIRE_READY) {
			return result;
		}
		if (stampede_now() >= link->deadline && ++*late > MAX_LATE_READS) {
			return STAMPEDE_WIRE_TIMEOUT;
		}
		make_room(link);
		ssize_t n = recv(link->wire.context->fd, link->in + link->in_len, link->in_size - link->in_len, 0);
		if (n > 0) {
			link->in_len += (size_t) n;
			stampede_count(STAMPEDE_COUNT_BYTES_RECEIVED, (uint64_t) n);
		} else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
			stampede_wire_set_error(&link->wire, REDIS_ERR_EOF, n == 0 ? "Server closed the connection" : strerror(errno));
			return STAMPEDE_WIRE_BROKEN;
		}
	}
	return STAMPEDE_WIRE_READY;
}

/* Reads the first line of a reply; it then stands in link->in, as a string, and *rest is where the next byte is. */
static stampede_wire_result read_line(item_link *link, size_t *rest, int *late)
{
	for (;;) {
		char *end = link->in_len ? memchr(link->in, '\n', MIN(link->in_len, MAX_LINE)) : NULL;
		if (end && end > link->in && end[-1] == '\r') {
			end[-1] = '\0';
			*rest = (size_t) (end + 1 - link->in);
			return STAMPEDE_WIRE_READY;
		}
		if (end || link->in_len >= MAX_LINE) {
			stampede_wire_set_error(&link->wire, REDIS_ERR_PROTOCOL, "an answer of an unexpected form");
			return STAMPEDE_WIRE_BROKEN;
		}
		stampede_wire_result result = read_on(link, 0, late);
		if (result != STAMPEDE_WIRE_READY) {
			return result;
		}
	}
}

/* An answer that is not the one that was asked for. */
static stampede_item_status refuse(stampede_ring *ring, item_link *link, const stampede_timeouts *timeouts,
	const char *command, const char *line)
{
	if (strncmp(line, "SERVER_ERROR", sizeof("SERVER_ERROR") - 1) == 0) {
		report(ring, link, timeouts, STAMPEDE_TROUBLE_REFUSED, command, line);
		return STAMPEDE_ITEM_REFUSED;
	}
	if (strncmp(line, "ERROR", 5) != 0 && strncmp(line, "CLIENT_ERROR", 12) != 0) {
		line = "an answer of an unexpected form"; /* it may be anybody's data */
	}
	report(ring, link, timeouts, STAMPEDE_TROUBLE_PROTOCOL, command, line);
	return STAMPEDE_ITEM_UNKNOWN;
}

static stampede_item_status succeed(item_link *link)
{
	link->asked = false;
	link->in_len = 0;
	if (link->in_size > MAX_KEPT_BUFFER) {
		free(link->in);
		link->in = NULL;
		link->in_size = 0;
	}
	stampede_breaker_report_success(link->peer.breaker);
	return STAMPEDE_ITEM_OK;
}

/* ---- commands ---- */

/* A command line, and a value with its own end of line. */
typedef struct {
	const char *name;
	char line[STAMPEDE_ITEM_NAME_MAX + 80];
	zend_string *value; /* or NULL */
} command;

static stampede_wire_result send_command(item_link *link, const command *c, const stampede_timeouts *timeouts)
{
	link->deadline = stampede_now() + timeouts->read;
	link->asked = true;
	stampede_wire_result result = stampede_wire_send(&link->wire, c->line, strlen(c->line), link->deadline);
	if (result == STAMPEDE_WIRE_READY && c->value) {
		result = stampede_wire_send(&link->wire, ZSTR_VAL(c->value), ZSTR_LEN(c->value), link->deadline);
		if (result == STAMPEDE_WIRE_READY) {
			result = stampede_wire_send(&link->wire, "\r\n", 2, link->deadline);
		}
	}
	return result;
}

/* A kept connection turned out to be dead before a word was said: once more on a new one. */
static stampede_wire_result begin_anew(stampede_ring *ring, item_link *link, const command *c,
	const stampede_timeouts *timeouts)
{
	link_close(link);
	link->kept = false;
	return link_connect(ring, link, timeouts) ? send_command(link, c, timeouts) : STAMPEDE_WIRE_BROKEN;
}

static bool is_nobodys_fault(const item_link *link, stampede_wire_result result)
{
	return result == STAMPEDE_WIRE_BROKEN && link->kept && link->in_len == 0;
}

/* The line that answers; who closes before all has been sent may have said why ("ERROR Too many open connections"). */
static stampede_wire_result last_words(item_link *link, stampede_wire_result sent, size_t *rest, int *late)
{
	if (sent == STAMPEDE_WIRE_READY) {
		return read_line(link, rest, late);
	}
	if (sent == STAMPEDE_WIRE_BROKEN && link->wire.context && read_line(link, rest, late) == STAMPEDE_WIRE_READY) {
		return STAMPEDE_WIRE_READY;
	}
	return sent;
}

/* The line that answers a command that has been sent. */
static stampede_wire_result hear(stampede_ring *ring, item_link *link, const command *c, const stampede_timeouts *timeouts,
	stampede_wire_result sent, size_t *rest, int *late)
{
	stampede_wire_result result = last_words(link, sent, rest, late);

	if (is_nobodys_fault(link, result)) {
		result = last_words(link, begin_anew(ring, link, c, timeouts), rest, late);
	}
	return result;
}

/* A command with an answer of one line. NULL: it could not be asked, or *status says what else was wrong. */
static const char *run(stampede_ring *ring, item_link *link, const command *c, const stampede_timeouts *timeouts,
	stampede_item_status *status)
{
	size_t rest = 0;
	int late = 0;

	*status = STAMPEDE_ITEM_DOWN;
	if (!link_ready(ring, link, timeouts)) {
		return NULL;
	}
	stampede_wire_result result = hear(ring, link, c, timeouts, send_command(link, c, timeouts), &rest, &late);
	if (result != STAMPEDE_WIRE_READY) {
		*status = STAMPEDE_ITEM_UNKNOWN;
		if (link->wire.context) { /* else it could not be opened again, and has been reported */
			report_failure(ring, link, timeouts, c->name, result);
		}
		return NULL;
	}
	if (rest != link->in_len) {
		*status = refuse(ring, link, timeouts, c->name, "more than an answer");
		return NULL;
	}
	return link->in;
}

/* ---- get ---- */

static void get_command(command *c, const char *name)
{
	c->name = "get";
	c->value = NULL;
	snprintf(c->line, sizeof(c->line), "get %s\r\n", name);
}

void stampede_item_ask(stampede_ring *ring, const char *name, const stampede_timeouts *timeouts)
{
	item_link *link = link_of(ring, name);
	command c;

	get_command(&c, name);
	if (!link_ready(ring, link, timeouts)) {
		return;
	}
	stampede_wire_result result = send_command(link, &c, timeouts);
	if (is_nobodys_fault(link, result)) {
		result = begin_anew(ring, link, &c, timeouts);
	}
	if (result == STAMPEDE_WIRE_TIMEOUT && link->wire.context) { /* else the answer says what was wrong */
		report_failure(ring, link, timeouts, c.name, result);
	}
}

/* The length in "VALUE <name> <flags> <length>"; false where it is the line of something else. */
static bool read_value_line(const char *line, const char *name, size_t *len)
{
	size_t name_len = strlen(name);

	if (strncmp(line, "VALUE ", 6) != 0 || strncmp(line + 6, name, name_len) != 0 || line[6 + name_len] != ' ') {
		return false;
	}
	const char *flags = line + 6 + name_len + 1;
	const char *number = flags + strspn(flags, "0123456789");
	if (number == flags || *number != ' ') {
		return false;
	}
	char *end;
	unsigned long long announced = strtoull(number + 1, &end, 10);
	*len = (size_t) announced;
	return isdigit((unsigned char) number[1]) && *end == '\0' && announced <= MAX_ITEM;
}

/* The value behind the first line, which ends at `at`, and what must follow it. */
static stampede_wire_result read_value(item_link *link, size_t at, size_t len, int *late)
{
	static const char end[] = "\r\nEND\r\n";
	size_t end_len = sizeof(end) - 1;
	stampede_wire_result result = read_on(link, at + len + end_len, late);

	if (result == STAMPEDE_WIRE_READY
			&& (memcmp(link->in + at + len, end, end_len) != 0 || link->in_len != at + len + end_len)) {
		stampede_wire_set_error(&link->wire, REDIS_ERR_PROTOCOL, "an answer of an unexpected form");
		return STAMPEDE_WIRE_BROKEN;
	}
	return result;
}

/* What has been read is nobody's any more when the memory for its copy cannot be had. */
static zend_string *take_value(item_link *link, size_t at, size_t len)
{
	char *buffer = link->in;

	link->asked = false;
	link->in_len = 0;
	zend_string *value = stampede_string_alloc(len);
	if (value) {
		memcpy(ZSTR_VAL(value), buffer + at, len);
		ZSTR_VAL(value)[len] = '\0';
	}
	return value;
}

stampede_item_status stampede_item_answer(stampede_ring *ring, const char *name, const stampede_timeouts *timeouts,
	zend_string **value)
{
	item_link *link = link_of(ring, name);
	size_t at = 0, len = 0;
	int late = 0;
	command c;

	*value = NULL;
	if (!link->asked) {
		return STAMPEDE_ITEM_DOWN; /* it could not be asked */
	}
	get_command(&c, name);
	/* what the other server has taken is not this one's fault */
	link->deadline = MAX(link->deadline, stampede_now() + timeouts->read / 2);
	stampede_wire_result result = hear(ring, link, &c, timeouts, STAMPEDE_WIRE_READY, &at, &late);
	if (result == STAMPEDE_WIRE_READY && strcmp(link->in, "END") == 0 && at == link->in_len) {
		return succeed(link);
	}
	if (result == STAMPEDE_WIRE_READY && !read_value_line(link->in, name, &len)) {
		return refuse(ring, link, timeouts, c.name, link->in);
	}
	if (result == STAMPEDE_WIRE_READY) {
		result = read_value(link, at, len, &late);
	}
	if (result != STAMPEDE_WIRE_READY) {
		if (link->wire.context) {
			report_failure(ring, link, timeouts, c.name, result);
		}
		return STAMPEDE_ITEM_UNKNOWN;
	}
	*value = take_value(link, at, len);
	return succeed(link);
}

/* ---- set and delete ---- */

#define MAX_RELATIVE (30 * 86400) /* Memcached takes more for a time since 1970 */

/*
 * Memcached counts in whole seconds of a clock of its own, so that "1" may be over at once: one more than is asked for
 * never ends early.
 */
static uint64_t expiry(stampede_usec life)
{
	if (life == 0) {
		return 0;
	}
	uint64_t seconds = (uint64_t) ((life + STAMPEDE_USEC_PER_SEC - 1) / STAMPEDE_USEC_PER_SEC) + 1;
	return seconds <= MAX_RELATIVE ? seconds : (uint64_t) (stampede_wall_clock() / STAMPEDE_USEC_PER_SEC) + seconds;
}

stampede_item_status stampede_item_set(stampede_ring *ring, const char *name, zend_string *value, stampede_usec life,
	const stampede_timeouts *timeouts)
{
	item_link *link = link_of(ring, name);
	command c = {.name = "set", .value = value};
	stampede_item_status status;

	snprintf(c.line, sizeof(c.line), "set %s %d %" PRIu64 " %zu\r\n", name, FLAG_GZIP, expiry(life), ZSTR_LEN(value));
	const char *line = run(ring, link, &c, timeouts, &status);
	if (!line) {
		return status;
	}
	return strcmp(line, "STORED") == 0 ? succeed(link) : refuse(ring, link, timeouts, c.name, line);
}

stampede_item_status stampede_item_delete(stampede_ring *ring, const char *name, const stampede_timeouts *timeouts)
{
	item_link *link = link_of(ring, name);
	command c = {.name = "delete"};
	stampede_item_status status;

	snprintf(c.line, sizeof(c.line), "delete %s\r\n", name);
	const char *line = run(ring, link, &c, timeouts, &status);
	if (!line) {
		return status;
	}
	return strcmp(line, "DELETED") == 0 || strcmp(line, "NOT_FOUND") == 0 ? succeed(link)
		: refuse(ring, link, timeouts, c.name, line);
}

/* ---- module and request life ---- */

void stampede_rings_startup(HashTable *rings)
{
	zend_hash_init(rings, 2, NULL, ring_destroy, 1);
}

/* A worker with another list of servers for each of many tenants does not collect connections. */
void stampede_rings_request_end(void)
{
	stampede_ring *ring;
	bool too_many = zend_hash_num_elements(&STAMPEDE_G(rings)) > MAX_KEPT_RINGS;

	ZEND_HASH_FOREACH_PTR(&STAMPEDE_G(rings), ring) {
		for (size_t i = 0; i < ring->count && too_many && !ring->used; i++) {
			link_close(&ring->links[i]);
		}
		ring->used = false;
	} ZEND_HASH_FOREACH_END();
}

void stampede_rings_shutdown(HashTable *rings)
{
	zend_hash_destroy(rings);
}
