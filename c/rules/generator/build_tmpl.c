/* Lists, counts and makes legal moves. This file is compiled for several processors. */
#include <stddef.h>
#include <string.h>

#include "core/board/key.h"
#include "rules/generator/generator.h"
#include "rules/generator/list_tmpl.h"
#include "rules/position.h"

/* ==== Making a move ==== */

/* The change of the board by a move. */
struct change {
    uint64_t cleared, put;
    unsigned code;
    uint64_t put_too; /* the rook, when castling */
    unsigned code_too;
};

ALWAYS_INLINE void change_board(const uint8_t from[64], uint8_t to[64], const struct change *change) {
#ifdef KS_FOR_AVX512BW
    __m512i board = _mm512_maskz_mov_epi8(~change->cleared, _mm512_loadu_si512(from));
    board = _mm512_mask_mov_epi8(board, change->put, _mm512_set1_epi8((char)change->code));
    if (RARE(change->put_too))
        board = _mm512_mask_mov_epi8(board, change->put_too, _mm512_set1_epi8((char)change->code_too));
    _mm512_storeu_si512(to, board);
#else
    if (to != from)
        memcpy(to, from, KS_SQUARES);
    for (uint64_t rest = change->cleared; rest; rest &= rest - 1)
        to[lowest_square(rest)] = KS_EMPTY;
    to[lowest_square(change->put)] = (uint8_t)change->code;
    if (RARE(change->put_too))
        to[lowest_square(change->put_too)] = (uint8_t)change->code_too;
#endif
}

ALWAYS_INLINE void change_planes(const uint64_t from[4], uint64_t to[4], const struct change *change) {
#ifdef KS_FOR_AVX2
    const __m256i cleared = _mm256_set1_epi64x((long long)change->cleared),
                  put = _mm256_set1_epi64x((long long)change->put);
    const __m256i old = _mm256_loadu_si256((const __m256i *)(const void *)from),
                  code = _mm256_load_si256((const __m256i *)(const void *)ks_code_planes[change->code]);
    _mm256_storeu_si256((__m256i *)(void *)to,
                        _mm256_or_si256(_mm256_andnot_si256(cleared, old), _mm256_and_si256(code, put)));
#else
    for (unsigned n = 0; n < 4; n++)
        to[n] = (from[n] & ~change->cleared) | (ks_code_planes[change->code][n] & change->put);
#endif
    if (RARE(change->put_too))
        for (unsigned n = 0; n < 4; n++)
            to[n] |= ks_code_planes[change->code_too][n] & change->put_too;
}

/* Castling, en passant and promotions are few. change is the change of a plain move. Returns what they change
 * of the key of a plain move. */
ALWAYS_INLINE uint64_t change_specially(struct change *change, ks_move move, unsigned us) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move);
    const uint64_t key = ks_piece_keys[change->code][to];
    if (kind == KS_MOVE_CASTLING) {
        const unsigned king_to = castled_king(us, from, to), rook_to = castled_rook(us, from, to);
        change->put = bit(king_to);
        change->put_too = bit(rook_to);
        change->code_too = code_of(KS_WHITE_ROOK, us);
        return key ^ ks_piece_keys[change->code][king_to] ^ ks_piece_keys[change->code_too][rook_to];
    }
    if (kind == KS_MOVE_EN_PASSANT) {
        const unsigned captured = capture_square(move);
        change->cleared |= bit(captured);
        return ks_piece_keys[code_of(KS_WHITE_PAWN, us ^ 1)][captured];
    }
    change->code = code_of(KS_WHITE_KNIGHT + (kind & 3), us);
    return key ^ ks_piece_keys[change->code][to];
}

ALWAYS_INLINE uint64_t keys_of_rooks(uint64_t rooks) {
    uint64_t key = 0;
    for (; rooks; rooks &= rooks - 1)
        key ^= ks_castling_keys[lowest_square(rooks)];
    return key;
}

/* ---- The word of clocks, side and en passant ---- */

enum { STATE = offsetof(ks_position, halfmove_clock), SIDE_SHIFT = 32 };
#define NO_EN_PASSANT ((uint64_t)KS_NO_SQUARE << 40 | (uint64_t)KS_NO_SQUARE << 48)

_Static_assert(offsetof(ks_position, fullmove_number) == STATE + 2 &&
                   offsetof(ks_position, side_to_move) == STATE + 4 &&
                   offsetof(ks_position, en_passant) == STATE + 5 &&
                   offsetof(ks_position, private_capturable) == STATE + 6 &&
                   offsetof(ks_position, private_zeros) == STATE + 7,
               "the members of the word");

