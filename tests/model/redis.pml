/*
 * The protocol on Redis, step by step: one key in two locales (l = 0 and 1), a few workers that call remember (Call),
 * puts, invalidations, and a world that evicts, expires, kills, restarts and delivers requests twice.
 *
 * A script of redis_scripts.h is an inline of the same name, and one step. A lookup is a pipeline: each of its commands is
 * a step. What a worker decides for itself belongs to the step before. README.md says which names stand where, what the
 * switches are, and what is asserted.
 */

/* Sizes. */
#ifndef RU
#define RU 2                            /* workers that call for locale 0 */
#endif
#ifndef EN
#define EN 0                            /* and for locale 1 */
#endif
#ifndef CALLS
#define CALLS 1                         /* calls by each worker */
#endif
#ifndef PUTS
#define PUTS 0
#endif
#ifndef ENDS
#define ENDS 1                          /* invalidations and forgets */
#endif
#ifndef LOSSES
#define LOSSES 0                        /* times that the record is lost, alone or with everything (FLUSHALL) */
#endif
#ifndef CHANGES
#define CHANGES 1                       /* of the data that builders read */
#endif
#define TOKENS (1 + (RU + EN) * CALLS)

#if defined(RESTART) || defined(H_NO_I) || defined(H_SAME_RANDOM) || defined(H_BLIND) || defined(H_LIVE_UNJUDGED)
#define KEEP_DEAD                       /* a copy that is not valid may become so again, or is taken as it is */
#endif

mtype = { stored, won, busy, refused, filled, late, rejected, superseded, failed };
mtype = { arbitrate_script, fill_script, abandon_script, extend_script, begin_script, invalidate_script };

typedef Record { byte i, s, h, sl[2], hl[2], a[2], f[2] };
typedef Copy { byte i, s, h, sl, hl, n, value, began; bit damaged, from_stale };

/* ---- what lies in Redis ---- */
Record record;                          /* KEY:gen; i = 0: there is none */
Copy live[2], stale[2];                 /* i = 0: there is none */
byte lock[2];                           /* the token of the builder; 0: free */
bit done[TOKENS];                       /* done:<token> exists */

/* ---- the world ---- */
byte data;                              /* a version that only grows */
byte clock;                             /* the server's: counts builds and puts begun */
byte drawn;                             /* random values drawn: no two are the same */

/* ---- what only assertions read ---- */
byte floor_live[2], floor_stale[2];     /* the data when the last invalidation, the last forget, was complete */
byte newest[2];                         /* of what is stored: when it began */
byte builder[2];                        /* the token of a build whose lease never ended and whose lock was never lost */
#ifdef ASK_LOCK_LEFT
bit over[TOKENS];                       /* calls that have had an answer and are over */
#endif
/* Which rule an assertion stands for: README.md. Nothing sets them; spin shows the name when a rule is broken. */
bit rule_A, rule_ASK, rule_B, rule_C, rule_D, rule_E, rule_F, rule_G, rule_H, rule_I, rule_J, rule_K, rule_L;
bit filled_again;                       /* a fill ran twice: what had expired or been deleted in between is back */

#ifdef H_NO_I
#define SAME_I(a, b) 1
#else
#define SAME_I(a, b) ((a) == (b))
#endif
#define STALE_VALID(c, l) (c.i && record.i && SAME_I(c.i, record.i) && c.h == record.h && c.hl == record.hl[l] \
	&& c.n >= record.f[l])
#define LIVE_VALID(c, l) (STALE_VALID(c, l) && c.s == record.s && c.sl == record.sl[l])

inline clear(c)
{
	c.i = 0; c.s = 0; c.h = 0; c.sl = 0; c.hl = 0; c.n = 0; c.value = 0; c.began = 0; c.damaged = 0; c.from_stale = 0
}

inline copy(to, from)
{
	to.i = from.i; to.s = from.s; to.h = from.h; to.sl = from.sl; to.hl = from.hl; to.n = from.n; to.value = from.value;
	to.began = from.began; to.damaged = from.damaged; to.from_stale = from.from_stale
}

/* Nobody tells a copy that will never be valid again from one that is not there. Fewer states: make them one. */
inline bury(l)
{
#ifndef KEEP_DEAD
	if :: live[l].i && !LIVE_VALID(live[l], l) -> clear(live[l]) :: else fi;
	if :: stale[l].i && !STALE_VALID(stale[l], l) -> clear(stale[l]) :: else fi
#else
	skip
#endif
}

