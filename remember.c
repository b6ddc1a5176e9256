/*
 * remember, fetch, peek, put, invalidate: the protocol as one page. Steps are named as in DESIGN.md section 6: lookup,
 * arbitrate, then won (build and fill), busy (await) or stored.
 */
#include "php_stampede.h"
#include "remember.h"
#include "defer.h"
#include "stats.h"
#include "value.h"

#include "zend_exceptions.h"

/* ---- calls and answers ---- */

void stampede_call_addref(stampede_call *call)
{
	stampede_settings_own(&call->settings);
	stampede_store_addref(call->store);
	stampede_entry_addref(call->entry);
}

void stampede_call_release(stampede_call *call)
{
	stampede_settings_disown(&call->settings);
	stampede_store_release(call->store);
	stampede_entry_release(call->entry);
}

static void answer_with(stampede_answer *answer, stampede_status status)
{
	answer->status = status;
	if (status == STAMPEDE_STATUS_STALE) {
		stampede_lease_mark_from_stale();
	}
}

static zend_result answer_empty(stampede_call *call, stampede_answer *answer)
{
	ZVAL_COPY(&answer->copy.value, &call->settings.empty);
	answer->copy.built_at = 0;
	answer->copy.duration = STAMPEDE_NO_DURATION;
	answer_with(answer, STAMPEDE_STATUS_EMPTY);
	return SUCCESS;
}

static bool take(stampede_call *call, const stampede_view *view, stampede_copy_kind kind, stampede_answer *answer)
{
	return stampede_copy_take(call->entry, view, kind, &call->settings, &answer->copy);
}

/* Asks the store for the stale copy and answers it if it may be shown. */
static bool answer_stored_stale(stampede_call *call, stampede_answer *answer)
{
	stampede_view view;

	if (call->store->ops->lookup(call->store, call->entry, STAMPEDE_COPY_STALE, &view) != STAMPEDE_STORE_OK) {
		return false;
	}
	bool taken = take(call, &view, STAMPEDE_COPY_STALE, answer);
	stampede_view_clear(&view);
	if (taken) {
		answer_with(answer, STAMPEDE_STATUS_STALE);
	}
	return taken;
}

/* ---- building ---- */

static bool must_go_on(zend_object *exception)
{
	return zend_is_unwind_exit(exception) || zend_is_graceful_exit(exception); /* exit(), a destroyed fiber */
}

/* Takes a pending exception away, to be given to warn_of() or thrown again. */
static zend_object *catch_exception(void)
{
	zend_object *exception = EG(exception);

	GC_ADDREF(exception);
	zend_clear_exception();
	return exception;
}

static void warn_of(const stampede_call *call, zend_object *exception, const char *instead)
{
	zend_string *message = zval_get_string(zend_read_property_ex(exception->ce, exception,
		ZSTR_KNOWN(ZEND_STR_MESSAGE), 1, NULL));

	stampede_warning("The builder of %s failed, %s: %s: %s", call->entry->live.val, instead,
		ZSTR_VAL(exception->ce->name), ZSTR_VAL(message));
	zend_string_release(message);
	OBJ_RELEASE(exception);
}

/*
 * The builder threw. Its exception goes on, unless on_error is "stale" and there is something to show, or only an early
 * rebuild failed. `kept` is the fresh copy that an early or refreshing call had in hand. A value that cannot be stored is
 * a fault of the program, and always thrown.
 */
static zend_result builder_failed(stampede_call *call, stampede_copy *kept, bool unstorable, stampede_answer *answer)
{
	bool has_fresh = Z_TYPE(kept->value) != IS_UNDEF;
	bool early = has_fresh && !call->settings.refresh;

	if (!EG(exception) || must_go_on(EG(exception))) {
		return FAILURE;
	}
	stampede_count(STAMPEDE_COUNT_BUILD_ERROR, 1);
	if (unstorable || (call->settings.on_error != STAMPEDE_ON_ERROR_STALE && !early)) {
		return FAILURE;
	}
	zend_object *exception = catch_exception();
	if (has_fresh) {
		answer->copy = *kept;
		ZVAL_UNDEF(&kept->value);
		answer_with(answer, STAMPEDE_STATUS_HIT);
		warn_of(call, exception, "its fresh copy is answered");
		return SUCCESS;
	}
	if (answer_stored_stale(call, answer)) {
		warn_of(call, exception, "its stale copy is answered");
		return SUCCESS;
	}
	if (stampede_interrupted()) { /* exit() while reading */
		OBJ_RELEASE(exception);
	} else {
		zend_throw_exception_internal(exception);
	}
	return FAILURE;
}

