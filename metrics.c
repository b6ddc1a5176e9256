/*
 * Names of all statistics, in one table, and the shapes they are shown in.
 */
#include "php_stampede.h"
#include "breaker.h"
#include "metrics.h"
#include "stats.h"

#include <inttypes.h>

#include "ext/standard/info.h"
#include "zend_smart_str.h"

#define MAX_PARTS 6

/* A family of counters: one, or several that differ by a label. */
typedef struct {
	const char *name;   /* in the array; stampede_<name>_total in the text */
	const char *label;  /* NULL: a single one */
	const char *help;
	stampede_count_id first;
	const char *parts[MAX_PARTS]; /* the label's values, in the order of the counters */
} family;

static const family families[] = {
	{"answers", "status", "Calls answered, by how the value was come by.", STAMPEDE_COUNT_HIT,
		{"hit", "built", "waited", "stale", "empty", "fallback"}},
	{"fills", "outcome", "Values built, by what became of them in the store.", STAMPEDE_COUNT_FILL_NONE,
		{"none", "filled", "late", "rejected", "superseded", "failed"}},
	{"build_errors", NULL, "Builders that threw.", STAMPEDE_COUNT_BUILD_ERROR, {0}},
	{"locks_lost", NULL, "Builds that were over after their lease, or whose lock had been taken away.",
		STAMPEDE_COUNT_LOCK_LOST, {0}},
	{"waits_refused", NULL, "Calls that did not wait because max_waiters others did.", STAMPEDE_COUNT_WAIT_REFUSED, {0}},
	{"fallbacks_refused", NULL, "Calls that did not build without the store: another process built the entry, or fallback_builders built.",
		STAMPEDE_COUNT_FALLBACK_REFUSED, {0}},
	{"puts", NULL, "Values stored by put.", STAMPEDE_COUNT_PUT, {0}},
	{"invalidations", NULL, "Calls of invalidate that reached the store.", STAMPEDE_COUNT_INVALIDATED, {0}},
	{"forgets", NULL, "Calls of forget that reached the store.", STAMPEDE_COUNT_FORGOTTEN, {0}},
	{"connections", NULL, "Connections made to the store.", STAMPEDE_COUNT_CONNECTED, {0}},
	{"sent_bytes", NULL, "Bytes sent to the store.", STAMPEDE_COUNT_BYTES_SENT, {0}},
	{"received_bytes", NULL, "Bytes received from the store.", STAMPEDE_COUNT_BYTES_RECEIVED, {0}},
};

#define FAMILIES (sizeof(families) / sizeof(families[0]))

/* In the order of stampede_histogram_id. */
static const struct {
	const char *name; /* stampede_<name>_seconds in the text */
	const char *help;
} histograms[STAMPEDE_HISTOGRAMS] = {
	{"build_duration", "How long builders ran that returned a value."},
	{"wait_duration", "How long calls waited for another's build, those that waited."},
};

/* In the order of stampede_place_kind. */
static const struct {
	const char *name;
	const char *help;
} gauges[STAMPEDE_PLACE_KINDS] = {
	{"waiters", "Processes that wait for another's build at this moment."},
	{"builders", "Builders that run at this moment, with or without the store."},
	{"fallback_builders", "Builders that run without the store at this moment."},
};

static const char *const breaker_states[] = {"closed", "open", "half-open"};

static uint64_t count_of(const family *f, size_t part)
{
	return atomic_load_explicit(&stampede_shared->stats.counts[f->first + part], memory_order_relaxed);
}

static size_t parts_of(const family *f)
{
	size_t parts = 0;

	while (parts < MAX_PARTS && f->parts[parts]) {
		parts++;
	}
	return parts;
}

static double seconds(stampede_usec usec)
{
	return (double) usec / (double) STAMPEDE_USEC_PER_SEC;
}

static uint64_t load(const stampede_atomic *word)
{
	return atomic_load_explicit(word, memory_order_relaxed);
}

static const stampede_breaker *breaker_at(size_t slot)
{
	const stampede_breaker *breaker = &stampede_shared->breakers[slot];

	return atomic_load(&breaker->labelled) ? breaker : NULL;
}

/* ---- the array ---- */

static void add_family(zval *stats, const family *f)
{
	zval parts;

	if (!f->label) {
		add_assoc_long(stats, f->name, (zend_long) count_of(f, 0));
		return;
	}
	array_init(&parts);
	for (size_t i = 0; i < parts_of(f); i++) {
		add_assoc_long(&parts, f->parts[i], (zend_long) count_of(f, i));
	}
	add_assoc_zval(stats, f->name, &parts);
}