ALWAYS_INLINE uint64_t load_state(const ks_position *position) {
    uint64_t state;
    memcpy(&state, (const char *)position + STATE, sizeof state);
    return state;
}

ALWAYS_INLINE void store_state(ks_position *position, uint64_t state) {
    const uint64_t words[2] = {state, 0};
    memcpy((char *)position + STATE, words, sizeof words);
}

_Static_assert(sizeof(ks_position) == STATE + 16, "the zeros end the position");

/* Returns the word after a move: both clocks count, the side changes, and the en-passant squares go. */
ALWAYS_INLINE uint64_t next_state(uint64_t state, bool resets, unsigned us) {
    const uint64_t side = (uint64_t)(us ^ 1) << SIDE_SHIFT | NO_EN_PASSANT;
    const uint64_t counted = us == KS_BLACK ? 0x00010001 : 1, clocks = (uint32_t)state;
    if (RARE((uint16_t)clocks == KS_CLOCK_MAX || clocks >> 16 == KS_CLOCK_MAX)) {
        const uint64_t half = clocks & 0xffff, full = clocks >> 16;
        return (resets ? 0 : half + (half < KS_CLOCK_MAX)) |
               (full + (us == KS_BLACK && full < KS_CLOCK_MAX)) << 16 | side;
    }
    return ((clocks + counted) & (resets ? 0xffff0000 : 0xffffffff)) | side;
}

/* ---- All ---- */

/* Sets the en-passant squares after a double push that ended beside an enemy pawn. */
static __attribute__((noinline)) void set_en_passant(ks_position *position, unsigned square) {
    const unsigned us = position->side_to_move;
    struct moves found = {.count = 0};
    position->en_passant = (uint8_t)square;
    if (is_one_king(ks_squares_of(position, code_of(KS_WHITE_KING, us)))) {
        const struct sets s = find_sets(position, us);
        add_en_passant(&found, COUNT, &s, pawns_of(&s) & s.own, square, find_lines(&s, us).checkers, us);
    } else {
        found.count = ks_en_passant_is_legal(position);
    }
    if (found.count == 0)
        return;
    position->private_capturable = (uint8_t)square;
    position->key ^= ks_en_passant_keys[square & 7];
}

/* Sets *after to the position after a pseudo-legal move of `us`. after: may be the position itself. */
ALWAYS_INLINE void make(const ks_position *position, ks_move move, ks_position *after, unsigned us) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move);
    const unsigned code = position->board[from], captured = position->board[to];
    struct change change = {.cleared = bit(from) | bit(to), .put = bit(to), .code = code};
    uint64_t key = position->key ^ ks_black_key ^ ks_piece_keys[code][from] ^ ks_piece_keys[code][to] ^
                   ks_piece_keys[captured][to];
    uint64_t castling = position->private_castling;
    if (RARE(kind > KS_MOVE_DOUBLE_PUSH))
        key ^= change_specially(&change, move, us);
    const uint64_t kings_rooks = code == code_of(KS_WHITE_KING, us) ? row_mask(back_row(us)) : 0;
    const uint64_t lost = castling & (change.cleared | kings_rooks);
    if (RARE(lost)) {
        castling ^= lost;
        key ^= keys_of_rooks(lost);
    }
    if (RARE(position->private_capturable != KS_NO_SQUARE))
        key ^= ks_en_passant_keys[position->private_capturable & 7];
    const bool resets =
        code == code_of(KS_WHITE_PAWN, us) || (captured != KS_EMPTY && kind != KS_MOVE_CASTLING);
    const uint64_t state = next_state(load_state(position), resets, us);
    change_board(position->board, after->board, &change);
    change_planes(position->private_planes, after->private_planes, &change);
    store_state(after, state);
    after->private_castling = castling;
    after->key = key;
    if (kind == KS_MOVE_DOUBLE_PUSH) {
        const uint64_t beside = (change.put & ~file_mask(FILE_A)) >> 1 | (change.put & ~file_mask(FILE_H))
                                                                             << 1;
        if (RARE(beside & ks_squares_of(position, code_of(KS_WHITE_PAWN, us ^ 1))))
            set_en_passant(after, (from + to) / 2);
    }
}

/* ==== The build ==== */

static const struct selection everything = {~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, true};

ALWAYS_INLINE size_t list(const ks_position *position, const struct selection *selection, ks_move_list *moves,
                          unsigned us) {
    const struct sets s = find_sets(position, us);
    struct moves listed = {.next = moves->moves};
    add_legal_moves(&listed, LIST, position, &s, selection, NULL, us);
    return moves->count = (uint32_t)(listed.next - moves->moves);
}