static bool too_large(const stampede_call *call, const zend_string *body)
{
	return ZSTR_LEN(body) > (size_t) call->settings.max_value;
}

static zend_string *pack(stampede_call *call, const stampede_product *product, const stampede_generation *generation,
	uint64_t number, const stampede_lives *lives, stampede_usec built_at)
{
	stampede_blob_header header = {
		.serializer = product->serializer,
		.built_at = built_at,
		.duration = product->duration,
		.life = lives->live,
		.number = number,
		.generation = *generation,
	};

	memcpy(header.identity, call->entry->identity, STAMPEDE_IDENTITY_LEN);
	return stampede_blob_pack(&header, product->body, call->settings.gzip_level);
}

/* Packs and stores a product under its generation and number. */
static stampede_store_status store(stampede_call *call, stampede_product *product, stampede_fill *fill,
	const stampede_lives *lives, stampede_usec built_at, stampede_fill_outcome *outcome)
{
	fill->blob = pack(call, product, fill->generation, fill->number, lives, built_at);
	if (!fill->blob) {
		return STAMPEDE_STORE_DOWN; /* memory_limit: the lease stays open, and its lock is dropped when the request ends */
	}
	fill->live_life = lives->live;
	fill->stale_life = lives->stale;
	fill->record_life = lives->record;
	stampede_store_status status = call->store->ops->fill(call->store, call->entry, fill, outcome);
	if (call->settings.body) {
		product->blob = fill->blob;
	} else {
		zend_string_release(fill->blob);
	}
	return status;
}

/* Stores what was built and ends the lease. Whatever comes of it, the caller has its value. */
static stampede_fill_outcome fill(stampede_call *call, stampede_lease *lease, stampede_product *product,
	stampede_usec built_at)
{
	stampede_fill_outcome outcome = STAMPEDE_FILL_NONE;

	if (!product->body || too_large(call, product->body)) {
		if (product->body) {
			stampede_warning("The value of %s has %zu bytes, more than max_value (" ZEND_LONG_FMT "), and is not stored",
				call->entry->live.val, ZSTR_LEN(product->body), call->settings.max_value);
		}
		stampede_lease_abandon(lease);
		return outcome;
	}
	stampede_lives lives = stampede_lives_draw(lease->ttl, lease->stale_ttl, call->settings.jitter);
	stampede_fill request = {
		.token = lease->token,
		.generation = &lease->generation,
		.number = lease->number,
		.as_stale = lease->from_stale,
	};
	stampede_store_status status = store(call, product, &request, &lives, built_at, &outcome);
	if (status != STAMPEDE_STORE_OK) {
		outcome = STAMPEDE_FILL_FAILED;
	}
	stampede_lease_close(lease, status == STAMPEDE_STORE_OK || status == STAMPEDE_STORE_REFUSED);
	return outcome;
}

/* Of a call that wants the body as it is stored, also where it has not been stored. */
static zend_result answer_blob(stampede_call *call, stampede_product *product, stampede_answer *answer)
{
	if (!product->blob) {
		stampede_product unstored = {.body = Z_STR(answer->copy.value), .duration = product->duration};
		product->blob = pack(call, &unstored, &(stampede_generation) {0}, 0, &(stampede_lives) {0}, answer->copy.built_at);
	}
	if (!product->blob) {
		return FAILURE; /* memory_limit */
	}
	zval_ptr_dtor(&answer->copy.value);
	ZVAL_STR(&answer->copy.value, product->blob);
	return SUCCESS;
}

