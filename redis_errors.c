/*
 * The table of Redis's error replies.
 */
#include "php_stampede.h"
#include "redis_errors.h"

/* What error replies begin with, what they mean, and what to do about them. */
static const struct {
	const char *start;
	stampede_trouble kind;
	const char *remedy;
} known_errors[] = {
	{"NOSCRIPT", STAMPEDE_TROUBLE_NONE, ""},
	{"NOAUTH", STAMPEDE_TROUBLE_AUTH, "; check the user and password in stampede.redis"},
	{"ERR AUTH", STAMPEDE_TROUBLE_AUTH, "; check the user and password in stampede.redis"},
	{"ERR Client sent AUTH", STAMPEDE_TROUBLE_AUTH, "; check the user and password in stampede.redis"},
	{"ERR invalid password", STAMPEDE_TROUBLE_AUTH, "; check the user and password in stampede.redis"},
	{"DENIED", STAMPEDE_TROUBLE_AUTH, "; Redis is in protected mode: give it a password, and stampede.redis as well"},
	{"WRONGPASS", STAMPEDE_TROUBLE_AUTH, "; check the user and password in stampede.redis"},
	{"NOPERM", STAMPEDE_TROUBLE_AUTH, "; the README lists the commands and keys that the user needs"},
	{"ERR The user executing the script", STAMPEDE_TROUBLE_AUTH, "; the README lists the commands and keys that the user needs"},
	{"ERR ACL failure in script", STAMPEDE_TROUBLE_AUTH, "; the README lists the commands and keys that the user needs"},
	{"LOADING", STAMPEDE_TROUBLE_STATE, "; it will be there when it has read its data"},
	{"READONLY", STAMPEDE_TROUBLE_STATE, "; stampede.redis must name a primary"},
	{"MASTERDOWN", STAMPEDE_TROUBLE_STATE, "; stampede.redis must name a primary"},
	{"CLUSTERDOWN", STAMPEDE_TROUBLE_STATE, "; Redis Cluster is not supported"},
	{"BUSY", STAMPEDE_TROUBLE_STATE, "; somebody's script runs for too long"},
	{"OOM", STAMPEDE_TROUBLE_REFUSED, "; Redis does not write now: check maxmemory and its eviction policy"},
	{"MISCONF", STAMPEDE_TROUBLE_REFUSED, "; Redis does not write now: check its disk"},
	{"NOREPLICAS", STAMPEDE_TROUBLE_REFUSED, "; Redis does not write now: check its replicas"},
	{"WRONGTYPE", STAMPEDE_TROUBLE_FOREIGN, "; the name belongs to another program: choose another key or stampede.prefix"},
	{"MOVED", STAMPEDE_TROUBLE_COMMAND, "; Redis Cluster is not supported"},
	{"CROSSSLOT", STAMPEDE_TROUBLE_COMMAND, "; Redis Cluster is not supported"},
	{"ERR unknown command", STAMPEDE_TROUBLE_COMMAND, "; Redis 5 or later is needed, with the commands that the README lists"},
	{"ERR SELECT is not allowed in cluster", STAMPEDE_TROUBLE_COMMAND, "; Redis Cluster is not supported"},
	{"ERR DB index", STAMPEDE_TROUBLE_COMMAND, "; check the database in stampede.redis"},
	{"ERR invalid DB index", STAMPEDE_TROUBLE_COMMAND, "; check the database in stampede.redis"},
	{"ERR max number of clients", STAMPEDE_TROUBLE_CONNECT, "; raise maxclients of Redis"},
};

stampede_trouble stampede_error_kind(const char *error)
{
	for (size_t i = 0; i < sizeof(known_errors) / sizeof(known_errors[0]); i++) {
		if (strncmp(error, known_errors[i].start, strlen(known_errors[i].start)) == 0) {
			return known_errors[i].kind;
		}
	}
	return STAMPEDE_TROUBLE_COMMAND;
}

const char *stampede_error_remedy(stampede_trouble kind, const char *error)
{
	static const char *const by_kind[STAMPEDE_TROUBLE_KINDS] = {
		[STAMPEDE_TROUBLE_CONNECT] = "; check that Redis runs there and stampede.redis and stampede.connect_timeout",
		[STAMPEDE_TROUBLE_TIMEOUT] = "; check the server's load and stampede.read_timeout",
		[STAMPEDE_TROUBLE_LOST] = "; check the server's log, its maxclients, and what lies between",
		[STAMPEDE_TROUBLE_PROTOCOL] = "; check that stampede.redis names a Redis server",
	};

	for (size_t i = 0; i < sizeof(known_errors) / sizeof(known_errors[0]); i++) {
		if (strncmp(error, known_errors[i].start, strlen(known_errors[i].start)) == 0) {
			return known_errors[i].remedy;
		}
	}
	return by_kind[kind] ? by_kind[kind] : "";
}
