/*
 * Connections to Redis by hiredis, non-blocking, with our own deadlines: hiredis starts its timeout anew at every
 * signal and every few bytes.
 */
#include "php_stampede.h"
#include "redis_link.h"
#include "redis_tls.h"

#include <errno.h>
#ifndef PHP_WIN32
# include <fcntl.h>
#endif
#ifdef PHP_WIN32
# include <process.h>
#else
# include <unistd.h>
#endif

#include "php_network.h"
#include "zend_exceptions.h"

#define SLICE (100 * 1000)        /* of a long wait: after each, signals and time limits are served */
#define BACKLOG_PAUSE_MS 2        /* before asking a unix socket again whose queue is full */
#define MAX_REPLY (600u * 1024 * 1024) /* above Redis's own limit of a string: more is no reply */
#define WARNING_WINDOW STAMPEDE_USEC_PER_SEC

typedef enum {
	WAIT_READY,
	WAIT_TIMEOUT,
	WAIT_BROKEN,
	WAIT_INTERRUPTED
} wait_result;

/* ---- endpoints ---- */

static zend_string *persistent(zend_string *text)
{
	return text ? zend_string_init(ZSTR_VAL(text), ZSTR_LEN(text), 1) : NULL;
}

static stampede_endpoint *endpoint_create(const stampede_redis_url *url, zend_string *text)
{
	stampede_endpoint *endpoint = pecalloc(1, sizeof(*endpoint), 1);
	zend_string *label = stampede_redis_url_masked(text);

	endpoint->url = *url;
	endpoint->url.path = persistent(url->path);
	endpoint->url.host = persistent(url->host);
	endpoint->url.user = persistent(url->user);
	endpoint->url.password = persistent(url->password);
	endpoint->url.ca = persistent(url->ca);
	endpoint->url.cert = persistent(url->cert);
	endpoint->url.key = persistent(url->key);
	endpoint->url.name = persistent(url->name);
	endpoint->label = persistent(label);
	zend_string_release(label);
	return endpoint;
}

static void link_destroy(stampede_link *link);

static void endpoint_destroy(zval *entry)
{
	stampede_endpoint *endpoint = Z_PTR_P(entry);

	while (endpoint->links) {
		stampede_link *next = endpoint->links->next;
		link_destroy(endpoint->links);
		endpoint->links = next;
	}
	stampede_redis_url_free(&endpoint->url);
	zend_string_release(endpoint->label);
	pefree(endpoint, 1);
}

stampede_endpoint *stampede_endpoint_find(zend_string *text)
{
	stampede_redis_url url;
	zend_string *wrong = stampede_redis_url_parse(text, &url);

	if (wrong) { /* settings are checked when they are made */
		zend_error_noreturn(E_CORE_ERROR, "stampede.redis is wrong: %s", ZSTR_VAL(wrong));
	}
	zend_string *identity = stampede_redis_url_identity(&url);
	stampede_endpoint *endpoint = zend_hash_find_ptr(&STAMPEDE_G(endpoints), identity);
	if (!endpoint) {
		endpoint = endpoint_create(&url, text);
		zend_hash_str_add_new_ptr(&STAMPEDE_G(endpoints), ZSTR_VAL(identity), ZSTR_LEN(identity), endpoint);
	}
	zend_string_release(identity);
	stampede_redis_url_free(&url);
	return endpoint;
}

/* ---- trouble ---- */

stampede_trouble stampede_error_kind(const char *error)
{
	static const struct {
		const char *code;
		stampede_trouble kind;
	} codes[] = {
		{"NOAUTH", STAMPEDE_TROUBLE_AUTH},
		{"WRONGPASS", STAMPEDE_TROUBLE_AUTH},
		{"NOPERM", STAMPEDE_TROUBLE_AUTH},
		{"LOADING", STAMPEDE_TROUBLE_STATE},
		{"READONLY", STAMPEDE_TROUBLE_STATE},
		{"CLUSTERDOWN", STAMPEDE_TROUBLE_STATE},
		{"MASTERDOWN", STAMPEDE_TROUBLE_STATE},
		{"BUSY", STAMPEDE_TROUBLE_STATE},
		{"OOM", STAMPEDE_TROUBLE_REFUSED},
		{"MISCONF", STAMPEDE_TROUBLE_REFUSED},
		{"NOREPLICAS", STAMPEDE_TROUBLE_REFUSED},
		{"WRONGTYPE", STAMPEDE_TROUBLE_FOREIGN},
	};
	size_t len = strcspn(error, " ");

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		if (strlen(codes[i].code) == len && memcmp(codes[i].code, error, len) == 0) {
			return codes[i].kind;
		}
	}
	return STAMPEDE_TROUBLE_COMMAND;
}

