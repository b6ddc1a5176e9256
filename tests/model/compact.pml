/*
 * The protocol of redis.pml for one locale, with what cannot matter made one, so that three workers and a put fit.
 *
 *   - The generation is two numbers: S, which anything moves that ends live, and H, which anything moves that ends stale as
 *     well (forget, loss of the record, FLUSHALL). Stamps are never the same twice, so that equal stamps are equal numbers.
 *   - Numbers of builds come from one sequence. The time of the server is in them, so that this is how they are.
 *   - The data has two versions, 0 and 1: before the change and after it.
 *   - A lookup is one step: redis.pml shows that its two are enough.
 *   - done:<token> reaches those who wait for that token at that moment. Nobody can learn a token once its lock is gone. A
 *     waiter may give up at any time, so that an event which is never taken is one which was lost.
 *   - A copy that is not valid is gone: nobody tells the two apart.
 */
#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef PUTS
#define PUTS 1
#endif
#ifndef MOVES
#define MOVES 2                         /* invalidations, forgets and losses of the record together */
#endif

mtype = { stored, won, busy };

byte S, H, f, number_sequence;
bit live, live_value; byte live_n;      /* live is always of S and H, or gone */
bit stale, stale_value; byte stale_n;   /* stale is always of H, or gone */
byte lock; bit builder_alone;           /* as long as its lease never ended and its lock was never lost */
byte awaits[WORKERS + 1]; bit woken[WORKERS + 1];
bit data, floor_live, floor_stale;
/* Which rule an assertion stands for: README.md. Nothing sets them; spin shows the name when a rule is broken. */
bit rule_A, rule_B, rule_C, rule_D, rule_G, rule_H, rule_J;

inline check()
{
	assert(rule_A || !live || live_value >= floor_live);
	assert(rule_B || !stale || stale_value >= floor_stale)
}

inline lose_live() { live = 0; live_value = 0; live_n = 0 }
inline lose_stale() { stale = 0; stale_value = 0; stale_n = 0 }

inline hand_over()
{
	if :: lock == w -> lock = 0; builder_alone = 0 :: else fi;
	k = 1;
	do
	:: k <= WORKERS -> if :: awaits[k] == w -> woken[k] = 1 :: else fi; k++
	:: else -> break
	od;
	k = 0
}

#ifdef H_LATE_NO_F
#define SUPERSEDED (f > number && b_S == S)
#else
#define SUPERSEDED (f > number)
#endif

inline begin()
{
	number_sequence++; number = number_sequence; b_S = S; b_H = H; value = data
}

inline fill()
{
	if
	:: b_H == H && !SUPERSEDED ->
		assert(rule_D || !live || live_n <= number);
		assert(rule_D || !stale || stale_n <= number);
		if
		:: b_S == S && !as_stale -> live = 1; live_value = value; live_n = number
		:: else -> lose_live()                    /* its number is below f now */
		fi;
		stale = 1; stale_value = value; stale_n = number; f = number
	:: else                                       /* rejected, superseded */
	fi;
	assert(rule_G || b_H != H || (stale && stale_n >= number) || f > number);
	check()
}

#define REQUEST byte b_S, b_H, number; bit value, as_stale

proctype Call(byte w)
{
	REQUEST;
	bit call_floor_live, call_floor_stale, in_hand, late_for_it, taken;
	byte seen_f, seen_n, k;
	mtype ruling;

	d_step { call_floor_live = floor_live; call_floor_stale = floor_stale };
lookup:
	atomic {
		d_step {
			taken = live; seen_f = f; seen_n = live_n; awaits[w] = 0; woken[w] = 0;
			assert(rule_H || !taken || live_value >= call_floor_live)
		};
		if
		:: taken -> goto over
#ifdef EARLY
		:: taken && !late_for_it -> in_hand = 1; goto compete
#endif
		:: !taken && late_for_it -> goto answer_without_builder
		:: !taken && !late_for_it -> goto compete
		fi
	};

compete:
	if
	:: atomic {
		d_step {
			taken = 0;
			if
			:: f && f != seen_f -> ruling = stored; taken = live; seen_f = f; assert(rule_H || !taken || live_value >= call_floor_live)
			:: else ->
				assert(rule_H || !stale || stale_value >= call_floor_stale);
				if
				:: lock -> ruling = busy; awaits[w] = lock
				:: else ->
					assert(rule_C || !builder_alone);
					assert(rule_J || !live || (in_hand && live_n == seen_n));
					ruling = won; lock = w; builder_alone = 1; begin();
					call_floor_live = 0; call_floor_stale = 0
				fi;
				seen_f = 0; seen_n = 0
			fi
		};
		if
		:: ruling == stored && (taken || in_hand) -> goto over
		:: ruling == stored && !taken && !in_hand -> goto compete
		:: ruling == busy && in_hand -> goto over
		:: ruling == busy && !in_hand -> ruling = 0
		:: ruling == won -> ruling = 0; in_hand = 0; goto build
		fi
	}
	fi;

	/* await */
	if
	:: woken[w] -> goto lookup
	:: lock != awaits[w] -> goto lookup           /* the owner's lease is over */
	:: late_for_it = 1; goto lookup
	fi;

answer_without_builder:
	assert(rule_H || !stale || stale_value >= call_floor_stale);
	goto over;

build:
	if
	:: d_step { builder_alone = (lock == w -> 0 : builder_alone) }                /* kill -9 */
	:: d_step { hand_over() }                                                     /* abandon */
	:: d_step { fill(); hand_over() }
#ifdef FROM_STALE
	:: d_step { as_stale = 1; fill(); hand_over() }
#endif
	fi;

over:
	if
	:: d_step {
		awaits[w] = 0; woken[w] = 0; call_floor_live = 0; call_floor_stale = 0; value = 0; taken = 0; in_hand = 0;
		late_for_it = 0; seen_f = 0; seen_n = 0; ruling = 0; b_S = 0; b_H = 0; number = 0; as_stale = 0
	}
	fi
}

proctype Put()
{
	REQUEST;

	d_step { begin() };
	d_step { fill(); b_S = 0; b_H = 0; number = 0; value = 0 }
}

proctype World()
{
	byte moves;

end:
	do
	:: data == 0 -> data = 1
	:: d_step { moves < MOVES -> moves++; S++; floor_live = data; lose_live(); check() }      /* invalidate */
	:: d_step { moves < MOVES -> moves++; S++; H++; floor_live = data; floor_stale = data; lose_live(); lose_stale() } /* forget */
	:: d_step { moves < MOVES -> moves++; S++; H++; f = 0; lose_live(); lose_stale() }        /* the record is lost */
	:: d_step { lock -> lock = 0; builder_alone = 0 }
	:: d_step { live -> lose_live() }
	:: d_step { stale -> lose_stale() }
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