/* Runs the builder under a lease and answers what it returns. */
static zend_result build(stampede_call *call, stampede_lease *lease, stampede_status status, stampede_answer *answer)
{
	stampede_product product;
	stampede_copy kept = answer->copy;

	ZVAL_UNDEF(&answer->copy.value);
	stampede_lease_take_place(lease, STAMPEDE_PLACE_BUILDER, STAMPEDE_PLACES);
	if (stampede_build_run(&call->builder, lease, &product) == FAILURE) {
		stampede_lease_abandon(lease);
		zend_result result = builder_failed(call, &kept, product.unstorable, answer);
		zval_ptr_dtor(&kept.value);
		return result;
	}
	zval_ptr_dtor(&kept.value);
	answer->copy.value = product.value;
	answer->copy.built_at = stampede_wall_clock();
	answer->copy.duration = product.duration;
	answer_with(answer, status);
	answer->fill = fill(call, lease, &product, answer->copy.built_at);
	stampede_observe(STAMPEDE_HISTOGRAM_BUILDS, product.duration);
	stampede_count((stampede_count_id) (STAMPEDE_COUNT_FILL_NONE + answer->fill), 1);
	if (product.body) {
		zend_string_release(product.body);
	}
	return call->settings.body ? answer_blob(call, &product, answer) : SUCCESS;
}

/* Builds what will not be stored. */
static zend_result build_unlocked(stampede_call *call, stampede_answer *answer)
{
	return build(call, stampede_lease_unlocked(call->store, call->entry, &call->settings), STAMPEDE_STATUS_BUILT, answer);
}

/*
 * The store cannot be used. One process of this host builds the entry, and so many in all; a call by a builder is part
 * of a build that has its place, and would cache an empty answer.
 */
static zend_result build_fallback(stampede_call *call, stampede_answer *answer)
{
	bool nested = stampede_lease_enclosing() != NULL;
	stampede_lease *lease = stampede_lease_unlocked(call->store, call->entry, &call->settings);
	bool allowed = stampede_lease_take_guard(lease)
		&& (nested || stampede_lease_take_place(lease, STAMPEDE_PLACE_FALLBACK, call->settings.fallback_builders));

	if (allowed || nested) {
		return build(call, lease, STAMPEDE_STATUS_FALLBACK, answer);
	}
	stampede_lease_close(lease, true);
	stampede_count(STAMPEDE_COUNT_FALLBACK_REFUSED, 1);
	if (answer_stored_stale(call, answer)) { /* it reads and does not write: out of memory, a full disk */
		return SUCCESS;
	}
	return stampede_interrupted() ? FAILURE : answer_empty(call, answer);
}

/* ---- waiting ---- */

#define WAITS_FORGOTTEN_AFTER (60 * STAMPEDE_USEC_PER_SEC)

/* What is left of request_wait. A worker whose request never ends has that much for each minute. */
static stampede_usec request_budget_left(const stampede_call *call)
{
	stampede_usec now = stampede_now();

	if (STAMPEDE_G(waited) == 0 || now - STAMPEDE_G(waited_since) > WAITS_FORGOTTEN_AFTER) {
		STAMPEDE_G(waited) = 0;
		STAMPEDE_G(waited_since) = now;
	}
	return call->settings.request_wait - STAMPEDE_G(waited);
}

/* What this call may still wait, given what it has waited. */
static stampede_usec budget_left(const stampede_call *call, const stampede_answer *answer, bool has_stale)
{
	/* inside a builder a stale value would spoil the outer one, so that waiting is worth more */
	bool impatient = has_stale && !stampede_lease_enclosing();
	stampede_usec budget = impatient ? call->settings.wait : call->settings.cold_wait;

	return MIN(budget - answer->waited, request_budget_left(call));
}

/* *woken: the owner of the lock said that it is done. */
static stampede_store_status await(stampede_call *call, const stampede_verdict *verdict, stampede_usec limit,
	stampede_view *view, stampede_answer *answer, bool *woken)
{
	stampede_usec began = stampede_now();
	stampede_usec at_most = MIN(limit, verdict->lease_left);
	stampede_store_status status = call->store->ops->await(call->store, call->entry, verdict->owner, at_most, view);
	stampede_usec took = stampede_now() - began;

	*woken = took < at_most;
	answer->waited += took;
	STAMPEDE_G(waited) += took;
	return status;
}

static void set_owner(zend_string **slot, zend_string *owner)
{
	if (*slot) {
		zend_string_release(*slot);
	}
	*slot = owner ? zend_string_copy(owner) : NULL;
}

