/*
 * Lock and record in Redis, the copies in Memcached, one entry. Every d_step is one script of
 * Redis or one command of Memcached: nothing is atomic across the two.
 *
 *   - A reader asks both servers at once, in whatever order they answer, and applies the rule for copies: generation, and a
 *     number that is not below f.
 *   - A fill asks Redis first (check), sets live and stale in Memcached ("late": stale alone) and commits: one script that
 *     under the same conditions sets f to its number, and hands over. It deletes nothing.
 *   - arbitrate cannot look at live, so that the winner asks Memcached for it once more before it builds.
 *   - When Memcached refuses a SET, or its outcome is unknown, a build does not commit; a put does, so that no older copy
 *     passes for fresh.
 *
 * The generation, the data, the numbers and the events are those of compact.pml. Switches: see README.md.
 */
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef MOVES
#define MOVES 1
#endif
#ifndef PUTS
#define PUTS 0
#endif

mtype = { won, busy, filled, other };             /* other: late, rejected, failed */

typedef Copy { byte n, s, h; bit value };         /* n = 0: there is none */

/* ---- Redis ---- */
byte S, H, f, number_sequence, lock;

/* ---- Memcached ---- */
Copy live, stale;
#ifdef LATE_SET
Copy on_its_way; bit set_is_late;                 /* one SET of live that timed out, and is carried out later */
#endif

/* ---- the world, and what only assertions read ---- */
byte awaits[WORKERS + 1]; mtype woken[WORKERS + 1];
bit data, floor_live, floor_stale, builder_alone;
/* Which rule an assertion stands for: README.md. Nothing sets them; spin shows the name when a rule is broken. */
bit rule_A, rule_ASK, rule_B, rule_C, rule_D, rule_H, rule_J;
byte committed;                                   /* the newest build or put that was stored */

#ifdef H_FIRST_DRAFT
#define NOT_BELOW_F(n, f) 1
#else
#ifdef H_EQUAL
#define NOT_BELOW_F(n, f) ((n) == (f))
#define KEEP_DEAD
#else
#define NOT_BELOW_F(n, f) ((n) >= (f))
#endif
#endif
#define STALE_VALID(c) (c.n && c.h == H && NOT_BELOW_F(c.n, f))
#define LIVE_VALID(c) (STALE_VALID(c) && c.s == S)
#define MAY_STORE (b_H == H && f <= number)

inline clear(c) { c.n = 0; c.s = 0; c.h = 0; c.value = 0 }
inline copy(to, from) { to.n = from.n; to.s = from.s; to.h = from.h; to.value = from.value }

inline check()
{
	assert(rule_A || !LIVE_VALID(live) || live.value >= floor_live);
	assert(rule_B || !STALE_VALID(stale) || stale.value >= floor_stale);
#ifndef UNORDERED
	assert(rule_D || !LIVE_VALID(live) || live.n >= committed);
	assert(rule_D || !STALE_VALID(stale) || stale.n >= committed);
#endif
#ifndef KEEP_DEAD
	if :: live.n && !LIVE_VALID(live) -> clear(live) :: else fi;
	if :: stale.n && !STALE_VALID(stale) -> clear(stale) :: else fi
#endif
}

inline hand_over(event)
{
	if :: lock == w -> lock = 0; builder_alone = 0 :: else fi;
	k = 1;
	do
	:: k <= WORKERS -> if :: awaits[k] == w -> woken[k] = event :: else fi; k++
	:: else -> break
	od;
	k = 0
}

inline store(c) { c.n = number; c.s = b_S; c.h = b_H; c.value = value }

inline set_live()
{
#ifdef ASK_WINDOW                                 /* replaced by a newer build of the same generation: is it valid all the time? */
	was_valid = LIVE_VALID(live) && b_S == S && b_H == H && number >= live.n;
	store(live);
	assert(rule_ASK || !was_valid || LIVE_VALID(live));
	was_valid = 0;
#else
#ifdef ASK_LOSS                                   /* does it replace what is newer and valid? */
	assert(rule_ASK || !(LIVE_VALID(live) && live.n > number));
#endif
	store(live);
#endif
	check()
}