#ifndef KS_SMALL /* the module for browsers lists no checks */
/* Lists moves that may give check to the one king of the other side, all that do among them. */
ALWAYS_INLINE size_t list_for_checks(const ks_position *position, ks_move_list *moves, bool *uncertain,
                                     unsigned us) {
    const struct sets s = find_sets(position, us);
    const struct check_targets checks = find_check_targets(&s, lowest_square(kings_of(&s) & s.enemy), us);
    struct moves listed = {.next = moves->moves};
    add_legal_moves(&listed, LIST, position, &s, &everything, &checks, us);
    *uncertain = checks.hiding || find_lines(&s, us).pin_lines & s.own;
    return moves->count = (uint32_t)(listed.next - moves->moves);
}
#endif

ALWAYS_INLINE size_t count(const ks_position *position, unsigned us) {
    const struct sets s = find_sets(position, us);
    struct moves counted = {.count = 0};
    add_legal_moves(&counted, COUNT, position, &s, &everything, NULL, us);
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
#ifdef KS_FOR_AVX512BW
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

#ifdef KS_SMALL
/* All moves are a selection too. This, and no list of checks, makes the module for browsers 2 KB smaller. */
#define OF_ALL_MOVES(side, us)                                                                               \
    static size_t IN_BUILD(side##_moves)(const ks_position *position, ks_move_list *moves) {                 \
        return IN_BUILD(selected_##side##_moves)(position, &everything, moves);                              \
    }
#define OF_CHECKS(side, us)
#else
#define OF_ALL_MOVES(side, us)                                                                               \
    static size_t IN_BUILD(side##_moves)(const ks_position *position, ks_move_list *moves) {                 \
        return list(position, &everything, moves, us);                                                       \
    }
#define OF_CHECKS(side, us)                                                                                  \
    static size_t IN_BUILD(checking_##side##_moves)(const ks_position *position, ks_move_list *moves,        \
                                                    bool *uncertain) {                                       \
        return list_for_checks(position, moves, uncertain, us);                                              \
    }
#endif

/* Functions of one colour each: with both in one, gcc keeps twice as much on the stack. */
#define OF_SIDE(side, us)                                                                                    \
    static size_t IN_BUILD(selected_##side##_moves)(                                                         \
        const ks_position *position, const struct selection *selection, ks_move_list *moves) {               \
        return list(position, selection, moves, us);                                                         \
    }                                                                                                        \
    OF_ALL_MOVES(side, us)                                                                                   \
    OF_CHECKS(side, us)                                                                                      \
    static size_t IN_BUILD(count_##side##_moves)(const ks_position *position) {                              \
        return count(position, us);                                                                          \
    }                                                                                                        \
    static bool IN_BUILD(has_##side##_move)(const ks_position *position) {                                   \
        return has_free_pawn(position, us) || IN_BUILD(count_##side##_moves)(position) > 0;                  \
    }                                                                                                        \
    static void IN_BUILD(after_##side##_move)(const ks_position *position, ks_move move,                     \
                                              ks_position *after) {                                          \
        make(position, move, after, us);                                                                     \
    }                                                                                                        \
    static void IN_BUILD(make_##side##_move)(ks_position * position, ks_move move, ks_undo * undo) {         \
        copy(&undo->private_before, position);                                                               \
        make(position, move, position, us);                                                                  \
    }
#ifdef KS_SMALL
/* Functions of both colours take half the code. */
OF_SIDE(mover, position->side_to_move)
#define OF_BOTH(before, after)                                                                               \
    { IN_BUILD(before##mover##after), IN_BUILD(before##mover##after) }
#else
OF_SIDE(white, KS_WHITE)
OF_SIDE(black, KS_BLACK)
#define OF_BOTH(before, after)                                                                               \
    { IN_BUILD(before##white##after), IN_BUILD(before##black##after) }
#endif

/* The exchanges gain nothing by wide vectors. */
#ifdef KS_HAS_PEXT
#define EXCHANGE(name) ks_fast_##name
#else
#define EXCHANGE(name) ks_any_##name
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
    .see = EXCHANGE(see),
#ifndef KS_SMALL /* the module for browsers asks none of these */
    .moves_for_checks = OF_BOTH(checking_, _moves),
    .see_at_least = {EXCHANGE(see_at_least), EXCHANGE(see_at_least_with_pins)},
    .settling = IN_BUILD(settling),
#endif
};
