/*
 * Life times: the record outlives every copy and every build, whatever lives callers and builders choose. Time passes in
 * ticks; names are those of redis_scripts.h and stale.c. A copy that outlived its record would be lost, and a build that
 * did would be rejected: a slow query would never be cached.
 *
 * A builder overruns its lease by less than SURPLUS, which is a day in truth.
 */
#ifndef CALLS
#define CALLS 2
#endif
#ifndef LONGEST
#define LONGEST 2                       /* of each life that may be chosen */
#endif
#define SURPLUS 2
#define FOR_EVER 255

byte record, live, stale;               /* ticks left; 0: not there */
byte age[CALLS], allowed[CALLS];        /* of a build: ticks since it asked for its lease, and how many it may take */
/* Which rule an assertion stands for: README.md. Nothing sets them; spin shows the name when a rule is broken. */
bit rule_M;
byte asking;                            /* calls that have not ended */

/* Every life but 0 passes; 0 stands for one without an end. */
inline choose(x, least)
{
	x = least;
	do
	:: x < LONGEST -> x++
	:: break
	od;
	skip
}

inline at_least(x, y)
{
	if :: x < y -> x = y :: else fi
}

inline lengthen()
{
	if
	:: life == 0 -> record = FOR_EVER
#ifdef M_ENDS_FOR_EVER
	:: life > 0 && record == FOR_EVER -> record = life
#endif
#ifdef M_CUTS
	:: life > 0 && record != FOR_EVER -> record = life
#endif
	:: else -> at_least(record, life)
	fi
}

/* stampede_record_life(): what arbitrate, extend and begin ask for */
inline record_life()
{
	life = ttl;
	at_least(life, stale_ttl);
#ifndef M_NO_LEASE
	at_least(life, lease);
#endif
	life = (stale_ttl == 0 -> 0 : life + SURPLUS)
}

inline begin()
{
	record_life();
	if :: record == 0 -> record = life; at_least(record, 1) :: else fi;
	lengthen()
}

inline check()
{
	assert(rule_M || (record >= live && record >= stale))
}

/* stampede_lives_draw(): stale never ends before live */
inline fill()
{
	assert(rule_M || record > 0);
	live = ttl;
	stale = stale_ttl;
	at_least(stale, live);
	stale = (stale_ttl == 0 -> FOR_EVER : stale);
#ifndef M_FILL_DOES_NOT
	life = (stale_ttl == 0 -> 0 : stale + SURPLUS);
	lengthen();
#endif
	check()
}

proctype Call(byte c)
{
	byte ttl, stale_ttl, lease, life;
	bit extended;

	choose(ttl, 1); choose(stale_ttl, 0); choose(lease, 1);
	d_step { begin(); life = 0; age[c] = 0; allowed[c] = lease + SURPLUS - 1 };       /* arbitrate */
	do
	:: !extended -> extended = 1;
		choose(lease, 1);
		d_step {
#ifndef M_EXTEND_DOES_NOT
			record_life();
			life = (life == 0 -> 0 : life + lease);
			lengthen();
#endif
			life = 0; age[c] = 0; allowed[c] = lease + SURPLUS - 1
		}
	:: choose(ttl, 1); choose(stale_ttl, 0);                           /* Build::ttl(), Build::staleTtl() */
		d_step { fill(); age[c] = 0; allowed[c] = 0; ttl = 0; stale_ttl = 0; lease = 0; life = 0; asking-- };
		break
	od
}

/* No time passes that somebody would overrun by SURPLUS in. */
proctype Time()
{
	byte c;
	bit some_overruns;

end:
	do
	:: d_step {
		asking > 0 ->
		c = 0; some_overruns = 0;
		do
		:: c < CALLS -> some_overruns = some_overruns || (allowed[c] && age[c] == allowed[c]); c++
		:: else -> break
		od;
		c = 0;
		do
		:: c < CALLS && !some_overruns -> age[c] = (allowed[c] -> age[c] + 1 : 0); c++
		:: else -> break
		od;
		if
		:: !some_overruns ->
			live = (live -> live - 1 : 0);
			stale = (stale && stale != FOR_EVER -> stale - 1 : stale);
			record = (record && record != FOR_EVER -> record - 1 : record)
		:: else
		fi;
		c = 0; some_overruns = 0;
		check()
	}
	od
}

init {
	byte c;

	atomic {
		asking = CALLS;
		do :: c < CALLS -> run Call(c); c++ :: else -> break od;
		run Time(); c = 0
	}
}