static const char *remedy(stampede_trouble kind, const char *text)
{
	switch (kind) {
		case STAMPEDE_TROUBLE_CONNECT:
			return "; check that Redis runs there and stampede.redis and stampede.connect_timeout";
		case STAMPEDE_TROUBLE_TIMEOUT:
			return "; check the server's load and stampede.read_timeout";
		case STAMPEDE_TROUBLE_AUTH:
			return strncmp(text, "NOPERM", 6) == 0 ? "; the README lists the commands and keys that the user needs"
				: "; check the user and password in stampede.redis";
		case STAMPEDE_TROUBLE_STATE:
			return "; stampede.redis must name a primary";
		case STAMPEDE_TROUBLE_FOREIGN:
			return "; the name belongs to another program: choose another key or stampede.prefix";
		case STAMPEDE_TROUBLE_REFUSED:
			return "; Redis does not write now: check maxmemory, its eviction policy and its disk";
		case STAMPEDE_TROUBLE_COMMAND:
			return strncmp(text, "MOVED", 5) == 0 || strncmp(text, "CROSSSLOT", 9) == 0
				? "; Redis Cluster is not supported" : "; Redis 5 or later is needed";
		default:
			return "";
	}
}

static void link_close(stampede_link *link)
{
	if (link->context) {
		redisFree(link->context); /* a bare close(): in a forked child the parent's connection does not notice */
		link->context = NULL;
	}
}

void stampede_link_trouble(stampede_link *link, const stampede_timeouts *timeouts, stampede_trouble kind,
	const char *command, const char *text)
{
	stampede_endpoint *endpoint = link->endpoint;
	stampede_usec now = stampede_now();

	snprintf(endpoint->error, sizeof(endpoint->error), "%s: %s: %s%s", ZSTR_VAL(endpoint->label), command, text,
		remedy(kind, text));
	if (kind < STAMPEDE_TROUBLE_FOREIGN) {
		link_close(link);
		endpoint->down_until = now + timeouts->retry_after;
	}
	if (endpoint->warned_at[kind] == 0 || now - endpoint->warned_at[kind] >= MAX(timeouts->retry_after, WARNING_WINDOW)) {
		endpoint->warned_at[kind] = now;
		stampede_warning("%s", endpoint->error);
	}
}

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

static wait_result wait_for(stampede_link *link, int events, stampede_usec deadline, bool interruptible)
{
	for (;;) {
		stampede_usec left = deadline - stampede_now();
		if (left <= 0) {
			return WAIT_TIMEOUT;
		}
		php_pollfd fd = {.fd = link->context->fd, .events = (short) events};
		int ready = php_poll2(&fd, 1, to_ms(interruptible ? MIN(left, SLICE) : left));
		if (ready > 0) {
			return WAIT_READY;
		}
		if (ready < 0 && errno != EINTR) {
			return WAIT_BROKEN;
		}
		if (interruptible && zend_atomic_bool_load_ex(&EG(vm_interrupt))) {
			if (!serve_interrupts()) {
				return WAIT_INTERRUPTED;
			}
			if (link->owner != getpid()) { /* the handler forked, and this is the child */
				return WAIT_BROKEN;
			}
		}
	}
}

/* ---- reading and writing ---- */

static const char *context_error(const stampede_link *link)
{
	return link->context->errstr[0] ? link->context->errstr : "connection lost";
}

static wait_result send_all(stampede_link *link, stampede_usec deadline)
{
	int done = 0;

	for (;;) {
		if (redisBufferWrite(link->context, &done) != REDIS_OK) {
			return WAIT_BROKEN;
		}
		if (done) {
			return WAIT_READY;
		}
		wait_result result = wait_for(link, POLLOUT, deadline, false);
		if (result != WAIT_READY) {
			return result;
		}
	}
}

