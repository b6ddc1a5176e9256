/*
 * The yardstick of hit.php: blocking GETs by hiredis, one after another, as a C program does them that wants nothing
 * else.
 *
 * usage: hiredis_get SOCKET
 * For each line "COUNT KEY" of standard input it gets that key so many times and answers "NANOSECONDS BYTES": the time
 * all of it took, and the length of the last value.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <hiredis/hiredis.h>

static void die(const char *text)
{
	fprintf(stderr, "hiredis_get: %s\n", text);
	exit(1);
}

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static size_t get(redisContext *context, const char *key, size_t key_len)
{
	const char *argv[] = {"GET", key};
	const size_t lengths[] = {3, key_len};
	redisReply *reply = redisCommandArgv(context, 2, argv, lengths);

	if (!reply) {
		die(context->errstr);
	}
	if (reply->type != REDIS_REPLY_STRING) {
		die("GET did not answer a string");
	}
	size_t len = reply->len;
	freeReplyObject(reply);
	return len;
}

int main(int argc, char **argv)
{
	char key[256];
	long count;

	if (argc != 2) {
		die("usage: hiredis_get SOCKET");
	}
	/* or glibc returns the memory of each large value to the kernel, which takes several times as long as the GET */
	mallopt(M_TRIM_THRESHOLD, 1 << 28);
	mallopt(M_MMAP_THRESHOLD, 1 << 28);
	redisContext *context = redisConnectUnix(argv[1]);
	if (!context || context->err) {
		die(context ? context->errstr : "out of memory");
	}
	while (scanf("%ld %255s", &count, key) == 2) {
		size_t len = 0, key_len = strlen(key);
		long long start = now();
		for (long i = 0; i < count; i++) {
			len = get(context, key, key_len);
		}
		printf("%lld %zu\n", now() - start, len);
		fflush(stdout);
	}
	redisFree(context);
	return 0;
}