static void verdict_clear(stampede_verdict *verdict)
{
	stampede_view_clear(&verdict->view);
	if (verdict->owner) {
		zend_string_release(verdict->owner);
		verdict->owner = NULL;
	}
}

/* No value in time: the stale copy, else the option `empty`; a builder's own call gets a value in any case. */
static zend_result answer_without_builder(stampede_call *call, const stampede_verdict *verdict, stampede_answer *answer)
{
	if (verdict->ruling == STAMPEDE_RULING_BUSY && take(call, &verdict->view, STAMPEDE_COPY_STALE, answer)) {
		answer_with(answer, STAMPEDE_STATUS_STALE);
		return SUCCESS;
	}
	if (stampede_interrupted()) {
		return FAILURE;
	}
	if (answer_stored_stale(call, answer)) {
		return SUCCESS;
	}
	if (stampede_interrupted()) {
		return FAILURE;
	}
	if (stampede_lease_enclosing()) { /* an outer builder would cache the empty answer */
		return build_unlocked(call, answer);
	}
	return answer_empty(call, answer);
}

/* ---- the way of a call ---- */

/* How often somebody else may have stored what this call cannot use, before it gives up: no loop is without an end. */
#define MAX_STORED 10

/* What one round of arbitrate and what follows came to. */
typedef enum {
	ROUND_ANSWERED,
	ROUND_FAILED, /* an exception is pending */
	ROUND_AGAIN,
	ROUND_LATE,   /* the budget is gone, or waiting makes no sense */
	ROUND_DOWN,
	ROUND_LOST    /* down, and the lock may be ours */
} round_result;

/* Waits, if this host has a place for one more. */
static bool enter_waiting(stampede_call *call, stampede_lease *lease)
{
	if (stampede_lease_take_place(lease, STAMPEDE_PLACE_WAITER, call->settings.max_waiters)) {
		return true;
	}
	stampede_count(STAMPEDE_COUNT_WAIT_REFUSED, 1);
	return false;
}

/* *woken_by: the owner that has said it is done; when it holds the lock all the same, waiting for it would not wait. */
static round_result after_busy(stampede_call *call, stampede_lease *lease, stampede_verdict *verdict,
	stampede_view *seen, zend_string **woken_by, stampede_answer *answer)
{
	bool woken;
	bool has_stale = stampede_copy_valid(call->entry, &verdict->view, STAMPEDE_COPY_STALE);
	stampede_usec left = budget_left(call, answer, has_stale);

	if (left <= 0 || seen->adrift || (*woken_by && zend_string_equals(*woken_by, verdict->owner)) || !enter_waiting(call, lease)) {
		return ROUND_LATE;
	}
	stampede_view_clear(seen);
	stampede_store_status status = await(call, verdict, left, seen, answer, &woken);
	stampede_lease_leave_place(lease, STAMPEDE_PLACE_WAITER);
	if (woken) {
		set_owner(woken_by, verdict->owner);
	}
	if (stampede_interrupted()) {
		return ROUND_FAILED;
	}
	if (status != STAMPEDE_STORE_OK) {
		return ROUND_LATE; /* the builder still builds, if anyone does: no reason to join in */
	}
	if (take(call, seen, STAMPEDE_COPY_LIVE, answer)) {
		answer_with(answer, STAMPEDE_STATUS_WAITED);
		return ROUND_ANSWERED;
	}
	seen->judged = stampede_copy_number(call->entry, seen);
	if (stampede_interrupted()) {
		return ROUND_FAILED;
	}
	return budget_left(call, answer, has_stale) > 0 ? ROUND_AGAIN : ROUND_LATE;
}

static round_result after_stored(stampede_call *call, stampede_verdict *verdict, stampede_view *seen,
	stampede_answer *answer)
{
	if (take(call, &verdict->view, STAMPEDE_COPY_LIVE, answer)) {
		answer_with(answer, answer->waited ? STAMPEDE_STATUS_WAITED : STAMPEDE_STATUS_HIT);
		return ROUND_ANSWERED;
	}
	stampede_view_clear(seen);
	*seen = verdict->view;
	seen->judged = stampede_copy_number(call->entry, seen);
	verdict->view.blob = NULL;
	return stampede_interrupted() ? ROUND_FAILED : ROUND_AGAIN;
}