static void add_histogram(zval *stats, size_t id)
{
	const stampede_histogram *histogram = &stampede_shared->stats.histograms[id];
	zval shown, buckets, bucket;
	uint64_t count = 0;

	array_init(&shown);
	array_init(&buckets);
	for (size_t i = 0; i < STAMPEDE_BUCKETS; i++) {
		count += load(&histogram->buckets[i]);
		array_init(&bucket);
		if (i < STAMPEDE_BUCKETS - 1) {
			add_assoc_double(&bucket, "le", seconds(stampede_bucket_limit(i)));
		} else {
			add_assoc_null(&bucket, "le"); /* not INF, which JSON does not have */
		}
		add_assoc_long(&bucket, "count", (zend_long) count);
		add_next_index_zval(&buckets, &bucket);
	}
	add_assoc_long(&shown, "count", (zend_long) count);
	add_assoc_double(&shown, "sum", seconds((stampede_usec) load(&histogram->sum)));
	add_assoc_zval(&shown, "buckets", &buckets);
	add_assoc_zval(stats, histograms[id].name, &shown);
}

static void add_endpoints(zval *stats)
{
	zval endpoints, shown;
	stampede_usec left;

	array_init(&endpoints);
	for (size_t i = 0; i < STAMPEDE_BREAKERS; i++) {
		const stampede_breaker *breaker = breaker_at(i);
		if (!breaker) {
			continue;
		}
		array_init(&shown);
		add_assoc_long(&shown, "slot", (zend_long) i);
		add_assoc_string(&shown, "endpoint", breaker->label);
		add_assoc_string(&shown, "breaker", breaker_states[stampede_breaker_state_of(breaker, &left)]);
		add_assoc_double(&shown, "retry_in", seconds(left));
		add_assoc_long(&shown, "failures", (zend_long) load(&breaker->failures));
		add_next_index_zval(&endpoints, &shown);
	}
	add_assoc_zval(stats, "endpoints", &endpoints);
}

void stampede_metrics_array(zval *stats)
{
	array_init(stats);
	add_assoc_double(stats, "since", seconds(stampede_shared->stats.since));
	for (size_t i = 0; i < FAMILIES; i++) {
		add_family(stats, &families[i]);
	}
	for (size_t i = 0; i < STAMPEDE_HISTOGRAMS; i++) {
		add_histogram(stats, i);
	}
	add_assoc_double(stats, "stale_age", seconds(stampede_stats_greatest_stale_age()));
	for (size_t i = 0; i < STAMPEDE_PLACE_KINDS; i++) {
		add_assoc_long(stats, gauges[i].name, stampede_places_taken((stampede_place_kind) i));
	}
	add_endpoints(stats);
}

/* ---- the text: Prometheus's exposition format 0.0.4 ---- */

static void head(smart_str *text, const char *name, const char *unit, const char *type, const char *help)
{
	smart_str_append_printf(text, "# HELP stampede_%s%s %s\n# TYPE stampede_%s%s %s\n", name, unit, help, name, unit, type);
}

static void write_family(smart_str *text, const family *f)
{
	head(text, f->name, "_total", "counter", f->help);
	if (!f->label) {
		smart_str_append_printf(text, "stampede_%s_total %" PRIu64 "\n", f->name, count_of(f, 0));
	}
	for (size_t i = 0; f->label && i < parts_of(f); i++) {
		smart_str_append_printf(text, "stampede_%s_total{%s=\"%s\"} %" PRIu64 "\n", f->name, f->label, f->parts[i],
			count_of(f, i));
	}
}

/* Seconds without printf's decimal point, which depends on the locale of the process. */
static void write_seconds(smart_str *text, stampede_usec usec)
{
	smart_str_append_double(text, seconds(usec), -1, false);
}

static void write_histogram(smart_str *text, size_t id)
{
	const stampede_histogram *histogram = &stampede_shared->stats.histograms[id];
	const char *name = histograms[id].name;
	uint64_t count = 0;

	head(text, name, "_seconds", "histogram", histograms[id].help);
	for (size_t i = 0; i < STAMPEDE_BUCKETS; i++) {
		count += load(&histogram->buckets[i]);
		smart_str_append_printf(text, "stampede_%s_seconds_bucket{le=\"", name);
		if (i < STAMPEDE_BUCKETS - 1) {
			write_seconds(text, stampede_bucket_limit(i));
		} else {
			smart_str_appends(text, "+Inf");
		}
		smart_str_append_printf(text, "\"} %" PRIu64 "\n", count);
	}
	smart_str_append_printf(text, "stampede_%s_seconds_sum ", name);
	write_seconds(text, (stampede_usec) load(&histogram->sum));
	smart_str_append_printf(text, "\nstampede_%s_seconds_count %" PRIu64 "\n", name, count);
}

