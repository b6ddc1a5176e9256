/*
 * Connections to Redis by hiredis, non-blocking, with our own deadlines: hiredis starts its timeout anew at every
 * signal and every few bytes.
 */
#include "php_stampede.h"
#include "redis_errors.h"
#include "redis_link.h"
#include "redis_tls.h"
#include "stats.h"

#include "ext/standard/php_string.h"
#include "php_network.h"

#define HOLD_BACK 2000            /* after what a command may take: Redis counts later, and in whole milliseconds */
#define MAX_REPLY (600u * 1024 * 1024) /* above Redis's own limit of a string: more is no reply */
#define MAX_LATE_READS 64 /* of what has already come when the deadline passes: 1 MB */
#define MAX_KEPT_ENDPOINTS 32 /* with a connection, of those that the request did not use */
#define MAX_KEPT_BUFFER (64 * 1024) /* a larger one, of a large value, is not kept */

/* ---- endpoints ---- */

static stampede_endpoint *endpoint_create(const stampede_redis_url *url, zend_string *text, zend_string *identity)
{
	stampede_endpoint *endpoint = pecalloc(1, sizeof(*endpoint), 1);
	zend_string *label = stampede_redis_url_masked(text);

	endpoint->url = *url;
	endpoint->url.path = stampede_persistent(url->path);
	endpoint->url.host = stampede_persistent(url->host);
	endpoint->url.user = stampede_persistent(url->user);
	endpoint->url.password = stampede_persistent(url->password);
	endpoint->url.ca = stampede_persistent(url->ca);
	endpoint->url.cert = stampede_persistent(url->cert);
	endpoint->url.key = stampede_persistent(url->key);
	endpoint->url.name = stampede_persistent(url->name);
	stampede_peer_init(&endpoint->peer, identity, label);
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
	stampede_peer_free(&endpoint->peer);
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
		endpoint = endpoint_create(&url, text, identity);
		zend_hash_str_add_new_ptr(&STAMPEDE_G(endpoints), ZSTR_VAL(identity), ZSTR_LEN(identity), endpoint);
	}
	zend_string_release(identity);
	stampede_redis_url_free(&url);
	return endpoint;
}

/* ---- trouble ---- */

static void link_close(stampede_link *link)
{
	stampede_wire_close(&link->wire);
}

void stampede_link_trouble(stampede_link *link, const stampede_timeouts *timeouts, stampede_trouble kind,
	const char *command, const char *text)
{
	if (kind < STAMPEDE_TROUBLE_FOREIGN) {
		link_close(link);
	}
	stampede_peer_trouble(&link->endpoint->peer, timeouts, kind, link->quiet, command, text,
		stampede_error_remedy(kind, text));
}

/* ---- reading and writing ---- */

/* For TLS: what hiredis has in its own buffer. */
static stampede_wire_result flush_context(stampede_link *link, stampede_usec deadline)
{
	int done = 0;

	for (;;) {
		if (redisBufferWrite(link->wire.context, &done) != REDIS_OK) {
			return STAMPEDE_WIRE_BROKEN;
		}
		if (done) {
			return STAMPEDE_WIRE_READY;
		}
		stampede_wire_result result = stampede_wire_wait(&link->wire, POLLOUT, deadline, false);
		if (result != STAMPEDE_WIRE_READY) {
			return result;
		}
	}
}

static stampede_wire_result send_bytes(stampede_link *link, const char *bytes, size_t len, stampede_usec deadline)
{
	if (link->endpoint->url.tls) {
		stampede_count(STAMPEDE_COUNT_BYTES_SENT, len);
		return redisAppendFormattedCommand(link->wire.context, bytes, len) == REDIS_OK
			? flush_context(link, deadline) : STAMPEDE_WIRE_BROKEN;
	}
	return stampede_wire_send(&link->wire, bytes, len, deadline);
}

