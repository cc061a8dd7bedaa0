/* Finds all squares that a side attacks, and all pairs of attacker and attacked, as programs with bitboards
 * do, as a baseline of the benchmark: a set of squares for each colour and each kind of piece is kept, and
 * every piece looks up its attacks. Sliders look them up by PEXT, or by a product with a magic number (Pradu
 * Kannan, "Magic Move-Bitboard Generation in Computer Chess", 2007), in tables of 0.8 MB. */
#include <string.h>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "attacked.h"
#include "baselines/compiler.h"
#include "baselines/geometry.h"

/* ---- The sets that are kept ---- */

struct sets {
    uint64_t of_side[2], of_kind[KS_WHITE_KING]; /* [kind - 1] */
};
_Static_assert(sizeof(struct sets) == 64, "the sets take the place of a board");

static void keep_sets(const uint8_t board[64], uint8_t converted[64]) {
    struct sets sets = {{0}, {0}};
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const unsigned kind = board[square] & 7u, black = board[square] >> 3 & 1u;
        if (kind < KS_WHITE_PAWN || kind > KS_WHITE_KING)
            continue;
        sets.of_side[black] |= (uint64_t)1 << square;
        sets.of_kind[kind - 1] |= (uint64_t)1 << square;
    }
    memcpy(converted, &sets, sizeof sets);
}

static const struct form as_sets = {.convert = keep_sets};

/* ---- Tables ---- */

struct slider {
    uint64_t inner; /* the squares whose pieces matter */
    uint64_t magic;
    const uint64_t *attacks;
    unsigned shift;
};

enum { ROOKS = 102400, BISHOPS = 5248 };

static uint64_t knights[KS_SQUARES], kings[KS_SQUARES];
static uint64_t by_pext[ROOKS + BISHOPS], by_magic[ROOKS + BISHOPS];
static struct slider pext_sliders[2][KS_SQUARES], magic_sliders[2][KS_SQUARES]; /* [diagonal][square] */

static uint64_t walk(int square, int diagonal, uint64_t occupied, int inner) {
    uint64_t found = 0;
    for (int d = diagonal ? DIAGONALS : 0; d < (diagonal ? DIRECTIONS : DIAGONALS); d++)
        for (int at = target(square, directions[d][0], directions[d][1]), next; at >= 0; at = next) {
            next = target(at, directions[d][0], directions[d][1]);
            if (inner && next < 0)
                break;
            found |= (uint64_t)1 << at;
            if (occupied >> at & 1)
                break;
        }
    return found;
}

