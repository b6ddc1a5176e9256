/*
 * stampede, DESIGN.md section 8: one entry, lock and generation in Redis, live and stale in memcached.
 * Every d_step is one Redis script or ONE memcached command: nothing is atomic across the two servers.
 * The generation is two stamps, S (ends live) and H (ends stale too: forget, record lost, FLUSHALL); build numbers come
 * from one sequence; the data has two versions (see compact.pml for why that loses nothing).
 * Without a switch this is the PROPOSED protocol:
 *   - every blob carries generation and build number; a reader takes a copy only if the generation matches AND its
 *     build number is not below f of the record;
 *   - fill = check (Redis), set live, set stale (memcached), commit (Redis: f := n, drop lock, event); deletes nothing;
 *   - the winner of the lock looks at live once more before it builds.
 * H_V0       the text as it stands: generation match only; check-write-check; delete when the generation moved
 * H_EQ       reader demands n == f instead of n >= f
 * H_NORELOOK the winner builds at once
 * H_NOCHECK  no check before the write (f and the second check as proposed)
 * Sizes: WORKERS workers, PUTS, MOVES.  Events: EARLY, NOLEASE (leases never end), DELAY (a SET that timed out lands later),
 * REFUSE (memcached refuses a SET).
 * Questions asked only on demand: CHECK_LOSS, CHECK_WINDOW, CHECK_DELETE.
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
#define FILLED 1
#define OTHER  2

typedef Blob { byte n; byte s; byte h; bit v };          /* n = 0: absent */

byte S, H, f, number_sequence, committed;                                 /* committed: newest build whose commit said filled or late */
byte lock; bit builder_alone; byte awaits[WORKERS + 1], woken[WORKERS + 1];
Blob live, stale;                                        /* memcached */
#ifdef DELAY
Blob pend; bit pused;                                    /* one SET live on its way */
#endif
bit data, floor_live, floor_stale;

#ifdef H_V0
#define NOK(b,f) 1
#else
#ifdef H_EQ
#define NOK(b,f) ((b) == (f))
#else
#define NOK(b,f) ((b) >= (f))
#endif
#endif
#define LIVEOK(b)  (b.n && b.s == S && b.h == H && NOK(b.n, f))
#define STALEOK(b) (b.n && b.h == H && NOK(b.n, f))
#define GOOD       (b_H == H && f <= number)

#ifdef H_EQ
#define FORGETTABLE 0
#else
#define FORGETTABLE 1
#endif
inline clear(b)   { b.n = 0; b.s = 0; b.h = 0; b.v = 0 }
inline copy(d, c) { d.n = c.n; d.s = c.s; d.h = c.h; d.v = c.v }
inline store(d)   { d.n = number; d.s = b_S; d.h = b_H; d.v = value }
inline check() {
    assert(!LIVEOK(live) || live.v >= floor_live);             /* (a) */
    assert(!LIVEOK(live) || live.v >= floor_stale);             /* (b) */
    assert(!STALEOK(stale) || stale.v >= floor_stale);          /* (b) */
#ifndef NOD
    assert(!LIVEOK(live) || live.n >= committed);             /* (d) nothing older than the newest finished fill or put is valid */
    assert(!STALEOK(stale) || stale.n >= committed);
#endif
    if :: live.n && !LIVEOK(live) && FORGETTABLE -> clear(live) :: else fi;       /* invalid for ever = late_for_it */
    if :: stale.n && !STALEOK(stale) && FORGETTABLE -> clear(stale) :: else fi
}
inline tell(t, e) { k = 1; do :: k <= WORKERS -> if :: awaits[k] == t -> woken[k] = e :: else fi; k++ :: else -> break od; k = 0 }