static stampede_wire_result read_reply(stampede_link *link, stampede_usec deadline, bool interruptible, redisReply **reply)
{
	int late = 0;

	for (;;) {
		void *parsed = NULL;
		if (redisReaderGetReply(link->wire.context->reader, &parsed) != REDIS_OK) {
			snprintf(link->wire.context->errstr, sizeof(link->wire.context->errstr), "protocol error: %.100s",
				link->wire.context->reader->errstr);
			link->wire.context->err = REDIS_ERR_PROTOCOL;
			return STAMPEDE_WIRE_BROKEN;
		}
		if (parsed) {
			*reply = parsed;
			return STAMPEDE_WIRE_READY;
		}
		if (!stampede_tls_pending(link)) {
			stampede_wire_result result = stampede_wire_wait(&link->wire, POLLIN, deadline, interruptible);
			if (result != STAMPEDE_WIRE_READY) {
				return result;
			}
		}
		if (stampede_now() >= deadline && ++late > MAX_LATE_READS) {
			return STAMPEDE_WIRE_TIMEOUT; /* a reply that goes on and on */
		}
		size_t had = link->wire.context->reader->len;
		if (redisBufferRead(link->wire.context) != REDIS_OK) {
			return STAMPEDE_WIRE_BROKEN;
		}
		stampede_count(STAMPEDE_COUNT_BYTES_RECEIVED, link->wire.context->reader->len - had);
		if (link->wire.context->reader->len > MAX_REPLY) {
			snprintf(link->wire.context->errstr, sizeof(link->wire.context->errstr), "reply larger than any value");
			link->wire.context->err = REDIS_ERR_PROTOCOL;
			return STAMPEDE_WIRE_BROKEN;
		}
	}
}

/* A server that closes at once may have said why. */
static void hear_last_words(stampede_link *link)
{
	redisReply *reply = NULL;
	int err = link->wire.context->err;

	link->wire.context->err = 0; /* hiredis does not read any more after an error */
	if (read_reply(link, stampede_now(), false, &reply) == STAMPEDE_WIRE_READY && reply->type == REDIS_REPLY_ERROR) {
		snprintf(link->wire.context->errstr, sizeof(link->wire.context->errstr), "%s", reply->str);
	}
	link->wire.context->err = err;
	if (reply) {
		freeReplyObject(reply);
	}
}

/* Sends the command that is held back when nothing comes until `patience`; else there is one reply less to wait for. */
static stampede_wire_result let_go(stampede_link *link, stampede_usec patience, stampede_usec deadline, bool interruptible)
{
	stampede_wire_result result = stampede_wire_wait(&link->wire, POLLIN, patience, interruptible);

	if (result == STAMPEDE_WIRE_TIMEOUT) {
		return send_bytes(link, link->out + link->held_at, link->out_len - link->held_at, deadline);
	}
	link->count--;
	return result;
}

/* One reply for each command given. The replies land in link->replies. */
static stampede_wire_result converse(stampede_link *link, stampede_usec patience, stampede_usec deadline, bool interruptible)
{
	stampede_wire_result result = send_bytes(link, link->out, link->held_at ? link->held_at : link->out_len, deadline);

	if (result == STAMPEDE_WIRE_READY && link->held_at) {
		result = let_go(link, patience, deadline, interruptible);
	}
	if (result == STAMPEDE_WIRE_BROKEN) {
		hear_last_words(link);
	}
	for (int i = 0; i < link->count && result == STAMPEDE_WIRE_READY; i++) {
		result = read_reply(link, deadline, interruptible, &link->replies[i]);
	}
	return result;
}

/* ---- connecting ---- */

/* No reply of ours has more elements. hiredis would allocate what is announced, before any of it has come. */
#define MAX_ELEMENTS 64

#if HIREDIS_MAJOR > 0
typedef size_t element_count;
#else
typedef int element_count;
#endif

static const redisReplyObjectFunctions *default_functions;

static void *create_array(const redisReadTask *task, element_count elements)
{
	return elements > MAX_ELEMENTS ? NULL : default_functions->createArray(task, elements);
}

