/*
 * Counting in the shared mapping.
 */
#include "php_stampede.h"
#include "stats.h"

static const stampede_usec limits[STAMPEDE_BUCKETS - 1] = {
	1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 5000000, 10000000, 30000000, 60000000,
};

stampede_usec stampede_bucket_limit(size_t bucket)
{
	return limits[bucket];
}

void stampede_observe(stampede_histogram_id id, stampede_usec duration)
{
	stampede_histogram *histogram = &stampede_shared->stats.histograms[id];
	size_t bucket = 0;

	while (bucket < STAMPEDE_BUCKETS - 1 && duration > limits[bucket]) {
		bucket++;
	}
	atomic_fetch_add_explicit(&histogram->buckets[bucket], 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&histogram->sum, (uint64_t) duration, memory_order_relaxed);
}

/* ---- the age of stale copies: a minute above milliseconds, in one word ---- */

#define AGE_BITS 40
#define AGE_MASK ((UINT64_C(1) << AGE_BITS) - 1)

static uint64_t this_minute(void)
{
	return (uint64_t) (stampede_now() / (60 * STAMPEDE_USEC_PER_SEC)) + 1;
}

void stampede_stats_stale_age(stampede_usec age)
{
	uint64_t minute = this_minute();
	uint64_t word = minute << AGE_BITS | MIN((uint64_t) MAX(age, 0) / 1000, AGE_MASK);
	stampede_atomic *greatest = &stampede_shared->stats.stale_ages[minute % 2];
	uint64_t found = atomic_load(greatest);

	while (found < word && !atomic_compare_exchange_weak(greatest, &found, word)) {
	}
}

stampede_usec stampede_stats_greatest_stale_age(void)
{
	uint64_t minute = this_minute(), age = 0;

	for (size_t i = 0; i < 2; i++) {
		uint64_t word = atomic_load(&stampede_shared->stats.stale_ages[i]);
		if (word >> AGE_BITS >= minute - 1) {
			age = MAX(age, word & AGE_MASK);
		}
	}
	return (stampede_usec) age * 1000;
}
