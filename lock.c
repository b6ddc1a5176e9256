/*
 * Leases of this process.
 */
#include "php_stampede.h"
#include "lock.h"

#include "ext/random/php_random.h"

static zend_result draw_token(char token[STAMPEDE_TOKEN_LEN + 1])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char bits[STAMPEDE_TOKEN_LEN / 2];

	if (php_random_bytes_throw(bits, sizeof(bits)) == FAILURE) {
		return FAILURE;
	}
	for (size_t i = 0; i < sizeof(bits); i++) {
		token[2 * i] = digits[bits[i] >> 4];
		token[2 * i + 1] = digits[bits[i] & 15];
	}
	token[STAMPEDE_TOKEN_LEN] = '\0';
	return SUCCESS;
}

static stampede_lease *lease_create(stampede_store *store, stampede_entry *entry, const stampede_settings *settings)
{
	stampede_lease *lease = ecalloc(1, sizeof(*lease));

	lease->store = stampede_store_addref(store);
	lease->entry = stampede_entry_addref(entry);
	lease->owner = stampede_pid();
	lease->fiber = EG(current_fiber_context);
	lease->settings = settings;
	lease->ttl = settings->ttl;
	lease->stale_ttl = settings->stale_ttl;
	lease->outer = STAMPEDE_G(leases);
	STAMPEDE_G(leases) = lease;
	return lease;
}

static void lease_run(stampede_lease *lease, stampede_usec from)
{
	lease->state = STAMPEDE_LEASE_RUNNING;
	lease->began = stampede_now();
	lease->ends = from + lease->settings->lock_ttl;
}

stampede_lease *stampede_lease_ask(stampede_store *store, stampede_entry *entry, const stampede_settings *settings)
{
	char token[STAMPEDE_TOKEN_LEN + 1];

	if (draw_token(token) == FAILURE) {
		return NULL;
	}
	stampede_lease *lease = lease_create(store, entry, settings);
	memcpy(lease->token, token, sizeof(token));
	return lease;
}

void stampede_lease_won(stampede_lease *lease, const stampede_generation *generation, uint64_t number,
	stampede_usec asked_at)
{
	lease->generation = *generation;
	lease->number = number;
	lease_run(lease, asked_at);
}

stampede_lease *stampede_lease_unlocked(stampede_store *store, stampede_entry *entry,
	const stampede_settings *settings)
{
	stampede_lease *lease = lease_create(store, entry, settings);

	lease_run(lease, stampede_now());
	return lease;
}

void stampede_lease_hide(stampede_lease *lease)
{
	if (lease->shown_by) {
		*lease->shown_by = NULL;
		lease->shown_by = NULL;
	}
}

/* ---- what a lease takes up on this host ---- */

bool stampede_lease_take_place(stampede_lease *lease, stampede_place_kind kind, zend_long limit)
{
	lease->places[kind] = stampede_place_take(kind, (uint32_t) limit);
	return lease->places[kind] != 0;
}

void stampede_lease_leave_place(stampede_lease *lease, stampede_place_kind kind)
{
	stampede_place_leave(kind, lease->places[kind]);
	lease->places[kind] = 0;
}

bool stampede_lease_take_guard(stampede_lease *lease)
{
	lease->guard = stampede_guard_take(lease->entry->identity, lease->settings->lock_ttl);
	return lease->guard != 0;
}

static void leave_host(stampede_lease *lease)
{
	for (int kind = 0; kind < STAMPEDE_PLACE_KINDS; kind++) {
		stampede_lease_leave_place(lease, (stampede_place_kind) kind);
	}
	stampede_guard_leave(lease->entry->identity, lease->guard);
	lease->guard = 0;
}

/* ---- the end ---- */

static void lease_free(stampede_lease *lease)
{
	stampede_lease **link = &STAMPEDE_G(leases);

	leave_host(lease);
	while (*link != lease) { /* not always the first: fibers end in any order */
		link = &(*link)->outer;
	}
	*link = lease->outer;
	stampede_store_release(lease->store);
	stampede_entry_release(lease->entry);
	efree(lease);
}

/* A request that never ends does not collect locks that have ended by themselves. */
static void free_outlived(void)
{
	stampede_usec now = stampede_now();

	for (stampede_lease *lease = STAMPEDE_G(leases), *outer; lease; lease = outer) {
		outer = lease->outer;
		if (lease->state == STAMPEDE_LEASE_OVER && lease->ends < now) {
			lease_free(lease);
		}
	}
}