static void limit_arrays(redisContext *context)
{
	static redisReplyObjectFunctions functions;

	if (context->reader) { /* threads write the same things here */
		default_functions = context->reader->fn;
		functions = *default_functions;
		functions.createArray = create_array;
		context->reader->fn = &functions;
	}
}

/* false: the reason is in text. */
static bool open_socket(stampede_link *link, stampede_usec deadline, char *text, size_t size)
{
	const stampede_redis_url *url = &link->endpoint->url;

	if (!stampede_wire_open(&link->wire, url->path, url->host, url->port, deadline, text, size)) {
		return false;
	}
	limit_arrays(link->wire.context);
	return true;
}

static void add_words(stampede_link *link, int argc, const char **argv)
{
	size_t lengths[3];

	for (int i = 0; i < argc; i++) {
		lengths[i] = strlen(argv[i]);
	}
	stampede_link_add(link, argc, argv, lengths);
}

/* AUTH, SELECT and CLIENT SETNAME. */
static void add_handshake(stampede_link *link)
{
	const stampede_redis_url *url = &link->endpoint->url;
	char number[16], name[64];

	if (url->password && url->user) {
		add_words(link, 3, (const char *[]) {"AUTH", ZSTR_VAL(url->user), ZSTR_VAL(url->password)});
	} else if (url->password) {
		add_words(link, 2, (const char *[]) {"AUTH", ZSTR_VAL(url->password)});
	}
	if (url->db > 0) {
		snprintf(number, sizeof(number), "%d", url->db);
		add_words(link, 2, (const char *[]) {"SELECT", number});
	}
	snprintf(name, sizeof(name), "stampede-%ld", (long) stampede_pid());
	add_words(link, 3, (const char *[]) {"CLIENT", "SETNAME", name});
}

/* The first reply that must stop us, or NULL. The last one is that of SETNAME: a user that may not set it works as well. */
static const char *handshake_refusal(const stampede_link *link)
{
	for (int i = 0; i < link->count; i++) {
		const redisReply *reply = link->replies[i];
		if (reply->type == REDIS_REPLY_ERROR && (i < link->count - 1 || strncmp(reply->str, "NOPERM", 6) != 0)) {
			return reply->str;
		}
	}
	return NULL;
}

/* Some servers repeat the command that they do not like, the password in it. */
static void describe_refusal(const stampede_redis_url *url, const char *refusal, char *text, size_t size)
{
	const char *arguments = strstr(refusal, ", with args beginning with");
	size_t len = arguments ? (size_t) (arguments - refusal) : strlen(refusal);
	zend_string *shown = url->password && ZSTR_LEN(url->password)
		? php_str_to_str(refusal, len, ZSTR_VAL(url->password), ZSTR_LEN(url->password), "***", 3)
		: zend_string_init(refusal, len, 0);

	snprintf(text, size, "%s", ZSTR_VAL(shown));
	zend_string_release(shown);
}

/* One round trip on a connection that is not yet the link's, with commands and replies of its own. */
static bool shake_hands(stampede_link *link, stampede_usec deadline, stampede_trouble *kind, char *text, size_t size)
{
	stampede_link greeting = {.endpoint = link->endpoint, .wire = link->wire};
#ifdef HAVE_STAMPEDE_TLS
	greeting.tls = link->tls;
#endif
	add_handshake(&greeting);
	stampede_wire_result result = converse(&greeting, deadline, deadline, false);
	const char *refusal = result == STAMPEDE_WIRE_READY ? handshake_refusal(&greeting)
		: result == STAMPEDE_WIRE_TIMEOUT ? "no answer within the deadline" : stampede_wire_error(&link->wire);
	if (refusal) {
		*kind = result == STAMPEDE_WIRE_READY ? stampede_error_kind(refusal) : STAMPEDE_TROUBLE_CONNECT;
		describe_refusal(&link->endpoint->url, refusal, text, size);
	}
	stampede_link_clear(&greeting);
	free(greeting.out);
	return refusal == NULL;
}