/* After every change to the record or the copies. */
inline check(l)
{
	assert(rule_A || !LIVE_VALID(live[l], l) || live[l].value >= floor_live[l]);
	assert(rule_B || !STALE_VALID(stale[l], l) || stale[l].value >= floor_stale[l]);
	assert(rule_I || !LIVE_VALID(live[l], l) || !live[l].from_stale);
	assert(rule_L || lock[l] == 0 || !done[lock[l]]);
	bury(l)
}

/* ---- the scripts. They work on the variables of the process that runs them: REQUEST ---- */

#define REQUEST \
	byte l, token, seen_i, seen_f, random; bit refresh; \
	byte b_i, b_s, b_h, b_sl, b_hl, number, value, began; bit as_stale; \
	mtype ruling, outcome; bit was_fresh

/* A value that never was: the client draws one for every copy of a request that it sends. */
inline draw(x)
{
#ifdef H_SAME_RANDOM
	if :: random -> x = random :: else -> drawn++; x = drawn fi
#else
	drawn++; x = drawn
#endif
}

/* A record that has grown too large is replaced here: the same as one that was lost just before. */
inline begin()
{
	if :: record.i == 0 -> draw(record.i) :: else fi;
	clock++;
	began = clock;
#ifdef H_COUNTED_NUMBERS
	number = (record.a[l] > record.f[l] -> record.a[l] : record.f[l]) + 1;
#else
	number = (record.a[l] > record.f[l] -> record.a[l] : record.f[l]);
	number = (number >= clock -> number + 1 : clock);
#endif
	record.a[l] = number;
	b_i = record.i; b_s = record.s; b_h = record.h; b_sl = record.sl[l]; b_hl = record.hl[l];
	/* The builder may read the data at any later moment; the oldest that it can read is the worst. */
	value = data
}

/* Whether somebody has stored since this call looked. */
#ifdef H_BLIND
#define STORED_SINCE (!in_hand && live[l].i)
#else
#ifdef H_NOT_TOLD
#define STORED_SINCE (!in_hand && LIVE_VALID(live[l], l))
#else
#define STORED_SINCE (record.i && record.f[l] && (record.i != seen_i || record.f[l] != seen_f))
#endif
#endif

inline arbitrate()
{
	if
#ifndef H_GHOST_ARBITRATE
	:: done[token] -> ruling = refused
#endif
	:: else ->
		if
		:: !refresh && STORED_SINCE -> ruling = stored
		:: else ->
			if
			:: lock[l] && lock[l] != token -> ruling = busy
			:: else -> begin(); lock[l] = token; ruling = won
			fi
		fi
	fi
}

inline hand_over()
{
	if
#ifdef M_DROP_ANY
	:: lock[l] ->
#else
	:: lock[l] == token ->
#endif
		lock[l] = 0;
		builder[l] = (builder[l] == token -> 0 : builder[l])
	:: else
	fi;
	done[token] = 1
}

inline store(c)
{
	c.i = b_i; c.s = b_s; c.h = b_h; c.sl = b_sl; c.hl = b_hl; c.n = number; c.value = value; c.began = began;
	c.damaged = 0; c.from_stale = as_stale
}

#define SAME_SOFT (b_s == record.s && b_sl == record.sl[l])
#ifdef M_FILL_NO_H
#define SAME_HARD (record.i && SAME_I(b_i, record.i))
#else
#define SAME_HARD (record.i && SAME_I(b_i, record.i) && b_h == record.h && b_hl == record.hl[l])
#endif
#ifdef H_LATE_NO_F
#define SUPERSEDED (record.f[l] > number && SAME_SOFT)
#else
#define SUPERSEDED (record.f[l] > number)
#endif
#ifdef M_FILL_NO_S
#define FRESH (!as_stale)
#else
#ifdef M_STALE_AS_LIVE
#define FRESH SAME_SOFT
#else
#define FRESH (!as_stale && SAME_SOFT)
#endif
#endif