static uint64_t next_number(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Fills a slider's table for a magic number. Returns whether no two different answers met in a place. */
static int fill_by_magic(const struct slider *s, int square, int diagonal, uint64_t *attacks) {
    uint64_t occupied = 0;
    memset(attacks, 0, sizeof *attacks << (64 - s->shift));
    do {
        uint64_t *const at = &attacks[occupied * s->magic >> s->shift];
        const uint64_t found = walk(square, diagonal, occupied, 0);
        if (*at && *at != found)
            return 0;
        *at = found;
        occupied = (occupied - s->inner) & s->inner; /* the next subset */
    } while (occupied);
    return 1;
}

static void start_slider(int square, int diagonal, uint64_t **pext, uint64_t **magic, uint64_t *state) {
    struct slider s = {.inner = walk(square, diagonal, 0, 1)};
    const unsigned bits = (unsigned)__builtin_popcountll(s.inner);
    uint64_t occupied = 0;
    s.shift = 64 - bits;
    s.attacks = *magic;
    do {
        s.magic = ~(uint64_t)0;
        for (int i = 0; i < 3; i++) /* numbers with few bits are found sooner */
            s.magic &= next_number(state);
    } while (!fill_by_magic(&s, square, diagonal, *magic));
    magic_sliders[diagonal][square] = s;
    *magic += (size_t)1 << bits;
    pext_sliders[diagonal][square] = (struct slider){.inner = s.inner, .attacks = *pext};
    do { /* the subsets come in the order that PEXT gives them */
        *(*pext)++ = walk(square, diagonal, occupied, 0);
        occupied = (occupied - s.inner) & s.inner;
    } while (occupied);
}

static void start(void) {
    uint64_t *pext = by_pext, *magic = by_magic, state = 88172645463325252u;
    for (int square = 0; square < KS_SQUARES; square++) {
        for (int i = 0; i < 8; i++) {
            const int step = target(square, directions[i][0], directions[i][1]),
                      leap = target(square, leaps[i][0], leaps[i][1]);
            kings[square] |= step >= 0 ? (uint64_t)1 << step : 0;
            knights[square] |= leap >= 0 ? (uint64_t)1 << leap : 0;
        }
        start_slider(square, 0, &pext, &magic, &state);
        start_slider(square, 1, &pext, &magic, &state);
    }
}

/* ---- Attacks ---- */

static inline uint64_t look_up_magic(const struct slider *s, uint64_t occupied) {
    return s->attacks[(occupied & s->inner) * s->magic >> s->shift];
}

#ifdef __BMI2__
static inline uint64_t look_up_pext(const struct slider *s, uint64_t occupied) {
    return s->attacks[_pext_u64(occupied, s->inner)];
}
#endif

static inline uint64_t attacked_by_pawns(uint64_t pawns, unsigned side) {
    const uint64_t a_file = 0x0101010101010101, h_file = a_file << 7;
    const uint64_t beside = (pawns & ~a_file) >> 1 | (pawns & ~h_file) << 1;
    return side == KS_WHITE ? beside >> 8 : beside << 8;
}

#define FOR_SQUARES(square, set)                                                                             \
    for (uint64_t left = (set), square; left && (square = (uint64_t)__builtin_ctzll(left), 1);               \
         left &= left - 1)

#define ATTACKED(name, look_up, sliders)                                                                     \
    static uint64_t name(const uint8_t board[64], unsigned by_side) {                                        \
        const struct sets *const sets = (const struct sets *)(const void *)board;                            \
        const uint64_t own = sets->of_side[by_side], occupied = own | sets->of_side[by_side ^ 1];            \
        const uint64_t queens = sets->of_kind[KS_WHITE_QUEEN - 1];                                           \
        uint64_t found = attacked_by_pawns(own & sets->of_kind[KS_WHITE_PAWN - 1], by_side);                 \
        FOR_SQUARES(square, own & sets->of_kind[KS_WHITE_KNIGHT - 1])                                        \
        found |= knights[square];                                                                            \
        FOR_SQUARES(square, own &(queens | sets->of_kind[KS_WHITE_BISHOP - 1]))                              \
        found |= look_up(&sliders[1][square], occupied);                                                     \
        FOR_SQUARES(square, own &(queens | sets->of_kind[KS_WHITE_ROOK - 1]))                                \
        found |= look_up(&sliders[0][square], occupied);                                                     \
        FOR_SQUARES(square, own & sets->of_kind[KS_WHITE_KING - 1])                                          \
        found |= kings[square];                                                                              \
        return found;                                                                                        \
    }

/* ---- Pairs ---- */

struct pairs {
    uint8_t *from, *to;
    size_t count;
};

static inline void add_targets(struct pairs *pairs, uint64_t square, uint64_t targets) {
    FOR_SQUARES(to, targets) {
        pairs->from[pairs->count] = (uint8_t)square;
        pairs->to[pairs->count++] = (uint8_t)to;
    }
}

/* All of these targets are so many squares behind a pawn. */
static inline void add_pawns(struct pairs *pairs, uint64_t targets, int step) {
    FOR_SQUARES(to, targets) {
        pairs->from[pairs->count] = (uint8_t)((int)to - step);
        pairs->to[pairs->count++] = (uint8_t)to;
    }
}

static inline void add_all_pawns(struct pairs *pairs, const struct sets *sets, uint64_t occupied) {
    const uint64_t a_file = 0x0101010101010101, h_file = a_file << 7;
    const uint64_t pawns = sets->of_kind[KS_WHITE_PAWN - 1];
    const uint64_t white = pawns & sets->of_side[KS_WHITE], black = pawns & sets->of_side[KS_BLACK];
    add_pawns(pairs, (white & ~a_file) >> 9 & occupied, -9);
    add_pawns(pairs, (white & ~h_file) >> 7 & occupied, -7);
    add_pawns(pairs, (black & ~a_file) << 7 & occupied, 7);
    add_pawns(pairs, (black & ~h_file) << 9 & occupied, 9);
}

#define PAIRS(name, look_up, sliders)                                                                        \
    static size_t name(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room) {                   \
        const struct sets *const sets = (const struct sets *)(const void *)board;                            \
        const uint64_t occupied = sets->of_side[KS_WHITE] | sets->of_side[KS_BLACK];                         \
        const uint64_t queens = sets->of_kind[KS_WHITE_QUEEN - 1];                                           \
        struct pairs pairs = {from, to, 0};                                                                  \
        (void)room;                                                                                          \
        add_all_pawns(&pairs, sets, occupied);                                                               \
        FOR_SQUARES(square, sets->of_kind[KS_WHITE_KNIGHT - 1])                                              \
        add_targets(&pairs, square, knights[square] & occupied);                                             \
        FOR_SQUARES(square, queens | sets->of_kind[KS_WHITE_BISHOP - 1])                                     \
        add_targets(&pairs, square, look_up(&sliders[1][square], occupied) & occupied);                      \
        FOR_SQUARES(square, queens | sets->of_kind[KS_WHITE_ROOK - 1])                                       \
        add_targets(&pairs, square, look_up(&sliders[0][square], occupied) & occupied);                      \
        FOR_SQUARES(square, sets->of_kind[KS_WHITE_KING - 1])                                                \
        add_targets(&pairs, square, kings[square] & occupied);                                               \
        return pairs.count;                                                                                  \
    }

PAIRS(pairs_by_magics, look_up_magic, magic_sliders)
#ifdef __BMI2__
PAIRS(pairs_by_pext, look_up_pext, pext_sliders)
#endif

ATTACKED(attacked_by_magics, look_up_magic, magic_sliders)
#ifdef __BMI2__
ATTACKED(attacked_by_pext, look_up_pext, pext_sliders)
#endif

/* ---- Exchanges ---- */

#ifdef __BMI2__
static const int values[8] = {0, 100, 300, 300, 500, 900, 0, 0};

/* Source of the method: Stockfish's Position::see_ge. pins is a constant. */
static inline int see_by_pext(const struct see_case *at, ks_move move, int pins) {
    const uint8_t *const board = at->position.board;
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
    unsigned side = at->position.side_to_move;
    int swap = values[board[from] & 7] - values[board[to] & 7], result = 1;
    if (swap <= 0)
        return 1;
    const uint64_t *const kind = at->of_kind - 1;
    const uint64_t bishops = kind[KS_WHITE_BISHOP] | kind[KS_WHITE_QUEEN],
                   rooks = kind[KS_WHITE_ROOK] | kind[KS_WHITE_QUEEN], one = 1;
    uint64_t occupied = (at->of_side[0] | at->of_side[1]) ^ one << from ^ one << to;
    uint64_t attackers =
        (attacked_by_pawns(one << to, KS_BLACK) & kind[KS_WHITE_PAWN] & at->of_side[KS_WHITE]) |
        (attacked_by_pawns(one << to, KS_WHITE) & kind[KS_WHITE_PAWN] & at->of_side[KS_BLACK]) |
        (knights[to] & kind[KS_WHITE_KNIGHT]) | (kings[to] & kind[KS_WHITE_KING]) |
        (look_up_pext(&pext_sliders[1][to], occupied) & bishops) |
        (look_up_pext(&pext_sliders[0][to], occupied) & rooks);
    for (;;) {
        uint64_t own, taker;
        side ^= 1;
        attackers &= occupied;
        own = attackers & at->of_side[side];
        if (pins && at->pinners[side] & occupied)
            own &= ~at->shields[side];
        if (!own)
            return result;
        result ^= 1;
        if ((taker = own & kind[KS_WHITE_PAWN])) {
            if ((swap = values[KS_WHITE_PAWN] - swap) < result)
                return result;
            occupied ^= taker & -taker;
            attackers |= look_up_pext(&pext_sliders[1][to], occupied) & bishops;
        } else if ((taker = own & kind[KS_WHITE_KNIGHT])) {
            if ((swap = values[KS_WHITE_KNIGHT] - swap) < result)
                return result;
            occupied ^= taker & -taker;
        } else if ((taker = own & kind[KS_WHITE_BISHOP])) {
            if ((swap = values[KS_WHITE_BISHOP] - swap) < result)
                return result;
            occupied ^= taker & -taker;
            attackers |= look_up_pext(&pext_sliders[1][to], occupied) & bishops;
        } else if ((taker = own & kind[KS_WHITE_ROOK])) {
            if ((swap = values[KS_WHITE_ROOK] - swap) < result)
                return result;
            occupied ^= taker & -taker;
            attackers |= look_up_pext(&pext_sliders[0][to], occupied) & rooks;
        } else if ((taker = own & kind[KS_WHITE_QUEEN])) {
            if ((swap = values[KS_WHITE_QUEEN] - swap) < result)
                return result;
            occupied ^= taker & -taker;
            attackers |= (look_up_pext(&pext_sliders[1][to], occupied) & bishops) |
                         (look_up_pext(&pext_sliders[0][to], occupied) & rooks);
        } else {
            occupied ^= own & -own; /* the king; a slider behind it takes back */
            attackers |= (look_up_pext(&pext_sliders[1][to], occupied) & bishops) |
                         (look_up_pext(&pext_sliders[0][to], occupied) & rooks);
            return attackers & occupied & at->of_side[side ^ 1] ? result ^ 1 : result;
        }
    }
}

static int see(const struct see_case *at, ks_move move) {
    return see_by_pext(at, move, 0);
}

static int see_with_pins(const struct see_case *at, ks_move move) {
    return see_by_pext(at, move, 1);
}
#endif

static const struct attacked_baseline here = {.compiler = COMPILER,
                                              .form = &as_sets,
                                              .start = start,
                                              .magics = attacked_by_magics,
                                              .magic_pairs = pairs_by_magics,
#ifdef __BMI2__
                                              .pext = attacked_by_pext,
                                              .pext_pairs = pairs_by_pext,
                                              .see = see,
                                              .see_with_pins = see_with_pins
#endif
};
static const struct attacked_baseline *const attacked_entry __attribute__((used, section("attacked_files"))) =
    &here;