static bool link_connect(stampede_link *link, const stampede_timeouts *timeouts)
{
	stampede_usec deadline = stampede_now() + timeouts->connect;
	stampede_trouble kind = STAMPEDE_TROUBLE_CONNECT;
	char text[256];

	if (open_socket(link, deadline, text, sizeof(text)) && stampede_tls_start(link, deadline, text, sizeof(text))
			&& shake_hands(link, deadline, &kind, text, sizeof(text))) {
		stampede_count(STAMPEDE_COUNT_CONNECTED, 1);
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
	if (stampede_wire_is_foreign(&link->wire)) { /* the parent's, inherited by fork() */
		link_close(link);
	}
	link->busy = true;
	endpoint->used = true;
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
	link->count = 0;
	link->out_len = 0;
	link->held_at = 0;
}

void stampede_link_release(stampede_link *link)
{
	stampede_link_clear(link);
	if (link->out_size > MAX_KEPT_BUFFER) {
		free(link->out);
		link->out = NULL;
		link->out_size = 0;
	}
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
	free(link->out);
	pefree(link, 1);
}

static void append_out(stampede_link *link, const char *text, size_t len)
{
	if (link->out_len + len >= link->out_size) {
		link->out_size = MAX(2 * link->out_size, link->out_len + len + 1);
		link->out = perealloc(link->out, link->out_size, 1);
	}
	memcpy(link->out + link->out_len, text, len);
	link->out_len += len;
	link->out[link->out_len] = '\0'; /* for command_name() */
}

void stampede_link_add(stampede_link *link, int argc, const char **argv, const size_t *lengths)
{
	char *text;

	ZEND_ASSERT(link->count < STAMPEDE_LINK_MAX_COMMANDS);
	long long len = redisFormatCommandArgv(&text, argc, argv, lengths);
	if (len < 0) {
		zend_error_noreturn(E_ERROR, "Out of memory while talking to Redis");
	}
	link->last_at = link->out_len;
	append_out(link, text, (size_t) len);
	redisFreeCommand(text);
	link->count++;
}

void stampede_link_hold_back(stampede_link *link)
{
	link->held_at = link->last_at;
}

/* The name of the first command, for messages: "$5\r\nHMGET\r\n" stands behind the number of its parts. */
static const char *command_name(stampede_link *link, char *buffer, size_t size)
{
	const char *name = memchr(link->out, '$', link->out_len);

	name = name ? strchr(name, '\n') : NULL;
	snprintf(buffer, size, "%.*s", name ? (int) strcspn(name + 1, "\r") : 0, name ? name + 1 : "");
	return buffer;
}

/* The worst that the replies say of the endpoint as a whole. */
static stampede_trouble trouble_in_replies(const stampede_link *link)
{
	stampede_trouble found = STAMPEDE_TROUBLE_NONE;

	for (int i = 0; i < link->count && found == STAMPEDE_TROUBLE_NONE; i++) {
		stampede_trouble kind = link->replies[i]->type == REDIS_REPLY_ERROR
			? stampede_error_kind(link->replies[i]->str) : STAMPEDE_TROUBLE_NONE;
		found = kind < STAMPEDE_TROUBLE_FOREIGN ? kind : STAMPEDE_TROUBLE_NONE;
	}
	return found;
}

/* A kept connection must be silent: what could be read now is its end, or an answer that nobody waits for. */
static bool is_idle(const stampede_link *link)
{
	if (link->wire.context->reader->pos < link->wire.context->reader->len) {
		return false;
	}
	/* TLS may have sent session tickets */
	return link->endpoint->url.tls || stampede_wire_is_silent(&link->wire);
}

static void exchange_trouble(stampede_link *link, const stampede_timeouts *timeouts, stampede_wire_result result)
{
	char name[32], text[256];
	stampede_trouble kind = STAMPEDE_TROUBLE_LOST;

	snprintf(text, sizeof(text), "%s", stampede_wire_error(&link->wire)); /* trouble closes the context */
	if (result == STAMPEDE_WIRE_TIMEOUT) {
		kind = STAMPEDE_TROUBLE_TIMEOUT;
		snprintf(text, sizeof(text), "no answer within the deadline");
	} else if (link->wire.context->err == REDIS_ERR_PROTOCOL) {
		kind = STAMPEDE_TROUBLE_PROTOCOL;
	}
	stampede_link_trouble(link, timeouts, kind, command_name(link, name, sizeof(name)), text);
}

stampede_exchange_status stampede_link_exchange(stampede_link *link, const stampede_timeouts *timeouts,
	stampede_usec extra, int flags)
{
	stampede_endpoint *endpoint = link->endpoint;
	bool first = (flags & STAMPEDE_EXCHANGE_FIRST) != 0;

	free_replies(link);
	link->again = STAMPEDE_AGAIN_NO;
	link->quiet = (flags & STAMPEDE_EXCHANGE_QUIET) != 0;
	if (!(flags & STAMPEDE_EXCHANGE_ANYWAY) && !stampede_peer_may_ask(&endpoint->peer, timeouts)) {
		return STAMPEDE_EXCHANGE_FAILED;
	}
	if (link->wire.context && !is_idle(link)) {
		link_close(link);
	}
	bool kept = link->wire.context != NULL;
	if (!kept && !link_connect(link, timeouts)) {
		return STAMPEDE_EXCHANGE_FAILED;
	}
	stampede_usec now = stampede_now();
	stampede_wire_result result = converse(link, now + extra + HOLD_BACK, now + extra + timeouts->read,
		(flags & STAMPEDE_EXCHANGE_INTERRUPT) != 0);
	stampede_trouble trouble = result == STAMPEDE_WIRE_READY ? trouble_in_replies(link) : STAMPEDE_TROUBLE_NONE;
	if (first && trouble == STAMPEDE_TROUBLE_STATE) {
		link->again = STAMPEDE_AGAIN_YES; /* a failover may have given the name to another server */
	} else if (result == STAMPEDE_WIRE_READY) {
		if (trouble == STAMPEDE_TROUBLE_NONE) {
			stampede_breaker_report_success(endpoint->peer.breaker);
		}
		return STAMPEDE_EXCHANGE_OK;
	} else if (kept && result == STAMPEDE_WIRE_BROKEN && link->wire.context->err != REDIS_ERR_PROTOCOL) {
		link->again = STAMPEDE_AGAIN_YES;
	} else {
		link->again = STAMPEDE_AGAIN_UNKNOWN;
	}
	free_replies(link);
	if (result == STAMPEDE_WIRE_INTERRUPTED || (first && link->again == STAMPEDE_AGAIN_YES)) {
		link_close(link);
	} else {
		exchange_trouble(link, timeouts, result);
	}
	return result == STAMPEDE_WIRE_INTERRUPTED ? STAMPEDE_EXCHANGE_INTERRUPTED : STAMPEDE_EXCHANGE_FAILED;
}

/* ---- module and request life ---- */

void stampede_links_startup(HashTable *endpoints)
{
	zend_hash_init(endpoints, 4, NULL, endpoint_destroy, 1);
}

/* A worker that talks to another server for each of many tenants does not collect connections. */
static void limit_kept_connections(void)
{
	stampede_endpoint *endpoint;
	bool too_many = zend_hash_num_elements(&STAMPEDE_G(endpoints)) > MAX_KEPT_ENDPOINTS;

	ZEND_HASH_FOREACH_PTR(&STAMPEDE_G(endpoints), endpoint) {
		for (stampede_link *link = endpoint->links; link && too_many && !endpoint->used; link = link->next) {
			link_close(link);
		}
		endpoint->used = false;
	} ZEND_HASH_FOREACH_END();
}

void stampede_links_request_end(void)
{
	stampede_endpoint *endpoint;

	limit_kept_connections();
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