/* no_memory: the server refuses to write, though not to delete */
inline fill(no_memory)
{
#ifdef ASK_FRESH_KEPT
	was_fresh = LIVE_VALID(live[l], l);
#endif
	if
	:: !SAME_HARD -> outcome = rejected
	:: else ->
		if
		:: SUPERSEDED -> outcome = superseded
		:: else ->
			if
			:: no_memory ->
				outcome = failed;
#ifndef M_REFUSED_PUT_KEEPS
				if :: token == 0 -> clear(live[l]); clear(stale[l]) :: else fi
#endif
			:: else ->
				if :: FRESH -> store(live[l]); outcome = filled :: else -> outcome = late fi;
#ifdef M_LATE_STORES_NOTHING
				if :: outcome == filled -> store(stale[l]); record.f[l] = number; newest[l] = began :: else fi
#else
				store(stale[l]);
				record.f[l] = number;
#ifndef UNORDERED
				assert(rule_D || began >= newest[l]);
#endif
				newest[l] = began
#endif
			fi
		fi
	fi;
	assert(rule_D || outcome != superseded || newest[l] > began);
	assert(rule_G || !SAME_HARD || no_memory || newest[l] > began
		|| (STALE_VALID(stale[l], l) && stale[l].began >= began));
	assert(rule_F || outcome != filled || LIVE_VALID(live[l], l));
#ifdef ASK_FRESH_KEPT
	assert(rule_ASK || outcome != late || !was_fresh);  /* a fresh copy is gone, and what replaces it is stale */
	was_fresh = 0;
#endif
	if :: token -> hand_over() :: else fi;
	check(l)
}

inline extend()
{
	if
#ifndef H_GHOST_EXTEND
	:: done[token]
#endif
#ifndef M_EXTEND_BLINDLY
	:: lock[l] && lock[l] != token
#endif
	:: else -> lock[l] = token
	fi
}

/* field: 0 = s, 1 = h, 2 = s:ru, 3 = h:ru */
#ifdef H_COUNTED_STAMPS
#define STAMP(x) x++
#else
#define STAMP(x) draw(x)
#endif
inline invalidate(field)
{
	if
	:: record.i == 0
	:: record.i && field == 0 -> STAMP(record.s)
	:: record.i && field == 1 -> STAMP(record.h)
#ifdef M_STAMP_ALL
	:: record.i && field == 2 -> STAMP(record.s)
#else
	:: record.i && field == 2 -> STAMP(record.sl[0])
#endif
	:: record.i && field == 3 -> STAMP(record.hl[0])
	fi;
#ifdef M_INVALIDATE_FREES
	lock[0] = 0; lock[1] = 0
#endif
}

inline lose_record()
{
	record.i = 0; record.s = 0; record.h = 0; record.sl[0] = 0; record.sl[1] = 0; record.hl[0] = 0; record.hl[1] = 0;
	record.a[0] = 0; record.a[1] = 0; record.f[0] = 0; record.f[1] = 0
}

inline clear_request()
{
	token = 0; seen_i = 0; seen_f = 0; random = 0; refresh = 0; b_i = 0; b_s = 0; b_h = 0; b_sl = 0; b_hl = 0; number = 0;
	value = 0; began = 0; as_stale = 0; ruling = 0; outcome = 0
}

#ifdef LATE_COPY
/*
 * A script whose answer does not come is sent again, on a new connection, and the server may execute both: the one that is
 * answered, and the other at any later moment. Or neither is answered in time. One request in a run has such a second copy.
 */
typedef Request {
	mtype script; byte l, token, seen_i, seen_f, random; bit refresh;
	byte b_i, b_s, b_h, b_sl, b_hl, number, value, began; bit as_stale; byte field
};
Request second;
bit second_sent;

/* drawing: whether the script will draw a value, which the second copy then carries as well */
inline send_twice(name, drawing, what)
{
	second_sent = 1;
	second.script = name; second.l = l; second.token = token; second.seen_i = seen_i; second.seen_f = seen_f;
#ifdef H_SAME_RANDOM
	second.random = (drawing -> drawn + 1 : 0);
#endif
	second.refresh = refresh; second.b_i = b_i; second.b_s = b_s; second.b_h = b_h; second.b_sl = b_sl; second.b_hl = b_hl;
	second.number = number; second.value = value; second.began = began; second.as_stale = as_stale; second.field = what
}
#define DRAWS_I (record.i == 0 && (lock[l] == 0 || lock[l] == token))