inline set_live() {
#ifdef CHECK_WINDOW                                      /* a valid copy replaced by a newer build of the same generation: still valid? */
    ev = LIVEOK(live) && b_S == S && b_H == H && number >= live.n;
    store(live);
    assert(!ev || LIVEOK(live)); ev = 0;
#else
#ifdef CHECK_LOSS                                        /* does it replace something newer and valid? */
    assert(!(LIVEOK(live) && live.n > number));
#endif
    store(live);
#endif
    check()
}
inline set_stale() {
#ifdef CHECK_LOSS
    assert(!(STALEOK(stale) && stale.n > number));
#endif
    store(stale); check()
}

/* check and write; used by fill and put. unsure: nothing that the commit could vouch for was written */
inline writing() {
    skip;
#ifdef H_NOCHECK
    ev = FILLED;
#else
    d_step { if :: GOOD && b_S == S -> ev = FILLED :: GOOD && b_S != S -> ev = OTHER :: else -> ev = 0 fi };
#endif
    if
    :: ev == FILLED -> skip;
        d_step { ev = 0; set_live() };
        d_step { set_stale() }
#ifdef DELAY
    :: ev == FILLED && !pused -> skip; d_step { pused = 1; store(pend); ev = 0; unsure = 1 }           /* SET live timed out: gives up */
#endif
#ifdef REFUSE
    :: ev == FILLED -> skip; d_step { clear(live); clear(stale); ev = 0; unsure = 1 }                  /* too large: memcached drops the old items */
    :: ev == FILLED -> skip; d_step { ev = 0; unsure = 1 }                                             /* out of memory: the old items stay */
#endif
    :: ev == OTHER -> skip; d_step { ev = 0; set_stale() }
    :: ev == 0 -> unsure = 1
    fi
}
/* the commit script's store part */
inline commit_f() {
    if
    :: !unsure && GOOD ->
        if :: b_S == S -> ev = FILLED :: else -> ev = OTHER fi;
        f = number; committed = (number > committed -> number : committed)
    :: else -> ev = OTHER
    fi;
    check()
}