static void write_gauge_seconds(smart_str *text, const char *name, stampede_usec usec, const char *help)
{
	head(text, name, "_seconds", "gauge", help);
	smart_str_append_printf(text, "stampede_%s_seconds ", name);
	write_seconds(text, usec);
	smart_str_appendc(text, '\n');
}

/* The slot tells apart what looks the same without its password. */
static void write_endpoint_labels(smart_str *text, size_t slot)
{
	smart_str_appends(text, "{endpoint=\"");
	for (const char *c = stampede_shared->breakers[slot].label; *c; c++) {
		if (*c == '"' || *c == '\\') {
			smart_str_appendc(text, '\\');
		}
		smart_str_appendc(text, *c);
	}
	smart_str_append_printf(text, "\",slot=\"%zu\"", slot);
}

static void write_endpoints(smart_str *text)
{
	stampede_usec left;

	head(text, "breaker_state", "", "gauge", "1 for the state that an endpoint's breaker is in.");
	for (size_t i = 0; i < STAMPEDE_BREAKERS; i++) {
		for (size_t state = 0; breaker_at(i) && state < sizeof(breaker_states) / sizeof(breaker_states[0]); state++) {
			smart_str_appends(text, "stampede_breaker_state");
			write_endpoint_labels(text, i);
			smart_str_append_printf(text, ",state=\"%s\"} %d\n", breaker_states[state],
				stampede_breaker_state_of(breaker_at(i), &left) == state);
		}
	}
	head(text, "endpoint_failures", "_total", "counter", "Failures of an endpoint.");
	for (size_t i = 0; i < STAMPEDE_BREAKERS; i++) {
		if (breaker_at(i)) {
			smart_str_appends(text, "stampede_endpoint_failures_total");
			write_endpoint_labels(text, i);
			smart_str_append_printf(text, "} %" PRIu64 "\n", load(&breaker_at(i)->failures));
		}
	}
}

zend_string *stampede_metrics_text(void)
{
	smart_str text = {0};

	for (size_t i = 0; i < FAMILIES; i++) {
		write_family(&text, &families[i]);
	}
	for (size_t i = 0; i < STAMPEDE_HISTOGRAMS; i++) {
		write_histogram(&text, i);
	}
	write_gauge_seconds(&text, "stale_age", stampede_stats_greatest_stale_age(),
		"Age of the oldest stale copy answered in this and the last minute.");
	write_gauge_seconds(&text, "start_time", stampede_shared->stats.since, "When counting began, in seconds since 1970.");
	for (size_t i = 0; i < STAMPEDE_PLACE_KINDS; i++) {
		head(&text, gauges[i].name, "", "gauge", gauges[i].help);
		smart_str_append_printf(&text, "stampede_%s %" PRIu32 "\n", gauges[i].name,
			stampede_places_taken((stampede_place_kind) i));
	}
	write_endpoints(&text);
	smart_str_0(&text);
	return text.s;
}

/* ---- phpinfo() ---- */

static void info_family(const family *f)
{
	smart_str text = {0};

	for (size_t i = 0; i < parts_of(f); i++) {
		smart_str_append_printf(&text, "%s%s %" PRIu64, i ? ", " : "", f->parts[i], count_of(f, i));
	}
	if (!f->label) {
		smart_str_append_unsigned(&text, count_of(f, 0));
	}
	smart_str_0(&text);
	php_info_print_table_row(2, f->name, ZSTR_VAL(text.s));
	smart_str_free(&text);
}

void stampede_metrics_info(void)
{
	stampede_usec left;

	php_info_print_table_start();
	php_info_print_table_header(2, "Statistics of this host", "");
	for (size_t i = 0; i < FAMILIES; i++) {
		info_family(&families[i]);
	}
	for (size_t i = 0; i < STAMPEDE_BREAKERS; i++) {
		if (breaker_at(i)) {
			php_info_print_table_row(2, breaker_at(i)->label, breaker_states[stampede_breaker_state_of(breaker_at(i), &left)]);
		}
	}
	php_info_print_table_end();
}
