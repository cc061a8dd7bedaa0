/* The generator and the maker of moves, compiled once for each row of generators.def. */
#include "rules/generator/generator.h"
#include "rules/generator/make.h"

static const struct selection everything = {~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, true};

ALWAYS_INLINE size_t list(const ks_position *position, const struct selection *selection, ks_move *moves,
                          unsigned us) {
    const struct sets s = find_sets(position, us);
    struct moves listed = {.next = moves};
    add_legal_moves(&listed, LIST, position, &s, selection, us);
    return (size_t)(listed.next - moves);
}

ALWAYS_INLINE size_t count(const ks_position *position, unsigned us) {
    const struct sets s = find_sets(position, us);
    struct moves counted = {.count = 0};
    add_legal_moves(&counted, COUNT, position, &s, &everything, us);
    return counted.count;
}

/* Returns whether a pawn that no line holds may go a step ahead, as one may in most positions. */
ALWAYS_INLINE bool has_free_pawn(const ks_position *position, unsigned us) {
    const struct sets s = find_sets(position, us);
    const struct lines lines = find_lines(&s, us);
    return !lines.checkers && pawns_of(&s) & s.own & ~lines.pin_lines & push(~s.occupied, us ^ 1);
}

/* Whole registers, so that what reads the position next need not wait for its parts. */
static void copy(ks_position *to, const ks_position *from) {
#ifdef __AVX512BW__
    const __m512i board = _mm512_loadu_si512(from), rest = _mm512_loadu_si512((const char *)from + 64);
    _mm512_storeu_si512(to, board);
    _mm512_storeu_si512((char *)to + 64, rest);
#else
    *to = *from;
#endif
}

/* Inline, since gcc 12 leaves out vzeroupper before a call of a local function. */
ALWAYS_INLINE void pass(ks_position *position) {
    position->key ^= ks_black_key;
    if (position->private_capturable != KS_NO_SQUARE)
        position->key ^= ks_en_passant_keys[position->private_capturable & 7];
    store_state(position, next_state(load_state(position), false, position->side_to_move));
}

static void after_null_move(const ks_position *position, ks_position *after) {
    copy(after, position);
    pass(after);
}

static void make_null_move(ks_position *position, ks_undo *undo) {
    copy(&undo->private_before, position);
    pass(position);
}

/* Functions of one colour each: with both in one, gcc keeps twice as much on the stack. */
#define OF_SIDE(side, us)                                                                                    \
    static size_t side##_moves(const ks_position *position, ks_move *moves) {                                \
        return list(position, &everything, moves, us);                                                       \
    }                                                                                                        \
    static size_t selected_##side##_moves(const ks_position *position, const struct selection *selection,    \
                                          ks_move *moves) {                                                  \
        return list(position, selection, moves, us);                                                         \
    }                                                                                                        \
    static size_t count_##side##_moves(const ks_position *position) {                                        \
        return count(position, us);                                                                          \
    }                                                                                                        \
    static bool has_##side##_move(const ks_position *position) {                                             \
        return has_free_pawn(position, us) || count_##side##_moves(position) > 0;                            \
    }                                                                                                        \
    static void after_##side##_move(const ks_position *position, ks_move move, ks_position *after) {         \
        make(position, move, after, us);                                                                     \
    }                                                                                                        \
    static void make_##side##_move(ks_position *position, ks_move move, ks_undo *undo) {                     \
        copy(&undo->private_before, position);                                                               \
        make(position, move, position, us);                                                                  \
    }
#ifdef KS_SMALL
/* Functions of both colours take half the code. */
OF_SIDE(mover, position->side_to_move)
#define OF_BOTH(before, after)                                                                               \
    { before##mover##after, before##mover##after }
#else
OF_SIDE(white, KS_WHITE)
OF_SIDE(black, KS_BLACK)
#define OF_BOTH(before, after)                                                                               \
    { before##white##after, before##black##after }
#endif

#define NAME_OF_(build) #build
#define NAME_OF(build) NAME_OF_(build)

const struct generator IN_BUILD(generator) = {
    .name = NAME_OF(KS_BUILD),
    .legal_moves = OF_BOTH(, _moves),
    .selected_moves = OF_BOTH(selected_, _moves),
    .count_legal_moves = OF_BOTH(count_, _moves),
    .has_legal_move = OF_BOTH(has_, _move),
    .after_move = OF_BOTH(after_, _move),
    .make_move = OF_BOTH(make_, _move),
    .after_null_move = after_null_move,
    .make_null_move = make_null_move,
    .copy = copy,
};
