/*
 * Names: two entries have one identity only when prefix, key and locale are the same; no name of one kind is ever a name of
 * another kind, of the same entry or of any other; and entries share a name only when PREFIX KEY:LOCALE, written in one, is
 * the same.
 *
 * An input is a byte and two entries, a line each: prefix, key and locale, with tabs between. The byte says whether there
 * are locales. "$" stands for a token.
 */
#include "fuzzer.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "keys.h"

#define TOKEN "0123456789abcdef0123456789abcdef"
#define OTHER_TOKEN "0123456789abcdef0123456789abcdee"

typedef struct {
	zend_string *prefix;
	zend_string *key;
	zend_string *locale;
	zend_string *composed;
	stampede_entry *entry;
} subject;

/* What check() says, in the name of a function: strlen() throws the errors. */
static bool accepts(zend_result (*check)(zend_string *, uint32_t), zend_string *argument)
{
	zend_function *function = zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("strlen"));
	zend_execute_data *call = zend_vm_stack_push_call_frame(ZEND_CALL_TOP_FUNCTION, function, 0, NULL);

	call->prev_execute_data = EG(current_execute_data);
	call->opline = NULL;
	EG(current_execute_data) = call;
	bool accepted = check(argument, 1) == SUCCESS;
	PROMISE(accepted == !EG(exception));
	EG(current_execute_data) = call->prev_execute_data;
	zend_vm_stack_free_call_frame(call);
	if (EG(exception)) {
		zend_clear_exception();
	}
	return accepted;
}

static bool is_key(zend_string *key)
{
	return ZSTR_LEN(key) >= 1 && ZSTR_LEN(key) <= 65535 && stampede_key_bytes_ok(ZSTR_VAL(key), ZSTR_LEN(key));
}

static bool is_locale(zend_string *locale)
{
	static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", more[] = "._@-";

	if (ZSTR_LEN(locale) < 1 || ZSTR_LEN(locale) > 64 || strlen(ZSTR_VAL(locale)) != ZSTR_LEN(locale)) {
		return false;
	}
	for (size_t i = 0; i < ZSTR_LEN(locale); i++) {
		char c = ZSTR_VAL(locale)[i];
		if (!strchr(first, c) && (i == 0 || !strchr(more, c))) {
			return false;
		}
	}
	return true;
}

static zend_string *with_tokens(zend_string *text)
{
	smart_str out = {0};

	for (size_t i = 0; i < ZSTR_LEN(text); i++) {
		if (ZSTR_VAL(text)[i] == '$') {
			smart_str_appends(&out, TOKEN);
		} else {
			smart_str_appendc(&out, ZSTR_VAL(text)[i]);
		}
	}
	smart_str_0(&out);
	zend_string_release(text);
	return out.s ? out.s : ZSTR_EMPTY_ALLOC();
}

static zend_string *part(input *line)
{
	return with_tokens(take_until(line, '\t'));
}

/* false: not what a caller could give. */
static bool read_subject(zend_string *text, bool has_locale, subject *s)
{
	input line = {(const uint8_t *) ZSTR_VAL(text), ZSTR_LEN(text)};

	s->prefix = part(&line);
	s->key = part(&line);
	s->locale = has_locale ? part(&line) : NULL;
	bool key_ok = accepts(stampede_key_check, s->key);
	bool locale_ok = !s->locale || accepts(stampede_locale_check, s->locale);
	PROMISE(key_ok == is_key(s->key));
	PROMISE(locale_ok == (!s->locale || is_locale(s->locale)));
	return key_ok && locale_ok && stampede_key_bytes_ok(ZSTR_VAL(s->prefix), ZSTR_LEN(s->prefix));
}

static void compose(subject *s)
{
	smart_str text = {0};

	smart_str_append(&text, s->prefix);
	smart_str_append(&text, s->key);
	if (s->locale) {
		smart_str_appendc(&text, ':');
		smart_str_append(&text, s->locale);
	}
	smart_str_0(&text);
	s->composed = text.s;
	s->entry = stampede_entry_create(s->prefix, s->key, s->locale);
}

static void release(subject *s)
{
	zend_string_release(s->prefix);
	zend_string_release(s->key);
	if (s->locale) {
		zend_string_release(s->locale);
	}
}