inline set_stale()
{
#ifdef ASK_LOSS
	assert(rule_ASK || !(STALE_VALID(stale) && stale.n > number));
#endif
	store(stale);
	check()
}

/* The first two parts of a fill. unsure: there is nothing that the commit could vouch for */
inline check_and_set()
{
	if
	:: d_step {
		if
		:: MAY_STORE && b_S == S -> outcome = filled
		:: MAY_STORE && b_S != S -> outcome = other
		:: else -> unsure = 1
		fi
	}
	fi;
	if
	:: d_step { outcome == filled -> outcome = 0; set_live() }; d_step { set_stale() }
#ifdef LATE_SET
	:: d_step { outcome == filled && !set_is_late -> set_is_late = 1; store(on_its_way); outcome = 0; unsure = 1 }
#endif
#ifdef REFUSED_SET
	:: d_step { outcome == filled -> clear(live); clear(stale); outcome = 0; unsure = 1 }     /* too large: the old copies go */
	:: d_step { outcome == filled -> outcome = 0; unsure = 1 }                                /* no memory: they stay */
#endif
	:: d_step { outcome == other -> outcome = 0; set_stale() }
	:: unsure
	fi
}

inline commit()
{
	if
	:: !unsure && MAY_STORE ->
		outcome = (b_S == S -> filled : other);
		f = number;
		committed = (number > committed -> number : committed)
	:: else -> outcome = other
	fi;
	check()
}

#define REQUEST byte b_S, b_H, number; bit value, unsure, was_valid; mtype outcome