static wait_result read_reply(stampede_link *link, stampede_usec deadline, bool interruptible, redisReply **reply)
{
	for (;;) {
		void *parsed = NULL;
		if (redisReaderGetReply(link->context->reader, &parsed) != REDIS_OK) {
			snprintf(link->context->errstr, sizeof(link->context->errstr), "protocol error: %.100s",
				link->context->reader->errstr);
			link->context->err = REDIS_ERR_PROTOCOL;
			return WAIT_BROKEN;
		}
		if (parsed) {
			*reply = parsed;
			return WAIT_READY;
		}
		if (!stampede_tls_pending(link)) {
			wait_result result = wait_for(link, POLLIN, deadline, interruptible);
			if (result != WAIT_READY) {
				return result;
			}
		}
		if (redisBufferRead(link->context) != REDIS_OK) {
			return WAIT_BROKEN;
		}
		if (link->context->reader->len > MAX_REPLY) {
			snprintf(link->context->errstr, sizeof(link->context->errstr), "reply larger than any value");
			link->context->err = REDIS_ERR_PROTOCOL;
			return WAIT_BROKEN;
		}
	}
}

/* One reply for each command given. The replies land in link->replies. */
static wait_result converse(stampede_link *link, stampede_usec deadline, bool interruptible)
{
	for (int i = 0; i < link->count; i++) {
		if (redisAppendFormattedCommand(link->context, link->commands[i].text, link->commands[i].len) != REDIS_OK) {
			return WAIT_BROKEN;
		}
	}
	wait_result result = send_all(link, deadline);
	for (int i = 0; i < link->count && result == WAIT_READY; i++) {
		result = read_reply(link, deadline, interruptible, &link->replies[i]);
	}
	return result;
}

/* ---- connecting ---- */

static redisContext *new_context(const stampede_redis_url *url)
{
	return url->path ? redisConnectUnixNonBlock(ZSTR_VAL(url->path))
		: redisConnectNonBlock(ZSTR_VAL(url->host), url->port);
}

/* false: the reason is in text. */
static bool open_socket(stampede_link *link, stampede_usec deadline, char *text, size_t size)
{
	const stampede_redis_url *url = &link->endpoint->url;
	int error = 0;
	socklen_t len = sizeof(error);

	for (;;) {
		link->context = new_context(url);
		/* a unix socket whose queue is full does not block: it says so */
		if (!link->context || !link->context->err || errno != EAGAIN || !url->path || stampede_now() >= deadline) {
			break;
		}
		link_close(link);
		usleep(BACKLOG_PAUSE_MS * 1000);
	}
	if (!link->context || link->context->err) {
		snprintf(text, size, "%s", link->context ? context_error(link) : "out of memory");
		return false;
	}
	link->owner = getpid();
#ifdef F_SETFD
	fcntl(link->context->fd, F_SETFD, FD_CLOEXEC);
#endif
	if (wait_for(link, POLLOUT, deadline, false) != WAIT_READY) {
		snprintf(text, size, "no connection within the deadline");
		return false;
	}
	if (getsockopt(link->context->fd, SOL_SOCKET, SO_ERROR, &error, &len) < 0 || error) {
		snprintf(text, size, "%s", strerror(error ? error : errno));
		return false;
	}
	link->context->flags |= REDIS_CONNECTED;
	return true;
}

static int handshake_command(stampede_link *link, int argc, const char **argv)
{
	size_t lengths[3];

	for (int i = 0; i < argc; i++) {
		lengths[i] = strlen(argv[i]);
	}
	return redisAppendCommandArgv(link->context, argc, argv, lengths);
}

