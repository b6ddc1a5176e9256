/*
 * stampede.memcached: what is accepted is a list that can be used, and is accepted again when written as its labels say.
 */
#include "fuzzer.h"

#include "memcached_list.h"
#include "zend_smart_str.h"

#define SCHEME "memcached://"

static void check_server(const stampede_memcached_server *server)
{
	PROMISE(!server->path != !server->host);
	if (server->path) {
		PROMISE(ZSTR_VAL(server->path)[0] == '/');
		PROMISE(ZSTR_LEN(server->path) < 108); /* struct sockaddr_un */
	} else {
		PROMISE(ZSTR_LEN(server->host) > 0);
		PROMISE(server->port >= 1 && server->port <= 65535);
		PROMISE(strlen(ZSTR_VAL(server->host)) == ZSTR_LEN(server->host));
		PROMISE(!strpbrk(ZSTR_VAL(server->host), ",;@/?#[] \t"));
	}
	PROMISE(zend_string_starts_with_literal(server->label, SCHEME));
}

static void check_list(const stampede_memcached_list *list)
{
	PROMISE(list->count >= 1 && list->count <= STAMPEDE_MEMCACHED_SERVERS);
	for (size_t i = 0; i < list->count; i++) {
		check_server(&list->servers[i]);
		for (size_t j = 0; j < i; j++) {
			PROMISE(!zend_string_equals(list->servers[i].label, list->servers[j].label));
			PROMISE(list->servers[i].port != list->servers[j].port
				|| !equal_or_both_missing(list->servers[i].host, list->servers[j].host)
				|| !equal_or_both_missing(list->servers[i].path, list->servers[j].path));
		}
	}
}

static zend_string *written_again(const stampede_memcached_list *list)
{
	smart_str text = {0};

	for (size_t i = 0; i < list->count; i++) {
		if (i) {
			smart_str_appends(&text, " ,\t");
		}
		smart_str_appends(&text, ZSTR_VAL(list->servers[i].label) + strlen(SCHEME));
	}
	smart_str_0(&text);
	return text.s;
}

static void check_again(const stampede_memcached_list *list)
{
	stampede_memcached_list again;
	zend_string *text = written_again(list);

	PROMISE(!stampede_memcached_list_parse(text, &again));
	PROMISE(again.count == list->count);
	for (size_t i = 0; i < list->count; i++) {
		PROMISE(equal_or_both_missing(again.servers[i].path, list->servers[i].path));
		PROMISE(equal_or_both_missing(again.servers[i].host, list->servers[i].host));
		PROMISE(again.servers[i].port == list->servers[i].port);
		PROMISE(zend_string_equals(again.servers[i].label, list->servers[i].label));
	}
	stampede_memcached_list_free(&again);
	zend_string_release(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	input in = {data, size};
	zend_string *text = take_string(&in, size);
	stampede_memcached_list list;
	zend_string *wrong = stampede_memcached_list_parse(text, &list);

	if (!wrong) {
		check_list(&list);
		check_again(&list);
		stampede_memcached_list_free(&list);
	} else {
		PROMISE(ZSTR_LEN(wrong) > 0);
		zend_string_release(wrong);
	}
	wrong = stampede_memcached_list_complaint(text);
	if (wrong) {
		PROMISE(size > 0);
		zend_string_release(wrong);
	}
	zend_string_release(text);
	return 0;
}
