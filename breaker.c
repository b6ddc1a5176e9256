/*
 * Breakers in the shared mapping. The whole state of one is a single word, the time until which nobody asks: whoever
 * moves it on, once it has passed, is the one that tries again.
 */
#include "php_stampede.h"
#include "breaker.h"

static uint64_t hash(zend_string *identity)
{
	unsigned char digest[STAMPEDE_SHA1_LEN];
	uint64_t id;

	stampede_sha1(ZSTR_VAL(identity), ZSTR_LEN(identity), digest);
	memcpy(&id, digest, sizeof(id));
	return id ? id : 1;
}

static void set_label(stampede_breaker *breaker, zend_string *label)
{
	size_t len = MIN(ZSTR_LEN(label), sizeof(breaker->label) - 1);

	for (size_t i = 0; i < len; i++) { /* readers of metrics insist on text */
		unsigned char c = (unsigned char) ZSTR_VAL(label)[i];
		breaker->label[i] = c < 0x20 || c > 0x7e ? '?' : (char) c;
	}
	atomic_store(&breaker->labelled, true);
}

stampede_breaker *stampede_breaker_find(zend_string *identity, zend_string *label)
{
	uint64_t id = hash(identity);

	for (size_t i = 0; i < STAMPEDE_BREAKERS; i++) {
		stampede_breaker *breaker = &stampede_shared->breakers[i];
		uint64_t found = 0;
		if (atomic_compare_exchange_strong(&breaker->id, &found, id)) {
			set_label(breaker, label);
			return breaker;
		}
		if (found == id) {
			if (!atomic_load(&breaker->labelled)) { /* who took it was killed before it came to that */
				set_label(breaker, label);
			}
			return breaker;
		}
	}
	return NULL;
}

bool stampede_breaker_lets_through(stampede_breaker *breaker, stampede_usec trial)
{
	int64_t open_until = atomic_load_explicit(&breaker->open_until, memory_order_relaxed);

	if (open_until == 0) {
		return true;
	}
	stampede_usec now = stampede_now();
	return open_until <= now && atomic_compare_exchange_strong(&breaker->open_until, &open_until, now + trial);
}

void stampede_breaker_report_success(stampede_breaker *breaker)
{
	if (atomic_load_explicit(&breaker->open_until, memory_order_relaxed) != 0) {
		atomic_store(&breaker->open_until, 0);
	}
}

void stampede_breaker_report_failure(stampede_breaker *breaker, stampede_usec retry_after)
{
	atomic_fetch_add(&breaker->failures, 1);
	if (retry_after) { /* a cache that does not want it leaves that of the others alone */
		atomic_store(&breaker->open_until, stampede_now() + retry_after);
	}
}

stampede_breaker_state stampede_breaker_state_of(const stampede_breaker *breaker, stampede_usec *left)
{
	int64_t open_until = atomic_load(&breaker->open_until);

	*left = open_until ? MAX(open_until - stampede_now(), 0) : 0;
	return open_until == 0 ? STAMPEDE_BREAKER_CLOSED : *left ? STAMPEDE_BREAKER_OPEN : STAMPEDE_BREAKER_HALF_OPEN;
}