proctype SecondCopy()
{
	REQUEST;
	bit in_hand;
	byte field;

end:
	atomic {
		second.script != 0 ->
		d_step {
			l = second.l; token = second.token; seen_i = second.seen_i; seen_f = second.seen_f; random = second.random;
			refresh = second.refresh; b_i = second.b_i; b_s = second.b_s; b_h = second.b_h; b_sl = second.b_sl;
			b_hl = second.b_hl; number = second.number; value = second.value; began = second.began;
			as_stale = second.as_stale; field = second.field;
			if
			:: second.script == arbitrate_script ->
				arbitrate();
#ifdef ASK_LOCK_LEFT
				assert(rule_ASK || ruling != won || !over[token])  /* a lock that nobody will drop */
#endif
			:: second.script == fill_script -> fill(0); filled_again = 1
			:: second.script == abandon_script -> hand_over()
			:: second.script == extend_script -> extend()
			:: second.script == begin_script -> begin()
			:: second.script == invalidate_script -> invalidate(field)
			fi;
			check(0); check(1);
			clear_request(); l = 0; field = 0;
			second.script = 0; second.l = 0; second.token = 0; second.seen_i = 0; second.seen_f = 0; second.random = 0;
			second.refresh = 0; second.b_i = 0; second.b_s = 0; second.b_h = 0; second.b_sl = 0; second.b_hl = 0;
			second.number = 0; second.value = 0; second.began = 0; second.as_stale = 0; second.field = 0
		}
	}
}
#endif

/* ---- remember.c ---- */

#ifdef NO_HISTORY                       /* after a restart from a snapshot, what calls saw before proves nothing */
#define HOLDS(x) skip
#else
#define HOLDS(x) assert(x)
#endif

/* A lookup is look_record, then look_live or look_stale. */
inline look_record()
{
	seen_i = record.i; seen_f = record.f[l]; v_s = record.s; v_h = record.h; v_sl = record.sl[l]; v_hl = record.hl[l]
}
#define IN_VIEW(c) (c.i && seen_i && SAME_I(c.i, seen_i) && c.h == v_h && c.hl == v_hl && c.n >= seen_f)

inline look_live()
{
	taken = IN_VIEW(live[l]) && live[l].s == v_s && live[l].sl == v_sl && !live[l].damaged;
#ifdef H_LIVE_UNJUDGED
	taken = (waited -> live[l].i != 0 : taken);
#endif
	HOLDS(rule_H || !taken || live[l].value >= call_floor_live);
	v_s = 0; v_h = 0; v_sl = 0; v_hl = 0
}

inline look_stale()
{
	taken = IN_VIEW(stale[l]);
	HOLDS(rule_H || !taken || stale[l].value >= call_floor_stale);
	v_s = 0; v_h = 0; v_sl = 0; v_hl = 0
}

/*
 * The order of the two commands makes a difference, see H_GET_FIRST. There the copy is kept until the record is there to
 * judge it by.
 */
#ifdef H_GET_FIRST
#define LOOK_1 copy(got, live[l])
#define LOOK_2 look_record(); taken = IN_VIEW(got) && got.s == v_s && got.sl == v_sl && !got.damaged; clear(got); \
	v_s = 0; v_h = 0; v_sl = 0; v_hl = 0
#else
#define LOOK_1 look_record()
#define LOOK_2 look_live()
#endif

/* C: nobody else has an unbroken lease; from now on this one is */
#define EXTENDED if :: lock[l] == token -> assert(rule_C || builder[l] == 0 || builder[l] == token); builder[l] = token :: else fi
#define NEVER 255

inline forget_call()
{
	clear_request(); owner = 0; v_s = 0; v_h = 0; v_sl = 0; v_hl = 0; call_floor_live = 0; call_floor_stale = 0; in_hand = 0;
	deferred = 0; has_stale = 0; late_for_it = 0; taken = 0; waited = 0; extended = 0; woken_by = 0
}