/* Asks for the lease. When it is won, it runs from here on. */
static round_result arbitrate(stampede_call *call, stampede_lease *lease, stampede_view *seen,
	stampede_verdict *verdict)
{
	stampede_bid bid = {
		.token = lease->token,
		.lease = call->settings.lock_ttl,
		.record_life = stampede_record_life(&call->settings),
		.refresh = call->settings.refresh,
		.seen = seen,
	};

	stampede_usec asked_at = stampede_now();
	stampede_store_status status = call->store->ops->arbitrate(call->store, call->entry, &bid, verdict);
	if (status != STAMPEDE_STORE_OK) {
		return status == STAMPEDE_STORE_LOST ? ROUND_LOST : ROUND_DOWN;
	}
	if (verdict->ruling == STAMPEDE_RULING_WON) {
		stampede_lease_won(lease, &verdict->view.generation, verdict->number, asked_at);
	}
	return ROUND_AGAIN;
}

/* Takes the live copy that has been stored since the last look, where arbitrate did not see it. */
static bool stored_meanwhile(stampede_call *call, const stampede_view *view, const stampede_view *seen,
	stampede_answer *answer)
{
	stampede_copy found;

	if (call->settings.refresh || stampede_copy_number(call->entry, view) <= seen->judged
			|| !stampede_copy_take(call->entry, view, STAMPEDE_COPY_LIVE, &call->settings, &found)) {
		return false;
	}
	zval_ptr_dtor(&answer->copy.value);
	answer->copy = found;
	return true;
}

/*
 * The lock is ours. What is built where the copies cannot be stored would be built again and again, for all entries: so
 * many at one time as without the store.
 */
static zend_result after_won(stampede_call *call, stampede_lease *lease, stampede_verdict *verdict,
	const stampede_view *seen, bool in_hand, stampede_answer *answer)
{
	zend_result result = FAILURE;

	if (stored_meanwhile(call, &verdict->view, seen, answer)) {
		stampede_lease_yield(lease);
		answer_with(answer, answer->waited ? STAMPEDE_STATUS_WAITED : STAMPEDE_STATUS_HIT);
		result = SUCCESS;
	} else if (stampede_interrupted()) { /* exit() while reading */
		stampede_lease_abandon(lease);
	} else if (verdict->view.adrift && !stampede_lease_is_nested(lease)
			&& !stampede_lease_take_place(lease, STAMPEDE_PLACE_FALLBACK, call->settings.fallback_builders)) {
		stampede_lease_abandon(lease);
		stampede_count(STAMPEDE_COUNT_FALLBACK_REFUSED, 1);
		result = in_hand ? SUCCESS : answer_without_builder(call, verdict, answer);
	} else {
		verdict_clear(verdict); /* a builder has better uses for the memory */
		result = build(call, lease, STAMPEDE_STATUS_BUILT, answer);
	}
	verdict_clear(verdict);
	return result;
}

/* No fresh copy, or one that is to be replaced: arbitrate until there is an answer. */
static zend_result compete(stampede_call *call, stampede_view *seen, bool may_wait, bool in_hand,
	stampede_answer *answer)
{
	stampede_leases_retry(); /* a lock that this process could not drop would be in its own way */
	stampede_lease *lease = stampede_lease_ask(call->store, call->entry, &call->settings);
	stampede_verdict verdict = {0};
	round_result result = ROUND_AGAIN;
	zend_string *woken_by = NULL;
	int stored = 0;

	while (lease && result == ROUND_AGAIN) {
		verdict_clear(&verdict);
		result = arbitrate(call, lease, seen, &verdict);
		if (result != ROUND_AGAIN) {
			break;
		}
		if (verdict.ruling == STAMPEDE_RULING_WON) {
			set_owner(&woken_by, NULL);
			return after_won(call, lease, &verdict, seen, in_hand, answer);
		}
		if (in_hand) { /* somebody else replaces the copy that we have */
			result = ROUND_ANSWERED;
		} else if (verdict.ruling == STAMPEDE_RULING_STORED) {
			result = ++stored > MAX_STORED ? ROUND_LATE : after_stored(call, &verdict, seen, answer);
		} else {
			result = may_wait ? after_busy(call, lease, &verdict, seen, &woken_by, answer) : ROUND_LATE;
		}
	}
	set_owner(&woken_by, NULL);
	if (!lease) {
		return FAILURE;
	}
	stampede_lease_close(lease, result != ROUND_LOST);
	zend_result answered = SUCCESS;
	if (result == ROUND_FAILED) {
		answered = FAILURE;
	} else if (result == ROUND_LATE) {
		answered = answer_without_builder(call, &verdict, answer);
	} else if ((result == ROUND_DOWN || result == ROUND_LOST) && !in_hand) {
		answered = build_fallback(call, answer);
		stampede_leases_retry();
	}
	verdict_clear(&verdict);
	return answered;
}