enum {
	LIVE,
	STALE,
	LOCK,
	GENERATION,
	DONE,
	DONE_OTHERWISE,
	KINDS
};

static zend_string *name_of(const stampede_entry *entry, int kind)
{
	const stampede_name *names[] = {&entry->live, &entry->stale, &entry->lock, &entry->generation, &entry->done, &entry->done};
	const char *token = kind == DONE ? TOKEN : kind == DONE_OTHERWISE ? OTHER_TOKEN : "";

	PROMISE(names[kind]->val[names[kind]->len] == '\0' && strlen(names[kind]->val) == names[kind]->len);
	return zend_string_concat2(names[kind]->val, names[kind]->len, token, strlen(token));
}

static bool named(stampede_name name, const char *letter, zend_string *locale)
{
	return name.len == 2 + (locale ? ZSTR_LEN(locale) : 0) && memcmp(name.val, letter, 2) == 0
		&& (!locale || memcmp(name.val + 2, ZSTR_VAL(locale), ZSTR_LEN(locale)) == 0) && name.val[name.len] == '\0';
}

static void check_one(const subject *s)
{
	zend_string *generation = stampede_generation_name(s->prefix, s->key);
	const stampede_entry *entry = s->entry;

	PROMISE(ZSTR_LEN(generation) == entry->generation.len);
	PROMISE(strcmp(ZSTR_VAL(generation), entry->generation.val) == 0);
	zend_string_release(generation);
	PROMISE(named(entry->field_soft, "s:", s->locale));
	PROMISE(named(entry->field_hard, "h:", s->locale));
	PROMISE(named(entry->field_stored, "f:", s->locale));
	/* what an operator reads in redis-cli */
	PROMISE(memcmp(entry->live.val, ZSTR_VAL(s->composed), ZSTR_LEN(s->composed)) == 0);
	PROMISE(entry->live.len <= ZSTR_LEN(s->composed) + 1);
}

static bool same_key(const subject *a, const subject *b)
{
	size_t len = ZSTR_LEN(a->prefix) + ZSTR_LEN(a->key);

	return len == ZSTR_LEN(b->prefix) + ZSTR_LEN(b->key) && memcmp(ZSTR_VAL(a->composed), ZSTR_VAL(b->composed), len) == 0;
}

static bool may_meet(const subject *a, int of_a, const subject *b, int of_b)
{
	return of_a == of_b && (of_a == GENERATION ? same_key(a, b) : zend_string_equals(a->composed, b->composed));
}

static void check_names(const subject *a, const subject *b)
{
	for (int of_a = 0; of_a < KINDS; of_a++) {
		zend_string *name = name_of(a->entry, of_a);
		for (int of_b = 0; of_b < KINDS; of_b++) {
			zend_string *other = name_of(b->entry, of_b);
			PROMISE(zend_string_equals(name, other) == may_meet(a, of_a, b, of_b));
			zend_string_release(other);
		}
		zend_string_release(name);
	}
}

static void check_pair(const subject *a, const subject *b)
{
	bool same = zend_string_equals(a->prefix, b->prefix) && zend_string_equals(a->key, b->key)
		&& equal_or_both_missing(a->locale, b->locale);

	PROMISE((memcmp(a->entry->identity, b->entry->identity, STAMPEDE_IDENTITY_LEN) == 0) == same);
	check_names(a, b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	input in = {data, size};
	uint8_t locales = take_byte(&in);
	subject subjects[2];
	bool ok = true;

	for (int i = 0; i < 2; i++) {
		zend_string *line = take_until(&in, '\n');
		ok = read_subject(line, locales >> i & 1, &subjects[i]) && ok;
		zend_string_release(line);
	}
	if (ok) {
		for (int i = 0; i < 2; i++) {
			compose(&subjects[i]);
			check_one(&subjects[i]);
		}
		check_pair(&subjects[0], &subjects[1]);
		check_names(&subjects[0], &subjects[0]);
	}
	for (int i = 0; i < 2; i++) {
		if (ok) {
			stampede_entry_release(subjects[i].entry);
			zend_string_release(subjects[i].composed);
		}
		release(&subjects[i]);
	}
	return 0;
}