proctype Call(byte w; byte where)
{
	REQUEST;
	byte calls, v_s, v_h, v_sl, v_hl;
	byte owner, woken_by;
	byte call_floor_live, call_floor_stale;       /* what was complete when the call began */
	bit in_hand;                                  /* a fresh copy, early or to be refreshed */
	bit deferred;                                 /* the answer has been given, this is the rebuild after it */
	bit has_stale, late_for_it, taken, waited, extended;
#ifdef H_GET_FIRST
	Copy got;
#endif

remember:
	if
	:: atomic {
		calls < CALLS ->
		calls++; l = where; token = w * CALLS + calls;
		call_floor_live = floor_live[l]; call_floor_stale = floor_stale[l];
#ifdef REFRESH
		if :: refresh = 0 :: refresh = 1 fi;
#endif
		d_step { LOOK_1 }
	}
	:: calls == CALLS -> goto ended
	fi;
	atomic {
		d_step { LOOK_2 };
		if
		:: taken && !refresh -> goto answered
		:: taken && refresh -> in_hand = 1; taken = 0; goto compete
#ifdef EARLY
		:: taken && !refresh -> in_hand = 1; taken = 0; goto early
#endif
		:: !taken -> goto compete
#ifdef DEFER
		:: !taken -> goto defer
#endif
		fi
	};

#ifdef EARLY
early:                                            /* EXISTS lock, the third command of this lookup */
	if
	:: atomic {
		if
		:: lock[l] -> goto answered
		:: lock[l] == 0 -> goto compete
#ifdef DEFER
		:: lock[l] == 0 -> deferred = 1; goto compete
#endif
		fi
	}
	fi;
#endif

#ifdef DEFER
defer:                                            /* the rebuild keeps what the first lookup saw of i and f */
	if
	:: atomic {
		seen_i = (seen_i -> seen_i : NEVER); value = seen_i; number = seen_f;
		look_record()
	}
	fi;
	atomic {
		look_stale();
		seen_i = (value == NEVER -> 0 : value); seen_f = number; value = 0; number = 0;
		if
		:: taken -> taken = 0; deferred = 1; call_floor_live = 0; call_floor_stale = 0; goto compete
		:: else -> goto compete
		fi
	};
#endif

compete:
	if
#ifdef LATE_COPY
	:: atomic { !second_sent -> d_step { send_twice(arbitrate_script, 0, 0) }; goto not_answered }
#endif
	:: atomic {
#ifdef LATE_COPY
		if :: !second_sent -> send_twice(arbitrate_script, DRAWS_I, 0) :: skip fi;
#endif
		d_step { arbitrate() };
		assert(ruling != refused);
		if
		:: ruling == won ->
			d_step {
				assert(rule_C || builder[l] == 0 || builder[l] == token);
#ifndef AGAIN_ALLOWED
				assert(rule_J || refresh || !LIVE_VALID(live[l], l) || live[l].damaged || (in_hand && live[l].n == seen_f)
					|| filled_again);
#endif
				builder[l] = token;
				in_hand = 0; deferred = 0; seen_i = 0; seen_f = 0; refresh = 0; has_stale = 0; waited = 0; woken_by = 0; ruling = 0;
				call_floor_live = 0; call_floor_stale = 0
			};
			goto build
		:: ruling != won && (in_hand || deferred) -> goto answered
		:: ruling == stored && !in_hand && !deferred ->           /* after_stored: judged like a lookup */
			d_step {
				taken = LIVE_VALID(live[l], l) && !live[l].damaged;
				HOLDS(rule_H || !taken || live[l].value >= call_floor_live);
				seen_i = record.i; seen_f = record.f[l]; ruling = 0
			};
			if
			:: taken -> goto answered
			:: !taken -> goto compete
			:: !taken -> has_stale = 0; goto answer_without_builder   /* stored and not usable, for the tenth time */
			fi
		:: ruling == busy && !in_hand && !deferred ->             /* after_busy */
			d_step {
				owner = lock[l];
				has_stale = STALE_VALID(stale[l], l);
				HOLDS(rule_H || !has_stale || stale[l].value >= call_floor_stale);   /* it may be answered much later */
				seen_i = 0; seen_f = 0; ruling = 0
			};
			if
#ifndef H_NO_WOKEN_BY
			:: owner != woken_by -> goto await
#else
			:: goto await
#endif
			:: owner = 0; goto answer_without_builder         /* no budget, or a fiber of its own is the owner */
			fi
		fi
	}
	fi;

await:                                            /* XREAD BLOCK, then a lookup */
	if
	:: atomic { done[owner] -> woken_by = owner; owner = 0 }
	:: atomic { lock[l] != owner -> owner = 0 }           /* the owner's lease is over */
#ifdef EXTEND
	:: atomic { !extended -> extended = 1; owner = 0 }    /* so it is as far as this worker knows: it was extended */
#endif
	:: atomic { late_for_it = 1; owner = 0 }              /* the budget is gone */
	fi;
	if :: d_step { waited = 1; LOOK_1 } fi;
	atomic {
		d_step { LOOK_2 };
		if
		:: taken -> goto answered
		:: !taken && !late_for_it -> goto compete
		:: !taken && late_for_it -> goto answer_without_builder
		fi
	};

answer_without_builder:
	if
	:: has_stale -> goto answered
	:: atomic { !has_stale -> d_step { look_record() } }
	fi;
	if :: atomic { d_step { look_stale() }; goto answered } fi;

#ifdef LATE_COPY
not_answered:                                     /* the lock may be ours: abandon, when the request ends at the latest */
	if
	:: atomic { d_step { hand_over() }; goto answered }
	:: atomic { token = 0; goto answered }        /* that is not answered either */
	fi;
#endif

build:
	if
	:: atomic { builder[l] = (builder[l] == token -> 0 : builder[l]); goto ended }                   /* kill -9 */
	:: atomic { d_step { hand_over() }; goto answered }                             /* abandon: the builder threw, or discard() */
#ifdef FROM_STALE
	:: atomic { !as_stale -> as_stale = 1; goto build }                  /* a nested call answered a stale copy */
#endif
#ifdef EXTEND
	:: atomic { !extended -> d_step { extended = 1; extend(); EXTENDED }; goto build }
#ifdef LATE_COPY
	:: atomic { !extended && !second_sent -> d_step { extended = 1; send_twice(extend_script, 0, 0); extend(); EXTENDED }; goto build }
#endif
#endif
	:: atomic { d_step { fill(0) }; goto answered }
#ifdef NO_MEMORY
	:: atomic { d_step { fill(1) }; goto answered }
#endif
#ifdef LATE_COPY
	:: atomic { !second_sent -> d_step { send_twice(abandon_script, 0, 0); hand_over() }; goto answered }
	:: atomic { !second_sent -> d_step { send_twice(fill_script, 0, 0); fill(0) }; goto answered }
	:: atomic { !second_sent -> d_step { send_twice(fill_script, 0, 0) }; goto not_answered }
#endif
	fi;

answered:
#ifdef ASK_LOCK_LEFT
	if :: d_step { over[token] = 1; forget_call() } fi;
#else
	if :: d_step { forget_call() } fi;
#endif
progress:
	goto remember;
ended:
	if :: d_step { forget_call(); calls = 0; l = 0 } fi
}
proctype Put()
{
	REQUEST;
	byte puts;

	do
	:: atomic {
		puts < PUTS -> puts++;
#ifdef H_PUT_UNNUMBERED
		if :: record.i == 0 -> draw(record.i) :: else fi;
		clock++; began = clock; number = record.f[l]; value = data;
		b_i = record.i; b_s = record.s; b_h = record.h; b_sl = record.sl[l]; b_hl = record.hl[l];
		fill(0); clear_request()
	}
#else
#ifdef H_PUT_ONE_SCRIPT                           /* the value was there before the script runs, however late that is */
		value = data
	};
	d_step { seen_f = value; begin(); value = seen_f; fill(0); clear_request() }