/* AUTH, SELECT and CLIENT SETNAME in one round trip. */
static bool shake_hands(stampede_link *link, stampede_usec deadline, stampede_trouble *kind, char *text, size_t size)
{
	const stampede_redis_url *url = &link->endpoint->url;
	char number[16], name[64];
	int count = 0;

	if (url->password && url->user) {
		handshake_command(link, 3, (const char *[]) {"AUTH", ZSTR_VAL(url->user), ZSTR_VAL(url->password)});
		count++;
	} else if (url->password) {
		handshake_command(link, 2, (const char *[]) {"AUTH", ZSTR_VAL(url->password)});
		count++;
	}
	if (url->db > 0) {
		snprintf(number, sizeof(number), "%d", url->db);
		handshake_command(link, 2, (const char *[]) {"SELECT", number});
		count++;
	}
	snprintf(name, sizeof(name), "stampede-%ld", (long) getpid());
	handshake_command(link, 3, (const char *[]) {"CLIENT", "SETNAME", name});
	wait_result result = send_all(link, deadline);
	for (int i = 0; i <= count && result == WAIT_READY; i++) {
		redisReply *reply = NULL;
		result = read_reply(link, deadline, false, &reply);
		/* the name is for people: a user that may not set it works all the same */
		bool refused = result == WAIT_READY && reply->type == REDIS_REPLY_ERROR
			&& (i < count || strncmp(reply->str, "NOPERM", 6) != 0);
		if (refused) {
			*kind = stampede_error_kind(reply->str);
			snprintf(text, size, "%s", reply->str);
		}
		if (reply) {
			freeReplyObject(reply);
		}
		if (refused) {
			return false;
		}
	}
	if (result != WAIT_READY) {
		snprintf(text, size, "%s", result == WAIT_TIMEOUT ? "no answer within the deadline" : context_error(link));
	}
	return result == WAIT_READY;
}

static bool link_connect(stampede_link *link, const stampede_timeouts *timeouts)
{
	stampede_usec deadline = stampede_now() + timeouts->connect;
	stampede_trouble kind = STAMPEDE_TROUBLE_CONNECT;
	char text[256];

	if (open_socket(link, deadline, text, sizeof(text)) && stampede_tls_start(link, deadline, text, sizeof(text))
			&& shake_hands(link, deadline, &kind, text, sizeof(text))) {
		return true;
	}
	stampede_link_trouble(link, timeouts, kind, "connect", text);
	link_close(link);
	return false;
}

/* ---- links ---- */

stampede_link *stampede_link_acquire(stampede_endpoint *endpoint)
{
	stampede_link *link = endpoint->links;

	/* a second link is needed when a signal handler comes back here in the middle of a wait */
	while (link && link->busy) {
		link = link->next;
	}
	if (!link) {
		link = pecalloc(1, sizeof(*link), 1);
		link->endpoint = endpoint;
		link->next = endpoint->links;
		endpoint->links = link;
	}
	if (link->context && link->owner != getpid()) { /* the parent's, inherited by fork() */
		link_close(link);
	}
	link->busy = true;
	return link;
}

static void free_replies(stampede_link *link)
{
	for (int i = 0; i < STAMPEDE_LINK_MAX_COMMANDS; i++) {
		if (link->replies[i]) {
			freeReplyObject(link->replies[i]);
			link->replies[i] = NULL;
		}
	}
}

void stampede_link_clear(stampede_link *link)
{
	free_replies(link);
	while (link->count > 0) {
		redisFreeCommand(link->commands[--link->count].text);
	}
}

void stampede_link_release(stampede_link *link)
{
	stampede_link_clear(link);
	link->busy = false;
	for (stampede_link *other = link->endpoint->links; other; other = other->next) {
		if (other != link && !other->busy) { /* one per worker and endpoint is enough again */
			link_close(other);
		}
	}
}

static void link_destroy(stampede_link *link)
{
	stampede_link_clear(link);
	link_close(link);
	pefree(link, 1);
}

void stampede_link_add(stampede_link *link, int argc, const char **argv, const size_t *lengths)
{
	char *text;

	ZEND_ASSERT(link->count < STAMPEDE_LINK_MAX_COMMANDS);
	long long len = redisFormatCommandArgv(&text, argc, argv, lengths);
	if (len < 0) {
		zend_error_noreturn(E_ERROR, "Out of memory while talking to Redis");
	}
	link->commands[link->count].text = text;
	link->commands[link->count].len = (size_t) len;
	link->count++;
}

/* The name of the first command, for messages: "$5\r\nHMGET\r\n" stands behind the number of its parts. */
static const char *command_name(stampede_link *link, char *buffer, size_t size)
{
	const char *name = strchr(link->commands[0].text, '$');

	name = name ? strchr(name, '\n') : NULL;
	snprintf(buffer, size, "%.*s", name ? (int) strcspn(name + 1, "\r") : 0, name ? name + 1 : "");
	return buffer;
}

