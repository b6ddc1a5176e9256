/*
 * Servers of the store: breaker, last error, and warnings, of which there are not more than is useful.
 */
#include "php_stampede.h"
#include "peer.h"

#define WARNING_WINDOW STAMPEDE_USEC_PER_SEC

stampede_timeouts stampede_timeouts_of(const stampede_settings *settings)
{
	return (stampede_timeouts) {
		.connect = settings->connect_timeout,
		.read = settings->read_timeout,
		.retry_after = settings->retry_after,
	};
}

bool stampede_timeouts_match(const stampede_timeouts *timeouts, const stampede_settings *settings)
{
	return timeouts->connect == settings->connect_timeout && timeouts->read == settings->read_timeout
		&& timeouts->retry_after == settings->retry_after;
}

void stampede_peer_init(stampede_peer *peer, zend_string *identity, zend_string *label)
{
	memset(peer, 0, sizeof(*peer));
	peer->label = stampede_persistent(label);
	peer->breaker = stampede_breaker_find(identity, label);
	if (!peer->breaker) {
		peer->breaker = &peer->own_breaker;
	}
}

void stampede_peer_free(stampede_peer *peer)
{
	zend_string_release(peer->label);
}

bool stampede_peer_may_ask(stampede_peer *peer, const stampede_timeouts *timeouts)
{
	/* a trial by a patient cache must not keep the others away for long, should it be killed */
	stampede_usec trial = MIN(timeouts->connect + timeouts->read, MAX(timeouts->retry_after, STAMPEDE_USEC_PER_SEC));

	if (stampede_breaker_lets_through(peer->breaker, trial)) {
		return true;
	}
	if (stampede_now() - peer->failed_at > timeouts->retry_after) {
		snprintf(peer->error, sizeof(peer->error), "%s: left alone for a moment, for it failed another process",
			ZSTR_VAL(peer->label));
	}
	return false;
}

void stampede_peer_trouble(stampede_peer *peer, const stampede_timeouts *timeouts, stampede_trouble kind, bool quiet,
	const char *command, const char *text, const char *remedy)
{
	stampede_usec now = stampede_now();

	snprintf(peer->error, sizeof(peer->error), "%s: %s: %s%s", ZSTR_VAL(peer->label), command, text, remedy);
	if (kind < STAMPEDE_TROUBLE_FOREIGN) {
		peer->failed_at = now;
		stampede_breaker_report_failure(peer->breaker, timeouts->retry_after);
	}
	if (quiet) {
		return;
	}
	if (peer->warned_at[kind] == 0 || now - peer->warned_at[kind] >= MAX(timeouts->retry_after, WARNING_WINDOW)) {
		peer->warned_at[kind] = now;
		stampede_warning("%s", peer->error);
	}
}
