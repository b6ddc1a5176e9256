/*
 * Statistics of all workers of this host: counting. What PHP gets to see of them is in metrics.c.
 */
#ifndef STAMPEDE_STATS_H
#define STAMPEDE_STATS_H

#include "host.h"

static zend_always_inline void stampede_count(stampede_count_id id, uint64_t n)
{
	atomic_fetch_add_explicit(&stampede_shared->stats.counts[id], n, memory_order_relaxed);
}

void stampede_observe(stampede_histogram_id id, stampede_usec duration);

/* A stale copy of this age has been answered. */
void stampede_stats_stale_age(stampede_usec age);

/* The greatest age answered during this and the last minute; 0 = none. */
stampede_usec stampede_stats_greatest_stale_age(void);

/* Upper bound of a bucket; the last one has none. */
stampede_usec stampede_bucket_limit(size_t bucket);

#endif /* STAMPEDE_STATS_H */