static bool replies_say_later(stampede_link *link)
{
	for (int i = 0; i < link->count; i++) {
		if (link->replies[i]->type == REDIS_REPLY_ERROR
				&& stampede_error_kind(link->replies[i]->str) == STAMPEDE_TROUBLE_STATE) {
			return true;
		}
	}
	return false;
}

static stampede_exchange_status exchange_failed(stampede_link *link, const stampede_timeouts *timeouts,
	wait_result result)
{
	char name[32];
	stampede_trouble kind = STAMPEDE_TROUBLE_LOST;
	const char *text = context_error(link);

	free_replies(link);
	if (result == WAIT_INTERRUPTED) {
		link_close(link);
		return STAMPEDE_EXCHANGE_INTERRUPTED;
	}
	if (result == WAIT_TIMEOUT) {
		kind = STAMPEDE_TROUBLE_TIMEOUT;
		text = "no answer within the deadline";
	} else if (link->context->err == REDIS_ERR_PROTOCOL) {
		kind = STAMPEDE_TROUBLE_PROTOCOL;
	}
	if (link->was_idle_loss) { /* nobody's fault: the caller may try again on a new connection */
		link_close(link);
		return STAMPEDE_EXCHANGE_FAILED;
	}
	char copy[256]; /* trouble closes the context that text may point into */
	snprintf(copy, sizeof(copy), "%s", text);
	stampede_link_trouble(link, timeouts, kind, command_name(link, name, sizeof(name)), copy);
	return STAMPEDE_EXCHANGE_FAILED;
}

static stampede_exchange_status exchange_once(stampede_link *link, const stampede_timeouts *timeouts,
	stampede_usec extra, bool interruptible)
{
	bool kept = link->context != NULL;

	link->was_idle_loss = false;
	link->may_have_arrived = false;
	if (!kept && !link_connect(link, timeouts)) {
		return STAMPEDE_EXCHANGE_FAILED;
	}
	wait_result result = converse(link, stampede_now() + timeouts->read + extra, interruptible);
	if (result == WAIT_READY) {
		return STAMPEDE_EXCHANGE_OK;
	}
	link->may_have_arrived = true;
	link->was_idle_loss = kept && result == WAIT_BROKEN && link->context->err != REDIS_ERR_PROTOCOL;
	return exchange_failed(link, timeouts, result);
}

stampede_exchange_status stampede_link_exchange(stampede_link *link, const stampede_timeouts *timeouts,
	stampede_usec extra, int flags)
{
	stampede_endpoint *endpoint = link->endpoint;
	bool interruptible = (flags & STAMPEDE_EXCHANGE_INTERRUPT) != 0;

	link->may_have_arrived = false;
	if (stampede_now() < endpoint->down_until && !(flags & STAMPEDE_EXCHANGE_ANYWAY)) {
		return STAMPEDE_EXCHANGE_FAILED; /* error still says why */
	}
	stampede_exchange_status status = exchange_once(link, timeouts, extra, interruptible);
	if (!(flags & STAMPEDE_EXCHANGE_RETRY)) {
		return status;
	}
	if (status == STAMPEDE_EXCHANGE_OK && replies_say_later(link)) {
		/* a failover may have given the name to another server */
		free_replies(link);
		link_close(link);
		return exchange_once(link, timeouts, extra, interruptible);
	}
	if (status == STAMPEDE_EXCHANGE_FAILED && link->was_idle_loss) {
		return exchange_once(link, timeouts, extra, interruptible);
	}
	return status;
}

/* ---- module and request life ---- */

void stampede_links_startup(HashTable *endpoints)
{
	zend_hash_init(endpoints, 4, NULL, endpoint_destroy, 1);
}

void stampede_links_request_end(void)
{
	stampede_endpoint *endpoint;

	ZEND_HASH_FOREACH_PTR(&STAMPEDE_G(endpoints), endpoint) {
		for (stampede_link *link = endpoint->links; link; link = link->next) {
			if (link->busy) { /* the request ended in the middle of an exchange: what comes next is unknown */
				link_close(link);
				stampede_link_release(link);
			}
		}
	} ZEND_HASH_FOREACH_END();
}

void stampede_links_shutdown(HashTable *endpoints)
{
	zend_hash_destroy(endpoints);
}