proctype Call(byte w)
{
	REQUEST;
	byte v_S, v_H, v_f, seen_n, k;
	bit call_floor_live, call_floor_stale, in_hand, late_for_it, taken, moved;
	mtype ruling;
	Copy got;

	d_step { call_floor_live = floor_live; call_floor_stale = floor_stale };

lookup:
	if
	:: d_step { awaits[w] = 0; woken[w] = 0; v_S = S; v_H = H; v_f = f }; d_step { copy(got, live) }
	:: d_step { awaits[w] = 0; woken[w] = 0; copy(got, live) }; d_step { v_S = S; v_H = H; v_f = f }
	fi;
	atomic {
		d_step {
			taken = got.n && got.s == v_S && got.h == v_H && NOT_BELOW_F(got.n, v_f);
			assert(rule_H || !taken || got.value >= call_floor_live);
			seen_n = (taken -> got.n : 0);
			clear(got); v_S = 0; v_H = 0; v_f = 0
		};
		if
		:: taken -> goto over
#ifdef EARLY
		:: taken && !late_for_it -> in_hand = 1; taken = 0; goto compete
#endif
		:: !taken && late_for_it -> goto answer_without_builder
		:: !taken && !late_for_it -> goto compete
		fi
	};

compete:
	if
	:: atomic {
		d_step {
			if
			:: lock -> awaits[w] = lock; ruling = busy
			:: else ->
				assert(rule_C || !builder_alone);
#ifdef H_NO_SECOND_LOOK
				assert(rule_J || in_hand || !LIVE_VALID(live) || live.n > committed);
#endif
				lock = w; builder_alone = 1; number_sequence++; number = number_sequence; b_S = S; b_H = H; v_f = f;
				ruling = won
			fi
		};
		if
		:: ruling == busy && in_hand -> goto over
		:: ruling == busy && !in_hand -> ruling = 0; goto await
		:: ruling == won -> ruling = 0
		fi
	}
	fi;

#if !defined(H_NO_SECOND_LOOK) && !defined(H_FIRST_DRAFT)
	atomic {                                      /* somebody may have filled between the lookup and the lock */
		d_step {
			taken = live.n && live.s == b_S && live.h == b_H && NOT_BELOW_F(live.n, v_f) && !(in_hand && live.n == seen_n);
			assert(rule_H || !taken || live.value >= call_floor_live)
		};
		if
		:: taken -> unsure = 1; goto drop
		:: else
		fi
	};
#endif
	d_step { value = data; call_floor_live = 0; call_floor_stale = 0; seen_n = 0; v_f = 0; in_hand = 0 };
	if
	:: d_step { builder_alone = (lock == w -> 0 : builder_alone) } -> goto over   /* kill -9 */
	:: unsure = 1                                                                 /* the builder threw, or discard() */
	:: check_and_set()
	fi;

drop:                                             /* a worker that is killed here never comes here */
	if
	:: d_step {
#ifdef H_FIRST_DRAFT
		moved = !unsure && !(b_S == S && b_H == H);
#endif
		if :: taken -> outcome = filled :: else -> commit() fi;
		hand_over(outcome);
		taken = 0; unsure = 0; outcome = 0
	}
	fi;
#ifdef H_FIRST_DRAFT                              /* it deletes what it wrote when the generation has moved in between */
	if
	:: d_step {
		moved -> moved = 0;
#ifdef ASK_DELETE
		assert(rule_ASK || !(LIVE_VALID(live) && live.n != number));
#endif
		clear(live)
	};
		d_step { clear(stale) }
	:: !moved
	fi;
#endif
	goto over;

await:
	if
	:: woken[w] -> goto lookup
	:: lock != awaits[w] -> goto lookup           /* the owner's lease is over */
	:: late_for_it = 1; goto lookup
	fi;

answer_without_builder:
	if
	:: d_step { v_H = H; v_f = f }; d_step { copy(got, stale) }
	:: d_step { copy(got, stale) }; d_step { v_H = H; v_f = f }
	fi;
	assert(rule_H || !(got.n && got.h == v_H && NOT_BELOW_F(got.n, v_f)) || got.value >= call_floor_stale);

over:
	if
	:: d_step {
		awaits[w] = 0; woken[w] = 0; call_floor_live = 0; call_floor_stale = 0; v_S = 0; v_H = 0; v_f = 0; seen_n = 0;
		late_for_it = 0; in_hand = 0; taken = 0; unsure = 0; ruling = 0; outcome = 0; clear(got); b_S = 0; b_H = 0; number = 0;
		value = 0
	}
	fi
}

proctype Put()
{
	REQUEST;

	d_step { number_sequence++; number = number_sequence; b_S = S; b_H = H; value = data };
	check_and_set();
	d_step {
#ifdef REFUSED_SET
		if :: unsure && MAY_STORE -> f = number; committed = (number > committed -> number : committed) :: else fi;
#endif
		commit();
		outcome = 0; unsure = 0; b_S = 0; b_H = 0; number = 0; value = 0
	}
}

proctype World()
{
	byte moves;

end:
	do
	:: data == 0 -> data = 1
	:: d_step { moves < MOVES -> moves++; S++; floor_live = data; check() }                           /* invalidate */
	:: d_step { moves < MOVES -> moves++; S++; H++; floor_live = data; floor_stale = data; check() }  /* forget */
	:: d_step { moves < MOVES -> moves++; S++; H++; f = 0; check() }                                  /* the record is lost */
#ifndef LEASES_LAST
	:: d_step { lock -> lock = 0; builder_alone = 0 }
#endif
	:: d_step { live.n -> clear(live) }
	:: d_step { stale.n -> clear(stale) }
#ifdef LATE_SET
	:: d_step { on_its_way.n -> copy(live, on_its_way); clear(on_its_way); check() }
#endif
	od
}

init {
	byte w = 1;

	atomic {
		do :: w <= WORKERS -> run Call(w); w++ :: else -> break od;
		w = 0;
		do :: w < PUTS -> run Put(); w++ :: else -> break od;
		run World(); w = 0
	}
}