void stampede_lease_close(stampede_lease *lease, bool answered)
{
	stampede_lease_hide(lease);
	leave_host(lease);
	if (lease->state == STAMPEDE_LEASE_ASKING) {
		lease->ends = stampede_now() + lease->settings->lock_ttl;
	}
	lease->state = STAMPEDE_LEASE_OVER;
	lease->settings = NULL;
	if (answered || !stampede_lease_is_mine(lease)) {
		lease_free(lease);
	}
	free_outlived();
}

bool stampede_lease_is_mine(const stampede_lease *lease)
{
	return lease->owner == stampede_pid();
}

static void give_back(stampede_lease *lease, bool stored)
{
	bool answered = true;

	if (lease->token[0] && stampede_lease_is_mine(lease)) {
		/* a lock of ours is worth a connect time-out */
		answered = lease->store->ops->abandon(lease->store, lease->entry, lease->token, STAMPEDE_EFFORT_FULL, stored)
			== STAMPEDE_STORE_OK;
	}
	stampede_lease_close(lease, answered);
}

void stampede_lease_abandon(stampede_lease *lease)
{
	give_back(lease, false);
}

void stampede_lease_yield(stampede_lease *lease)
{
	give_back(lease, true);
}

/* Whether the code running now was called, through however many fibers, by the code of this context. */
static bool is_running(const zend_fiber_context *context)
{
	zend_fiber_context *current = EG(current_fiber_context);

	while (current != context) {
		if (!current || current->kind != zend_ce_fiber) {
			return false;
		}
		current = zend_fiber_from_context(current)->caller;
	}
	return true;
}

static bool encloses(const stampede_lease *lease)
{
	return lease->state == STAMPEDE_LEASE_RUNNING && is_running(lease->fiber) && stampede_lease_is_mine(lease);
}

stampede_lease *stampede_lease_enclosing(void)
{
	stampede_lease *lease = STAMPEDE_G(leases);

	while (lease && !encloses(lease)) {
		lease = lease->outer;
	}
	return lease;
}

bool stampede_lease_is_nested(const stampede_lease *lease)
{
	for (const stampede_lease *other = STAMPEDE_G(leases); other; other = other->outer) {
		if (other != lease && encloses(other)) {
			return true;
		}
	}
	return false;
}

stampede_own_build stampede_lease_own_build(const stampede_store *store, const stampede_entry *entry)
{
	for (stampede_lease *lease = STAMPEDE_G(leases); lease; lease = lease->outer) {
		if (lease->state == STAMPEDE_LEASE_RUNNING && lease->store->place == store->place && stampede_lease_is_mine(lease)
				&& memcmp(lease->entry->identity, entry->identity, STAMPEDE_IDENTITY_LEN) == 0) {
			return is_running(lease->fiber) ? STAMPEDE_OWN_ENCLOSING : STAMPEDE_OWN_ELSEWHERE;
		}
	}
	return STAMPEDE_OWN_NONE;
}

void stampede_lease_mark_from_stale(void)
{
	for (stampede_lease *lease = STAMPEDE_G(leases); lease; lease = lease->outer) {
		lease->from_stale |= encloses(lease);
	}
}

void stampede_leases_retry(void)
{
	for (stampede_lease *lease = STAMPEDE_G(leases), *outer; lease; lease = outer) {
		outer = lease->outer;
		if (lease->state == STAMPEDE_LEASE_OVER && stampede_lease_is_mine(lease)
				&& lease->store->ops->abandon(lease->store, lease->entry, lease->token, STAMPEDE_EFFORT_LEAST, false)
				== STAMPEDE_STORE_OK) {
			lease_free(lease);
		}
	}
}

void stampede_leases_request_end(void)
{
	stampede_effort effort = STAMPEDE_EFFORT_LATER;

	while (STAMPEDE_G(leases)) {
		stampede_lease *lease = STAMPEDE_G(leases);
		if (lease->token[0] && stampede_lease_is_mine(lease)) {
			lease->store->ops->abandon(lease->store, lease->entry, lease->token, effort, false);
			effort = STAMPEDE_EFFORT_LEAST; /* the first one has found out whether the store is back */
		}
		stampede_lease_hide(lease);
		lease_free(lease);
	}
}