/* Something to show now, and the rebuild after the response. Inside a builder only a fresh value will do. */
static bool may_defer(const stampede_call *call)
{
	return call->settings.defer && stampede_defer_possible() && !stampede_lease_enclosing();
}

/* A fresh copy is in hand. It is the answer, unless it is to be replaced, by this call or after the response. */
static zend_result answer_fresh(stampede_call *call, stampede_view *seen, bool may_wait, stampede_answer *answer)
{
	bool early = !seen->locked && stampede_copy_due_early(&answer->copy, &call->settings);
	answer_with(answer, STAMPEDE_STATUS_HIT);
	if (!early && !call->settings.refresh) {
		return SUCCESS;
	}
	seen->judged = stampede_copy_number(call->entry, seen);
	if (early && may_wait && may_defer(call)) {
		stampede_defer(call, seen);
		return SUCCESS;
	}
	return compete(call, seen, may_wait, true, answer);
}

static zend_result answer_missing(stampede_call *call, stampede_view *seen, bool may_wait, stampede_answer *answer)
{
	seen->judged = stampede_copy_number(call->entry, seen);
	if (may_wait && may_defer(call)) {
		if (answer_stored_stale(call, answer)) {
			stampede_defer(call, seen);
			return SUCCESS;
		}
		if (stampede_interrupted()) {
			return FAILURE;
		}
	}
	return compete(call, seen, may_wait, false, answer);
}

static void answer_init(stampede_answer *answer)
{
	memset(answer, 0, sizeof(*answer));
	ZVAL_UNDEF(&answer->copy.value);
}

static zend_result remember(stampede_call *call, stampede_answer *answer)
{
	stampede_view seen = {0};
	stampede_own_build own = stampede_lease_own_build(call->store, call->entry);
	zend_result result = FAILURE;

	if (own == STAMPEDE_OWN_ENCLOSING) {
		zend_throw_exception_ex(stampede_ce_recursion_exception, 0, "The builder of %s asks for the entry that it is building",
			call->entry->live.val);
		return FAILURE;
	}
	stampede_copy_kind kind = call->settings.early > 0 ? STAMPEDE_COPY_LIVE_AND_LOCK : STAMPEDE_COPY_LIVE;
	if (call->store->ops->lookup(call->store, call->entry, kind, &seen) != STAMPEDE_STORE_OK) {
		return build_fallback(call, answer);
	}
	if (take(call, &seen, STAMPEDE_COPY_LIVE, answer)) {
		result = answer_fresh(call, &seen, own == STAMPEDE_OWN_NONE, answer);
	} else if (!stampede_interrupted()) {
		result = answer_missing(call, &seen, own == STAMPEDE_OWN_NONE, answer);
	}
	stampede_view_clear(&seen);
	return result;
}

static void count_answer(const stampede_answer *answer)
{
	stampede_count((stampede_count_id) (STAMPEDE_COUNT_HIT + answer->status), 1);
	if (answer->status == STAMPEDE_STATUS_STALE) {
		stampede_stats_stale_age(stampede_copy_age(&answer->copy));
	}
}

zend_result stampede_remember(stampede_call *call, stampede_answer *answer)
{
	answer_init(answer);
	zend_result result = remember(call, answer);
	if (answer->waited) {
		stampede_observe(STAMPEDE_HISTOGRAM_WAITS, answer->waited);
	}
	if (result == SUCCESS) {
		count_answer(answer);
	} else {
		zval_ptr_dtor(&answer->copy.value);
		ZVAL_UNDEF(&answer->copy.value);
	}
	return result;
}