proctype Call(byte w) {
    byte rS, rH, rf, ev, seen, k;
    bit call_floor_live, call_floor_stale, late_for_it, in_hand, taken, unsure, r1, r2, looked;
    Blob b;
    byte b_S, b_H, number; bit value;

    d_step { call_floor_live = floor_live; call_floor_stale = floor_stale };

lookup: skip;                                              /* both servers at once, in either order; waits for both */
    awaits[w] = 0; woken[w] = 0;
    if
    :: d_step { rS = S; rH = H; rf = f };  d_step { copy(b, live) }
    :: d_step { copy(b, live) };           d_step { rS = S; rH = H; rf = f }
    fi;
    d_step {
        taken = b.n && b.s == rS && b.h == rH && NOK(b.n, rf);
        assert(!taken || b.v >= call_floor_live);                        /* (h) */
        seen = (taken -> b.n : 0);
        clear(b); rS = 0; rH = 0; rf = 0
    };
    if
    :: taken -> goto over
#ifdef EARLY
    :: taken && !late_for_it -> d_step { in_hand = 1; taken = 0 }
#endif
    :: !taken && late_for_it -> goto answer_without_builder
    :: !taken && !late_for_it
    fi;

compete: skip;
    d_step {
        awaits[w] = 0; woken[w] = 0;
        if
        :: lock == 0 -> assert(!builder_alone);                    /* (c) */
            
#ifdef H_NORELOOK
            assert(in_hand || !LIVEOK(live) || live.n > committed);   /* no build of what is finished and there already */
#endif
            lock = w; builder_alone = 1; number_sequence++; number = number_sequence; b_S = S; b_H = H; rf = f; ev = 2
        :: else -> awaits[w] = lock; ev = 3
        fi
    };
    if
    :: ev == 3 && in_hand -> goto over
    :: ev == 3 && !in_hand -> ev = 0; goto waiting
    :: ev == 2 -> ev = 0
    fi;

#if !defined(H_NORELOOK) && !defined(H_V0)
    d_step {                                             /* GET live, against the generation that arbitrate gave */
        taken = live.n && live.s == b_S && live.h == b_H && NOK(live.n, rf) && !(in_hand && live.n == seen);
        assert(!taken || live.v >= call_floor_live)
    };
    if
    :: taken -> unsure = 1; goto drop                       /* somebody filled between lookup and lock: give it back, event "filled" */
    :: else
    fi;
#endif
build: skip;
    d_step {
        value = data; call_floor_live = 0; call_floor_stale = 0; seen = 0; rf = 0; in_hand = 0 };
    if
    :: d_step { builder_alone = (lock == w -> 0 : builder_alone) } -> goto over                  /* kill -9 */
    :: unsure = 1                                                            /* threw, discard() */
    :: writing()
    fi;
drop: skip;                                              /* (a kill before this step is this step never taken) */
    d_step {
#ifdef H_V0
        r1 = !unsure && !(b_S == S && b_H == H);           /* the generation moved in between: delete what it wrote */
#endif
        if :: taken -> ev = FILLED :: else -> commit_f() fi;
        taken = 0; unsure = 0;
        if :: lock == w -> lock = 0; builder_alone = 0 :: else fi;
        tell(w, ev); ev = 0
    };
#ifdef H_V0
    if
    :: r1 -> skip;
        d_step { r1 = 0;
#ifdef CHECK_DELETE
            assert(!(LIVEOK(live) && live.n != number));
#endif
            clear(live) };
        d_step { clear(stale) }
    :: else
    fi;
#endif
    goto over;

waiting:
    if
    :: woken[w] == FILLED -> goto lookup
    :: woken[w] == OTHER -> goto compete
    :: lock != awaits[w] -> goto compete
    :: true -> late_for_it = 1; goto lookup
    fi;

answer_without_builder: skip;
    if
    :: d_step { rH = H; rf = f };   d_step { copy(b, stale) }
    :: d_step { copy(b, stale) };   d_step { rH = H; rf = f }
    fi;
    d_step { assert(!(b.n && b.h == rH && NOK(b.n, rf)) || b.v >= call_floor_stale); clear(b); rH = 0; rf = 0 };
over: skip;
    d_step { awaits[w] = 0; woken[w] = 0; call_floor_live = 0; call_floor_stale = 0; rS = 0; rH = 0; rf = 0; ev = 0; seen = 0; late_for_it = 0; in_hand = 0; taken = 0; unsure = 0; clear(b); b_S = 0; b_H = 0; number = 0; value = 0 }
}

proctype Put() {
    byte ev, b_S, b_H, number; bit value, unsure;
    d_step { number_sequence++; number = number_sequence; b_S = S; b_H = H; value = data };
    writing();
    d_step {
#ifdef REFUSE
        if :: unsure && GOOD -> f = number; committed = (number > committed -> number : committed); check() :: else fi;    /* the old copy must not pass for fresh */
#endif
        commit_f(); ev = 0; unsure = 0; b_S = 0; b_H = 0; number = 0; value = 0 }
}

proctype World() {
    byte moves;
end:
    do
    :: data == 0 -> data = 1
    :: d_step { moves < MOVES -> moves++; S++; floor_live = data; check() }                                   /* invalidate */
    :: d_step { moves < MOVES -> moves++; S++; H++; floor_live = data; floor_stale = data; check() }                  /* forget */
    :: d_step { moves < MOVES -> moves++; S++; H++; f = 0; check() }                                   /* record lost */
#ifndef NOLEASE
    :: d_step { lock -> lock = 0; builder_alone = 0 }
#endif
#ifndef NOEVICT
    :: d_step { live.n -> clear(live) }
    :: d_step { stale.n -> clear(stale) }
#endif
#ifdef DELAY
    :: d_step { pend.n -> copy(live, pend); clear(pend); check() }
#endif
    od
}

init {
    byte k;
    atomic {
        k = 1;
        do :: k <= WORKERS -> run Call(k); k++ :: else -> break od;
        k = 0;
        do :: k < PUTS -> run Put(); k++ :: else -> break od;
        run World(); k = 0
    }
}
