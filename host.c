/*
 * The mapping that all workers of this host share, places and guards in it, and how a process tells whether another one
 * still lives.
 */
#include "php_stampede.h"
#include "host.h"

#include <errno.h>
#ifdef PHP_WIN32
# include <process.h>
#else
# include <pthread.h>
# include <signal.h>
# include <stdio.h>
# include <sys/mman.h>
# include <unistd.h>
#endif

#ifndef MAP_ANONYMOUS
# define MAP_ANONYMOUS MAP_ANON
#endif

#define SWEEP_EVERY (100 * 1000)

stampede_host *stampede_shared;
static bool is_mapped;

/* ---- this process ---- */

static pid_t own_pid;
static stampede_atomic own_word; /* 0 = not yet known */

pid_t stampede_pid(void)
{
	return own_pid;
}

static void know_yourself(void)
{
	own_pid = getpid();
	atomic_store(&own_word, 0);
}

#ifdef __linux__
/* State ('R', 'Z', …) and start time, in ticks since the machine started. */
static bool read_process(pid_t pid, char *state, unsigned long long *started)
{
	char path[32], text[1024];

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long) pid);
	FILE *file = fopen(path, "r");
	if (!file) {
		return false;
	}
	size_t len = fread(text, 1, sizeof(text) - 1, file);
	(void) fclose(file);
	text[len] = '\0';
	const char *after_name = strrchr(text, ')'); /* the name may hold anything */
	/* NOLINTNEXTLINE(cert-err34-c): these are the kernel's own numbers */
	return after_name && sscanf(after_name + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
		state, started) == 2;
}
#else
static bool read_process(pid_t pid, char *state, unsigned long long *started)
{
	(void) pid;
	(void) state;
	(void) started;
	return false;
}
#endif

/* pid and, where the system tells, the start time, so that a later process with the same pid is another one. */
static uint64_t process_word(pid_t pid, unsigned long long started)
{
	return (uint64_t) pid << 32 | (uint32_t) started;
}

static uint64_t own_word_get(void)
{
	uint64_t word = atomic_load(&own_word);

	if (word == 0) {
		char state;
		unsigned long long started = 0;
		read_process(own_pid, &state, &started);
		word = process_word(own_pid, started);
		atomic_store(&own_word, word);
	}
	return word;
}

static bool pid_is_alive(pid_t pid)
{
#ifdef PHP_WIN32
	return pid == own_pid;
#else
	return pid == own_pid || kill(pid, 0) == 0 || errno != ESRCH;
#endif
}

static bool is_alive(uint64_t word)
{
	pid_t pid = (pid_t) (word >> 32);
	char state;
	unsigned long long started;

	if (!pid_is_alive(pid)) {
		return false;
	}
	if (!read_process(pid, &state, &started)) {
		return true;
	}
	/* a process that could not read its own start time (in a chroot, say) has 0 there */
	return state != 'Z' && state != 'X' && ((uint32_t) word == 0 || process_word(pid, started) == word);
}

/* ---- places ---- */

/* Frees the places of dead processes. Not more often than is useful: everybody who finds no place comes here. */
static void sweep(stampede_places *places)
{
	uint64_t now = (uint64_t) stampede_now();
	uint64_t swept_at = atomic_load(&places->swept_at);

	if (now - swept_at < SWEEP_EVERY || !atomic_compare_exchange_strong(&places->swept_at, &swept_at, now)) {
		return;
	}
	for (size_t i = 0; i < STAMPEDE_PLACES; i++) {
		uint64_t owner = atomic_load(&places->owners[i]);
		if (owner && !is_alive(owner)) {
			atomic_compare_exchange_strong(&places->owners[i], &owner, 0);
		}
	}
}

static uint32_t take_free(stampede_places *places, uint32_t limit)
{
	uint64_t self = own_word_get();

	for (uint32_t i = 0; i < limit; i++) {
		uint64_t owner = atomic_load_explicit(&places->owners[i], memory_order_relaxed);
		if (owner == 0 && atomic_compare_exchange_strong(&places->owners[i], &owner, self)) {
			return i + 1;
		}
	}
	return 0;
}

uint32_t stampede_place_take(stampede_place_kind kind, uint32_t limit)
{
	stampede_places *places = &stampede_shared->places[kind];
	uint32_t place = take_free(places, MIN(limit, STAMPEDE_PLACES));

	if (!place && limit) {
		sweep(places);
		place = take_free(places, MIN(limit, STAMPEDE_PLACES));
	}
	return place;
}

void stampede_place_leave(stampede_place_kind kind, uint32_t place)
{
	if (place) {
		uint64_t self = own_word_get();
		atomic_compare_exchange_strong(&stampede_shared->places[kind].owners[place - 1], &self, 0);
	}
}

uint32_t stampede_places_taken(stampede_place_kind kind)
{
	stampede_places *places = &stampede_shared->places[kind];
	uint32_t taken = 0;

	for (size_t i = 0; i < STAMPEDE_PLACES; i++) {
		uint64_t owner = atomic_load(&places->owners[i]);
		taken += owner && is_alive(owner);
	}
	return taken;
}

/* ---- guards ---- */

/* A guard is when it ends, in milliseconds, above the owner's pid: one word, so that it is taken in one step. */
#define PID_BITS 22
#define PID_MASK ((UINT64_C(1) << PID_BITS) - 1)

static stampede_atomic *guard_of(const unsigned char *identity)
{
	uint64_t hash;

	memcpy(&hash, identity, sizeof(hash)); /* part of a digest */
	return &stampede_shared->guards[hash % STAMPEDE_GUARDS];
}

static bool guards(uint64_t word, uint64_t now)
{
	return word && word >> PID_BITS > now && pid_is_alive((pid_t) (word & PID_MASK));
}

uint64_t stampede_guard_take(const unsigned char *identity, stampede_usec lease)
{
	stampede_atomic *guard = guard_of(identity);
	uint64_t now = (uint64_t) stampede_now() / 1000;
	uint64_t word = atomic_load(guard);
	uint64_t mine = (now + (uint64_t) lease / 1000 + 1) << PID_BITS | ((uint64_t) own_pid & PID_MASK);

	return !guards(word, now) && atomic_compare_exchange_strong(guard, &word, mine) ? mine : 0;
}

void stampede_guard_leave(const unsigned char *identity, uint64_t guard)
{
	if (guard && (guard & PID_MASK) == ((uint64_t) own_pid & PID_MASK)) {
		atomic_compare_exchange_strong(guard_of(identity), &guard, 0);
	}
}

/* ---- the mapping ---- */

void stampede_host_startup(void)
{
	know_yourself();
#ifndef PHP_WIN32
	pthread_atfork(NULL, NULL, know_yourself);
	void *memory = mmap(NULL, sizeof(stampede_host), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	is_mapped = memory != MAP_FAILED;
	stampede_shared = memory;
#endif
	if (!is_mapped) { /* each process then counts for itself */
		stampede_shared = pecalloc(1, sizeof(stampede_host), 1);
	}
	stampede_shared->stats.since = stampede_wall_clock();
}

void stampede_host_shutdown(void)
{
#ifndef PHP_WIN32
	if (is_mapped) {
		munmap(stampede_shared, sizeof(stampede_host));
		return;
	}
#endif
	pefree(stampede_shared, 1);
}