void stampede_rebuild(stampede_call *call, stampede_view *seen)
{
	stampede_lease *lease = stampede_lease_ask(call->store, call->entry, &call->settings);
	stampede_verdict verdict = {0};
	stampede_answer answer;

	answer_init(&answer);
	call->settings.on_error = STAMPEDE_ON_ERROR_THROW; /* nobody waits for an answer */
	round_result result = lease ? arbitrate(call, lease, seen, &verdict) : ROUND_FAILED;
	if (lease && result != ROUND_AGAIN) {
		stampede_lease_close(lease, result != ROUND_LOST);
	} else if (lease && verdict.ruling == STAMPEDE_RULING_WON) {
		after_won(call, lease, &verdict, seen, true, &answer);
		zval_ptr_dtor(&answer.copy.value);
	} else if (lease) {
		stampede_lease_close(lease, true);
	}
	verdict_clear(&verdict);
	if (EG(exception) && !must_go_on(EG(exception))) {
		warn_of(call, catch_exception(), "after the response");
	}
}

/* ---- the other verbs ---- */

bool stampede_peek(stampede_call *call, stampede_answer *answer)
{
	stampede_view view;

	answer_init(answer);
	if (call->store->ops->lookup(call->store, call->entry, STAMPEDE_COPY_LIVE, &view) != STAMPEDE_STORE_OK) {
		return answer_stored_stale(call, answer);
	}
	bool found = take(call, &view, STAMPEDE_COPY_LIVE, answer);
	stampede_view_clear(&view);
	if (found) {
		answer_with(answer, STAMPEDE_STATUS_HIT);
	} else if (!stampede_interrupted()) {
		found = answer_stored_stale(call, answer);
	}
	return found;
}

static void throw_store_error(stampede_store *store, stampede_store_status status, const char *what)
{
	zend_throw_exception_ex(status == STAMPEDE_STORE_REFUSED ? stampede_ce_exception : stampede_ce_connection_exception,
		0, "%s: %s", what, store->ops->error(store));
}

void stampede_put(stampede_call *call, zval *value)
{
	stampede_product product = {.duration = STAMPEDE_NO_DURATION};
	stampede_generation generation;
	uint64_t number;

	product.body = stampede_value_encode(value, &call->settings, &product.serializer);
	if (!product.body) {
		return;
	}
	if (too_large(call, product.body)) {
		zend_throw_exception_ex(stampede_ce_exception, 0,
			"The value cannot be stored: it has %zu bytes, more than max_value (" ZEND_LONG_FMT ")", ZSTR_LEN(product.body),
			call->settings.max_value);
		zend_string_release(product.body);
		return;
	}
	stampede_lives lives = stampede_lives_draw(call->settings.ttl, call->settings.stale_ttl, call->settings.jitter);
	stampede_store_status status = call->store->ops->begin(call->store, call->entry, lives.record, &generation, &number);
	if (status == STAMPEDE_STORE_OK) {
		stampede_fill request = {.generation = &generation, .number = number};
		stampede_fill_outcome outcome; /* of no concern: what came after this put goes before it */
		status = store(call, &product, &request, &lives, stampede_wall_clock(), &outcome);
	}
	zend_string_release(product.body);
	if (status == STAMPEDE_STORE_OK) {
		stampede_count(STAMPEDE_COUNT_PUT, 1);
	} else {
		throw_store_error(call->store, status, "The value is not stored");
	}
}

void stampede_invalidate(stampede_store *store, zend_string *prefix, zend_string *key, zend_string *fields)
{
	stampede_store_status status = store->ops->invalidate(store, prefix, key, fields);

	if (status == STAMPEDE_STORE_OK) {
		stampede_count(ZSTR_VAL(fields)[0] == 's' ? STAMPEDE_COUNT_INVALIDATED : STAMPEDE_COUNT_FORGOTTEN, 1);
	} else {
		throw_store_error(store, STAMPEDE_STORE_DOWN, "The invalidation did not reach the store");
	}
}