#else
		begin()
	};
	if
	:: d_step { fill(0); clear_request() }
#ifdef NO_MEMORY
	:: d_step {
		fill(1);
		assert(rule_K || outcome != failed || (!LIVE_VALID(live[l], l) && !STALE_VALID(stale[l], l)));
		clear_request()
	}
#endif
#ifdef LATE_COPY
	:: d_step { !second_sent -> send_twice(fill_script, 0, 0); fill(0); clear_request() }
#endif
	fi
#endif
#endif
#if defined(LATE_COPY) && !defined(H_PUT_ONE_SCRIPT)
	:: atomic { puts < PUTS && !second_sent -> puts++; send_twice(begin_script, record.i == 0, 0); begin() };
		d_step { fill(0); clear_request() }
#endif
	:: puts == PUTS -> break
	od
}

/* The moment at which the script runs is the one at which an invalidation is complete. */
inline ended_by(field)
{
	floor_live[0] = data;
	if :: field < 2 -> floor_live[1] = data :: else fi;
	if :: field == 1 || field == 3 -> floor_stale[0] = data :: else fi;
	if :: field == 1 -> floor_stale[1] = data :: else fi;
	check(0); check(1)
}

proctype Ends()
{
	REQUEST;
	byte ends, field;
	bit live_before, stale_before;

	do
	:: atomic {
		ends < ENDS -> ends++;
		if :: field = 0 :: field = 1
#if EN > 0
		:: field = 2 :: field = 3
#endif
		fi;
#ifdef LATE_COPY
		if :: !second_sent -> send_twice(invalidate_script, record.i != 0, field) :: skip fi;
#endif
		live_before = LIVE_VALID(live[1], 1); stale_before = STALE_VALID(stale[1], 1);
		if
		:: invalidate(field)
#ifdef NO_MEMORY
		:: lose_record()                          /* the server refuses to write: the script deletes the record */
#endif
		fi;
		ended_by(field);
		assert(rule_E || field < 2 || record.i == 0 || (live_before == LIVE_VALID(live[1], 1) && stale_before == STALE_VALID(stale[1], 1)));
		field = 0; live_before = 0; stale_before = 0
	}
	:: ends == ENDS -> break
	od
}

