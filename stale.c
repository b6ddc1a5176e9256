/*
 * The one rule for every reader (DESIGN.md section 5), and life times.
 */
#include "php_stampede.h"
#include "stale.h"
#include "value.h"

#include "ext/random/php_random.h"

#define RECORD_SURPLUS (86400 * STAMPEDE_USEC_PER_SEC) /* the record outlives every copy by a day */

static bool is_ours(const stampede_entry *entry, const stampede_blob_header *header)
{
	return memcmp(header->identity, entry->identity, STAMPEDE_IDENTITY_LEN) == 0;
}

/* Not forgotten and not replaced by something newer. */
static bool may_be_stale(const stampede_blob_header *header, const stampede_view *view)
{
	const stampede_generation *built = &header->generation, *now = &view->generation;

	if (view->unjudged) {
		return true;
	}
	return now->i != 0 && built->i == now->i && built->h == now->h && built->hl == now->hl
		&& header->number >= view->stored;
}

/* Not invalidated either. */
static bool may_be_live(const stampede_blob_header *header, const stampede_view *view)
{
	const stampede_generation *built = &header->generation, *now = &view->generation;

	return !view->unjudged && may_be_stale(header, view) && built->s == now->s && built->sl == now->sl;
}

static bool read_valid_header(const stampede_entry *entry, const stampede_view *view, stampede_copy_kind kind,
	stampede_blob_header *header)
{
	return view->blob && stampede_blob_read_header(view->blob, header) && is_ours(entry, header)
		&& (kind == STAMPEDE_COPY_STALE ? may_be_stale(header, view) : may_be_live(header, view));
}

bool stampede_copy_valid(const stampede_entry *entry, const stampede_view *view, stampede_copy_kind kind)
{
	stampede_blob_header header;

	return read_valid_header(entry, view, kind, &header);
}

uint64_t stampede_copy_number(const stampede_entry *entry, const stampede_view *view)
{
	stampede_blob_header header;

	return view->blob && stampede_blob_read_header(view->blob, &header) && is_ours(entry, &header) ? header.number : 0;
}

/* For a call that wants the body as it is stored: only strings are bodies. */
static bool take_blob(zend_string *blob, const stampede_blob_header *header, const stampede_settings *settings,
	zval *value)
{
	const char *payload;
	size_t len;

	if (header->serializer != STAMPEDE_SERIALIZER_NONE
			|| !stampede_blob_payload(blob, header, (size_t) settings->max_value, &payload, &len)) {
		return false;
	}
	ZVAL_STR_COPY(value, blob);
	return true;
}

bool stampede_copy_take(const stampede_entry *entry, const stampede_view *view, stampede_copy_kind kind,
	const stampede_settings *settings, stampede_copy *copy)
{
	stampede_blob_header header;

	ZVAL_UNDEF(&copy->value);
	if (!read_valid_header(entry, view, kind, &header)) {
		return false;
	}
	copy->built_at = MAX(header.built_at, 1); /* whatever the clock of the writer was like */
	copy->duration = header.duration;
	copy->life = header.life;
	if (settings->body) {
		return take_blob(view->blob, &header, settings, &copy->value);
	}
	zend_string *body = stampede_blob_unpack(view->blob, (size_t) settings->max_value);
	if (!body) {
		return false;
	}
	bool taken = stampede_value_decode(body, header.serializer, settings, &copy->value);
	zend_string_release(body);
	return taken;
}

stampede_usec stampede_copy_age(const stampede_copy *copy)
{
	return MAX(stampede_wall_clock() - copy->built_at, 0);
}

bool stampede_copy_due_early(const stampede_copy *copy, const stampede_settings *settings)
{
	stampede_usec left = copy->life - stampede_copy_age(copy);

	return settings->early > 0 && (double) left <= settings->early * (double) settings->ttl;
}

/* A share from 0 to 1. Not a secret: when no randomness can be had, no jitter is better than no value. */
static double random_share(void)
{
	uint32_t bits;

	if (php_random_bytes_silent(&bits, sizeof(bits)) == FAILURE) {
		return 0;
	}
	return bits / (double) UINT32_MAX;
}

static stampede_usec outlive(stampede_usec life)
{
	return life == 0 ? 0 : life + RECORD_SURPLUS;
}

stampede_lives stampede_lives_draw(stampede_usec ttl, stampede_usec stale_ttl, double jitter)
{
	stampede_lives lives;

	lives.live = ttl + (stampede_usec) ((double) ttl * jitter * random_share());
	lives.stale = stale_ttl == 0 ? 0 : MAX(stale_ttl, lives.live);
	lives.record = outlive(lives.stale);
	return lives;
}

stampede_usec stampede_record_life(const stampede_settings *settings)
{
	if (settings->stale_ttl == 0) {
		return 0;
	}
	stampede_usec longest_live = settings->ttl + (stampede_usec) ((double) settings->ttl * settings->jitter);
	return outlive(MAX(MAX(settings->stale_ttl, longest_live), settings->lock_ttl));
}