/* ---- the world ---- */

proctype Data()
{
	do :: data < CHANGES -> data++ :: data == CHANGES -> break od
}

#ifndef NOTHING_LOST
proctype Store()
{
	byte losses;

end:
	do
	:: live[0].i -> d_step { clear(live[0]) }             /* expired, evicted, deleted by hand */
	:: live[1].i -> d_step { clear(live[1]) }
	:: stale[0].i -> d_step { clear(stale[0]) }
	:: stale[1].i -> d_step { clear(stale[1]) }
	:: lock[0] -> d_step { lock[0] = 0; builder[0] = 0 }
	:: lock[1] -> d_step { lock[1] = 0; builder[1] = 0 }
#if RU + EN > 0
	:: done[1] -> done[1] = 0
#endif
	:: losses < LOSSES && record.i -> d_step { losses++; lose_record(); bury(0); bury(1) }
	:: losses < LOSSES && (record.i || lock[0] || lock[1]) -> d_step {
		losses++; lose_record(); clear(live[0]); clear(live[1]); clear(stale[0]); clear(stale[1]); lock[0] = 0; lock[1] = 0;
		builder[0] = 0; builder[1] = 0; done[1] = 0
	}
	od
}
#endif

#ifdef DAMAGE
proctype Damage()
{
	if
	:: d_step { live[0].i -> live[0].damaged = 1 }
	:: true
	fi
}
#endif

#ifdef RESTART
/* The server comes back with an older snapshot, or a replica that lagged is promoted: what came since is lost. */
Record old_record;
Copy old_live, old_stale;
byte old_lock, old_floor_live, old_floor_stale, old_newest;

inline copy_record(to, from)
{
	to.i = from.i; to.s = from.s; to.h = from.h; to.sl[0] = from.sl[0]; to.hl[0] = from.hl[0]; to.a[0] = from.a[0];
	to.f[0] = from.f[0]
}

proctype Restart()
{
	d_step {
		copy_record(old_record, record); copy(old_live, live[0]); copy(old_stale, stale[0]); old_lock = lock[0];
		old_floor_live = floor_live[0]; old_floor_stale = floor_stale[0]; old_newest = newest[0]
	};
	d_step {
		copy_record(record, old_record); copy(live[0], old_live); copy(stale[0], old_stale); lock[0] = old_lock;
		done[old_lock] = 0;
		builder[0] = 0;
		/* an invalidation that the server lost is lost: ask about later ones */
		floor_live[0] = old_floor_live; floor_stale[0] = old_floor_stale; newest[0] = old_newest
	}
}
#endif

init {
	byte w;

	atomic {
		do :: w < RU -> run Call(w, 0); w++ :: else -> break od;
		do :: w < RU + EN -> run Call(w, 1); w++ :: else -> break od;
#if PUTS > 0
		run Put();
#endif
#if ENDS > 0
		run Ends();
#endif
		run Data();
#ifndef NOTHING_LOST
		run Store();
#endif
#ifdef DAMAGE
		run Damage();
#endif
#ifdef RESTART
		run Restart();
#endif
#ifdef LATE_COPY
		run SecondCopy();
#endif
		w = 0
	}
}
