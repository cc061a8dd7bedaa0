/* Counts black's replies to a null move of white, and keeps what is needed to find the changes that each of
 * white's moves makes to them. */
#ifndef KS_PERFT_NULL_MOVE_TMPL_H
#define KS_PERFT_NULL_MOVE_TMPL_H

#include "rules/perft/movegen_tmpl.h"
#include "rules/perft/node.h"

/* ==== Counts by direction ==== */

/* A small number for each of the 64 squares, bit by bit in masks. All numbers are added to at once, and
 * summed over any set of squares by a few popcounts. */

#ifdef KS_FOR_AVX2
#include "core/processor/intrinsics.h"
#endif

/* gcc with -O2 unrolls a loop only when a pragma says so. */
#ifdef __clang__
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 8")
#endif

enum { TALLY_BITS = 6 };

struct tally {
    uint64_t bits[TALLY_BITS]; /* [n]: bit s is bit n of the number of square s */
};

ALWAYS_INLINE int size_of(uint64_t squares) {
    return __builtin_popcountll(squares);
}

/* Adds numbers of term_bits bits to numbers of sum_bits bits. */
ALWAYS_INLINE void add_bits(uint64_t *sum, unsigned sum_bits, const uint64_t *term, unsigned term_bits) {
    uint64_t carry = 0;
    UNROLLED
    for (unsigned i = 0; i < sum_bits; i++) {
        const uint64_t a = sum[i], b = i < term_bits ? term[i] : 0, half = a ^ b;
        sum[i] = half ^ carry;
        carry = (a & b) | (half & carry);
    }
}

/* Adds 1 on each of the squares. */
ALWAYS_INLINE void tally(struct tally *numbers, uint64_t squares) {
    add_bits(numbers->bits, TALLY_BITS, &squares, 1);
}

/* Adds 1 on the squares of each of five sets. */
ALWAYS_INLINE void tally_five(struct tally *numbers, const uint64_t sets[5]) {
    const uint64_t half = sets[0] ^ sets[1], three = half ^ sets[2], next = three ^ sets[3];
    const uint64_t twos = (sets[0] & sets[1]) | (half & sets[2]);
    const uint64_t other_twos = (three & sets[3]) | (next & sets[4]);
    const uint64_t sum[3] = {next ^ sets[4], twos ^ other_twos, twos & other_twos};
    add_bits(numbers->bits, TALLY_BITS, sum, 3);
}

ALWAYS_INLINE int tally_sum(const struct tally *numbers, uint64_t squares) {
    int sum = 0;
    UNROLLED
    for (unsigned i = 0; i < TALLY_BITS; i++)
        sum += size_of(numbers->bits[i] & squares) << i;
    return sum;
}

/* ---- Squares beyond others ---- */

/* Each counts the squares of rays in one direction beyond each empty square of a ray: at most six, since a
 * ray has at most seven. Rays of one direction do not overlap: when two sliders share a line, the nearer one
 * blocks the other. */
#ifdef KS_FOR_AVX2
/* Four directions at a time. */
/* Adds numbers of `bits` bits, lane by lane; the sum has one bit more. */
ALWAYS_INLINE void add_lanes(__m256i *sum, const __m256i *term, unsigned bits) {
    __m256i carry = _mm256_setzero_si256();
    UNROLLED
    for (unsigned i = 0; i < bits; i++) {
        const __m256i half = _mm256_xor_si256(sum[i], term[i]), both = _mm256_and_si256(sum[i], term[i]);
        sum[i] = _mm256_xor_si256(half, carry);
        carry = _mm256_or_si256(both, _mm256_and_si256(half, carry));
    }
    sum[bits] = carry;
}

/* Sets the bits of the counts in four directions. steps: how far the squares beyond are; up: whether their
 * numbers are greater. */
ALWAYS_INLINE void count_four_beyond(__m256i count[3], __m256i rays, __m256i empty, __m256i steps, bool up) {
    const __m256i open = _mm256_and_si256(rays, empty);
    __m256i at_least[7] = {rays};
    UNROLLED
    for (unsigned i = 1; i < 7; i++)
        at_least[i] = _mm256_and_si256(open, up ? _mm256_srlv_epi64(at_least[i - 1], steps)
                                                : _mm256_sllv_epi64(at_least[i - 1], steps));
    const __m256i odd = _mm256_or_si256(_mm256_andnot_si256(at_least[2], at_least[1]),
                                        _mm256_andnot_si256(at_least[4], at_least[3]));
    count[0] = _mm256_or_si256(odd, _mm256_andnot_si256(at_least[6], at_least[5]));
    count[1] = _mm256_or_si256(_mm256_andnot_si256(at_least[4], at_least[2]), at_least[6]);
    count[2] = at_least[4];
}

/* Sets each number to the sum over all directions. */
ALWAYS_INLINE void tally_beyond(struct tally *numbers, const uint64_t rays[8], uint64_t empty) {
    const __m256i squares = _mm256_set1_epi64x((int64_t)empty);
    const __m256i up = _mm256_loadu_si256((const void *)&rays[EAST]);
    const __m256i down = _mm256_set_epi64x((int64_t)rays[NORTH_EAST], (int64_t)rays[NORTH],
                                           (int64_t)rays[NORTH_WEST], (int64_t)rays[WEST]);
    __m256i sum[TALLY_BITS], other[TALLY_BITS - 1];
    count_four_beyond(sum, up, squares, _mm256_set_epi64x(7, 8, 9, 1), true);
    count_four_beyond(other, down, squares, _mm256_set_epi64x(7, 8, 9, 1), false);
    add_lanes(sum, other, 3);
    UNROLLED
    for (unsigned i = 0; i < 4; i++)
        other[i] = _mm256_permute4x64_epi64(sum[i], 0x4e);
    add_lanes(sum, other, 4);
    UNROLLED
    for (unsigned i = 0; i < 5; i++)
        other[i] = _mm256_shuffle_epi32(sum[i], 0x4e);
    add_lanes(sum, other, 5);
    UNROLLED
    for (unsigned i = 0; i < TALLY_BITS; i++)
        numbers->bits[i] = (uint64_t)_mm256_extract_epi64(sum[i], 0);
    _mm256_zeroupper(); /* gcc 12 leaves it out on a way to the end of the counter */
}
#else
ALWAYS_INLINE void count_beyond(uint64_t count[3], uint64_t rays, uint64_t empty, unsigned direction) {
    static const int steps[8] = {-8, -7, 1, 9, 8, 7, -1, -9};
    const int step = steps[direction];
    uint64_t at_least[7] = {rays};
    UNROLLED
    for (unsigned i = 1; i < 7; i++)
        at_least[i] = rays & empty & (step > 0 ? at_least[i - 1] >> step : at_least[i - 1] << -step);
    count[0] = (at_least[1] & ~at_least[2]) | (at_least[3] & ~at_least[4]) | (at_least[5] & ~at_least[6]);
    count[1] = (at_least[2] & ~at_least[4]) | at_least[6];
    count[2] = at_least[4];
}

/* Sets each number to the sum over all directions. The numbers grow from 3 bits for one direction to 6 for
 * eight. */
ALWAYS_INLINE void tally_beyond(struct tally *numbers, const uint64_t rays[8], uint64_t empty) {
    uint64_t twos[4][4] = {{0}}, fours[2][5] = {{0}};
    *numbers = (struct tally){{0}};
    UNROLLED
    for (unsigned i = 0; i < 4; i++) {
        uint64_t back[3];
        count_beyond(twos[i], rays[i], empty, i);
        count_beyond(back, rays[i + 4], empty, i + 4);
        add_bits(twos[i], 4, back, 3);
    }
    UNROLLED
    for (unsigned i = 0; i < 4; i++)
        add_bits(fours[i / 2], 5, twos[i], 4);
    UNROLLED
    for (unsigned i = 0; i < 2; i++)
        add_bits(numbers->bits, TALLY_BITS, fours[i], 5);
}
#endif

/* ==== The null move ==== */

/* Black's replies if white passed, and the squares on which they depend. Most moves of white leave most of
 * these replies unchanged, so a move's replies are counted as these plus the difference that the move makes:
 * changes_tmpl.h.
 *
 * Arrays indexed by white's piece codes are for moves of that kind of piece. Neither side is in check in the
 * node. */

enum { WHITE_CODES = KS_WHITE_KING + 1, CASTLINGS = 2 };

/* The most sliders of both sides that are few (few_tmpl.h). bench/README.md has figures of other limits. */
enum { FEW = 4, FEW_PARTS = 2 * FEW };

/* A free slider of black, or one of the two parts of a queen. */
struct few_slider {
    const struct slider_table *table;
    uint64_t attacks;
    int moves;
};

/* Black's king. Its moves depend on white's attacks on the squares that it may step on or pass
 * in castling. */
struct null_king {
    unsigned square;
    uint64_t without; /* the occupied squares without it */
    uint64_t steps;
    uint64_t paths[CASTLINGS]; /* squares that must be safe for castling; all squares: no castling */
    uint64_t watched;          /* steps and paths */
    uint64_t safe;             /* those that white does not attack */
    int moves;
    uint64_t near[WHITE_CODES]; /* squares from which a piece attacks a safe square */
    uint64_t shields;           /* white's pieces whose leaving may change `safe` */
    uint64_t covers;            /* squares on which landing may change `safe` other than by attacks */
};

struct null_pins {
    uint64_t pinners;                  /* white's */
    uint64_t orthogonally, diagonally; /* squares from which a slider would pin */
};

/* The effects on black's other pieces of landing on an empty square, landing on a black piece, and leaving.
 * Pinned pieces matter only on the pin's line. */
struct null_effects {
    struct tally losses;                     /* replies lost by landing on an empty square, plus 2 */
    struct tally defenders;                  /* black's pieces that attack the square, without the king */
    uint64_t felt;                           /* squares whose piece matters when it leaves */
    uint64_t free_orthogonal, free_diagonal; /* black's sliders that are not pinned */
};

/* Black's free pawns. */
struct null_pawns {
    uint64_t left, right, forward; /* their targets */
    uint64_t twice;                /* the targets of double pushes, empty or not */
    /* For nodes with few sliders: empty squares on which landing stops a push; on which it stops a double
       push; squares on which one may promote. */
    uint64_t once, again, goals;
};

/* Moves that are played out, since they give check or change much: those from and those to these squares. */
struct null_played {
    uint64_t from, to[WHITE_CODES];
};

/* Members for nodes with few sliders (few_tmpl.h). */
struct null_few {
    uint64_t free, pin_lines;             /* black's pieces that are not pinned; the lines of the others */
    uint64_t checks[WHITE_CODES];         /* squares from which a piece gives check */
    uint64_t pawn_attacks, white_attacks; /* squares that white's pawns attack, and all its pieces */
    uint64_t touched, felt_lines;         /* squares on which landing, and from which leaving, matters to
                                           * the king */
    int slides, pinned_replies;           /* moves of free sliders; of pinned pieces */
    struct few_slider sliders[FEW_PARTS], *sliders_end;
};

struct null_move {
    const struct node *node;
    uint64_t white, black, occupied, empty;
    uint64_t white_orthogonal, white_diagonal; /* sliders */

    int replies;          /* black's moves, without the king's */
    uint64_t attacked;    /* squares that black attacks */
    uint8_t mobility[64]; /* [square]: moves of black's piece there, if it is free; not for pawns and king */

    struct null_king king;
    struct null_pins pins;
    struct null_effects effects;
    struct null_pawns pawns;
    struct null_played played;
    struct null_few few;
};

/* Sets what is copied from the node, and the king's steps. */
ALWAYS_INLINE void start_null_move(struct null_move *null, const struct node *node) {
    null->node = node;
    null->white = node->sides[KS_WHITE];
    null->black = node->sides[KS_BLACK];
    null->occupied = null->white | null->black;
    null->empty = ~null->occupied;
    null->white_orthogonal = orthogonal_sliders(node, KS_WHITE);
    null->white_diagonal = diagonal_sliders(node, KS_WHITE);
    null->king.square = king_square(node, KS_BLACK);
    null->king.without = null->occupied ^ bit(null->king.square);
    null->king.steps = ks_steps[null->king.square] & ~null->black;
    null->played.from = 0;
}

/* Returns the row that black's pawns pass in a double push. */
ALWAYS_INLINE uint64_t black_gate(void) {
    return row_mask(2);
}

/* Returns the row on which black's pawns promote. */
ALWAYS_INLINE uint64_t black_goal(void) {
    return row_mask(back_row(KS_WHITE));
}

/* Returns the squares from which a white pawn attacks these squares. */
ALWAYS_INLINE uint64_t white_pawns_to(uint64_t square) {
    return attack_left(square, KS_BLACK) | attack_right(square, KS_BLACK);
}

ALWAYS_INLINE int count_king_moves(const struct null_king *king, uint64_t steps, uint64_t safe) {
    return size_of(safe & steps) + !(king->paths[0] & ~safe) + !(king->paths[1] & ~safe);
}

/* ==== Black's king ==== */

/* Black's king after a null move: pins, castling, and the squares to which it may step. */

/* The pinned pieces, and the lines from the king to the pinning pieces. */
struct pins {
    uint64_t pinned, orthogonal, diagonal;
};

/* ---- Lines ---- */

/* Classifies the line from the king to a white slider. A single piece between them is pinned if it is
 * black's, and gives check by leaving if it is white's. When there is one of each side, white's piece pins
 * the other by leaving. */
ALWAYS_INLINE void look_along(struct null_move *null, uint64_t line, uint64_t slider, uint64_t *pinned,
                              uint64_t *pin_lines) {
    const uint64_t between = line & null->occupied & ~slider;
    const int count = size_of(between);
    if (count == 1 && between & null->black) {
        *pinned |= between;
        *pin_lines |= line;
        null->pins.pinners |= slider;
    } else if (count == 1 || (count == 2 && between & null->black)) {
        null->played.from |= between & null->white;
    }
}

ALWAYS_INLINE void find_pins(struct null_move *null, struct pins *pins) {
    const unsigned king = null->king.square;
    *pins = (struct pins){0};
    null->pins.pinners = 0;
    for (uint64_t rest = open_orthogonal(king) & null->white_orthogonal; rest; rest &= rest - 1)
        look_along(null, orthogonal_line(king, lowest_square(rest)), rest & -rest, &pins->pinned,
                   &pins->orthogonal);
    for (uint64_t rest = open_diagonal(king) & null->white_diagonal; rest; rest &= rest - 1)
        look_along(null, diagonal_line(king, lowest_square(rest)), rest & -rest, &pins->pinned,
                   &pins->diagonal);
}

/* Finds the squares from which white would give check or pin. Returns whether the king is not in check. few:
 * white may have no slider of a kind; then such a piece gives no check. */
ALWAYS_INLINE bool find_checks(struct null_move *null, uint64_t checks[WHITE_CODES], bool few) {
    const unsigned king = null->king.square;
    const bool rooks = !few || null->white_orthogonal, bishops = !few || null->white_diagonal;
    const uint64_t orthogonal = rooks ? orthogonal_attacks(king, null->occupied) : 0;
    const uint64_t diagonal = bishops ? diagonal_attacks(king, null->occupied) : 0;
    checks[KS_WHITE_PAWN] = white_pawns_to(bit(king));
    checks[KS_WHITE_KNIGHT] = ks_leaps[king];
    checks[KS_WHITE_BISHOP] = diagonal;
    checks[KS_WHITE_ROOK] = orthogonal;
    checks[KS_WHITE_QUEEN] = orthogonal | diagonal;
    checks[KS_WHITE_KING] = 0;
    null->pins.orthogonally =
        rooks ? orthogonal_attacks(king, null->occupied ^ (orthogonal & null->black)) & ~orthogonal : 0;
    null->pins.diagonally =
        bishops ? diagonal_attacks(king, null->occupied ^ (diagonal & null->black)) & ~diagonal : 0;
    return !((orthogonal & null->white_orthogonal) | (diagonal & null->white_diagonal) |
             (checks[KS_WHITE_KNIGHT] & pieces_of(null->node, KS_WHITE_KNIGHT, KS_WHITE)) |
             (checks[KS_WHITE_PAWN] & pieces_of(null->node, KS_WHITE_PAWN, KS_WHITE)));
}

/* ---- Castling ---- */

/* Adds to *played the squares on which any landing prevents castling, and to *played_orthogonal those on
 * which a rook or queen may prevent it. Returns false when all moves must be played out. */
ALWAYS_INLINE bool watch_castling(struct null_move *null, uint64_t *played, uint64_t *played_orthogonal) {
    const uint64_t row = row_mask(back_row(KS_BLACK));
    const unsigned king = null->king.square;
    unsigned castlings = 0;
    null->king.paths[0] = null->king.paths[1] = ~(uint64_t)0;
    for (uint64_t rooks = null->node->castling & row; rooks; rooks &= rooks - 1) {
        const unsigned rook = lowest_square(rooks), king_to = castled_king(KS_BLACK, king, rook);
        const uint64_t path = row_span(king, king_to) & ~bit(king);
        const uint64_t way =
            (path | row_span(rook, castled_rook(KS_BLACK, king, rook))) & ~bit(king) & ~bit(rook);
        if (way & null->black)
            continue; /* black cannot castle after any move of white */
        *played |= way | bit(rook);
        null->played.from |= way & null->white;
        /* In Chess960 the rook may have covered the king's new square from a slider in the row. */
        const bool usual = (king & 7) == 4 && ((rook & 7) == FILE_A || (rook & 7) == FILE_H);
        if (!usual) {
            *played_orthogonal |= row;
            if (null->white_orthogonal & row)
                return false;
        }
        if (!(way & null->white)) {
            null->king.paths[castlings++] = path;
            null->king.watched |= path;
        }
    }
    return true;
}

/* ---- Watched squares ---- */

/* Watches a safe square: white's pieces that uncover an attack of a slider on it, and the squares from which
 * pieces attack it. */
ALWAYS_INLINE void watch_safe(struct null_move *null, unsigned square, uint64_t orthogonal,
                              uint64_t diagonal) {
    const uint64_t white_o = orthogonal & null->white, white_d = diagonal & null->white;
    null->king.safe |= bit(square);
    null->king.near[KS_WHITE_PAWN] |= white_pawns_to(bit(square));
    null->king.near[KS_WHITE_KNIGHT] |= ks_leaps[square];
    null->king.near[KS_WHITE_BISHOP] |= diagonal;
    null->king.near[KS_WHITE_ROOK] |= orthogonal;
    null->king.near[KS_WHITE_KING] |= ks_steps[square];
    uint64_t hidden = orthogonal_attacks(square, null->king.without ^ white_o) & null->white_orthogonal;
    for (; hidden; hidden &= hidden - 1)
        null->king.shields |= white_o & orthogonal_line(square, lowest_square(hidden));
    hidden = diagonal_attacks(square, null->king.without ^ white_d) & null->white_diagonal;
    for (; hidden; hidden &= hidden - 1)
        null->king.shields |= white_d & diagonal_line(square, lowest_square(hidden));
}

/* Watches an attacked square. It becomes safe when its only attacker leaves or is blocked by a landing piece,
 * or when one of two attackers leaves and blocks the other. */
ALWAYS_INLINE void watch_attacked(struct null_move *null, unsigned square, uint64_t attackers,
                                  uint64_t orthogonal, uint64_t diagonal) {
    const uint64_t others = attackers & (attackers - 1);
    if (!others)
        null->king.shields |= attackers;
    if (others & (others - 1))
        return;
    for (uint64_t rest = orthogonal & null->white_orthogonal; rest; rest &= rest - 1)
        null->king.covers |= orthogonal_line(square, lowest_square(rest));
    for (uint64_t rest = diagonal & null->white_diagonal; rest; rest &= rest - 1)
        null->king.covers |= diagonal_line(square, lowest_square(rest));
}

ALWAYS_INLINE void watch(struct null_move *null, unsigned square) {
    const struct node *node = null->node;
    const uint64_t orthogonal = orthogonal_attacks(square, null->king.without);
    const uint64_t diagonal = diagonal_attacks(square, null->king.without);
    const uint64_t attackers = (orthogonal & null->white_orthogonal) | (diagonal & null->white_diagonal) |
                               (ks_leaps[square] & pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE)) |
                               (ks_steps[square] & pieces_of(node, KS_WHITE_KING, KS_WHITE)) |
                               (white_pawns_to(bit(square)) & pieces_of(node, KS_WHITE_PAWN, KS_WHITE));
    if (attackers)
        watch_attacked(null, square, attackers, orthogonal, diagonal);
    else
        watch_safe(null, square, orthogonal, diagonal);
}

ALWAYS_INLINE void watch_all(struct null_move *null) {
    memset(null->king.near, 0, sizeof null->king.near);
    null->king.safe = null->king.shields = 0;
    null->king.covers = ks_steps[null->king.square]; /* the king may capture an adjacent piece */
    for (uint64_t rest = null->king.watched; rest; rest &= rest - 1)
        watch(null, lowest_square(rest));
    null->king.near[KS_WHITE_QUEEN] = null->king.near[KS_WHITE_ROOK] | null->king.near[KS_WHITE_BISHOP];
    null->king.moves = count_king_moves(&null->king, null->king.steps, null->king.safe);
}

/* ==== Black's pieces ==== */

/* Black's other pieces after a null move: the number of their moves, and the squares on which a piece that
 * lands or leaves changes that number. */

/* ---- Sliders and knights ---- */

/* Counts the moves of a piece that is not pinned. */
ALWAYS_INLINE void count_free_piece(struct null_move *null, unsigned square, uint64_t attacks) {
    const int mobility = size_of(attacks & ~null->black);
    null->replies += mobility;
    null->mobility[square] = (uint8_t)(null->mobility[square] + mobility); /* a queen is counted twice */
    tally(&null->effects.defenders, attacks);
}

/* Adds the squares that a slider sees to the rays of every second direction. */
ALWAYS_INLINE void add_rays(uint64_t rays[8], unsigned first, unsigned square, uint64_t seen) {
    UNROLLED
    for (unsigned direction = first; direction < 8; direction += 2)
        rays[direction] |= seen & ks_rays[square][direction];
}

ALWAYS_INLINE void count_orthogonal(struct null_move *null, const struct pins *pins, uint64_t rays[8]) {
    const uint64_t sliders = orthogonal_sliders(null->node, KS_BLACK);
    null->effects.free_orthogonal = sliders & ~pins->pinned;
    for (uint64_t rest = sliders; rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest);
        const uint64_t attacks = orthogonal_attacks(square, null->occupied);
        null->attacked |= attacks;
        if (bit(square) & null->effects.free_orthogonal) {
            count_free_piece(null, square, attacks);
            add_rays(rays, NORTH, square, attacks & ~null->black);
            null->effects.felt |= attacks;
        } else if (bit(square) & pins->orthogonal) {
            null->replies += size_of(attacks & pins->orthogonal & ~null->black);
        }
    }
}

ALWAYS_INLINE void count_diagonal(struct null_move *null, const struct pins *pins, uint64_t rays[8]) {
    const uint64_t sliders = diagonal_sliders(null->node, KS_BLACK);
    null->effects.free_diagonal = sliders & ~pins->pinned;
    for (uint64_t rest = sliders; rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest);
        const uint64_t attacks = diagonal_attacks(square, null->occupied);
        null->attacked |= attacks;
        if (bit(square) & null->effects.free_diagonal) {
            count_free_piece(null, square, attacks);
            add_rays(rays, NORTH_EAST, square, attacks & ~null->black);
            null->effects.felt |= attacks;
        } else if (bit(square) & pins->diagonal) {
            null->replies += size_of(attacks & pins->diagonal & ~null->black);
        }
    }
}

ALWAYS_INLINE void count_knights(struct null_move *null, const struct pins *pins) {
    for (uint64_t rest = pieces_of(null->node, KS_WHITE_KNIGHT, KS_BLACK); rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest);
        null->attacked |= ks_leaps[square];
        if (!(bit(square) & pins->pinned))
            count_free_piece(null, square, ks_leaps[square]);
    }
}

/* ---- Pawns ---- */

/* Returns the number of pawn moves to these targets. */
ALWAYS_INLINE int count_pawn_targets(uint64_t left, uint64_t right, uint64_t once, uint64_t twice) {
    const int promoting =
        size_of(left & black_goal()) + size_of(right & black_goal()) + size_of(once & black_goal());
    return size_of(left) + size_of(right) + size_of(once) + size_of(twice) + 3 * promoting;
}

ALWAYS_INLINE void count_free_pawns(struct null_move *null, uint64_t pawns) {
    const uint64_t left = attack_left(pawns, KS_BLACK), right = attack_right(pawns, KS_BLACK);
    const uint64_t forward = push(pawns, KS_BLACK), once = forward & null->empty;
    const uint64_t twice = push(once & black_gate(), KS_BLACK);
    null->pawns.left = left;
    null->pawns.right = right;
    null->pawns.forward = forward;
    null->pawns.twice = twice;
    null->effects.felt |= left | right | forward | twice;
    null->replies += count_pawn_targets(left & null->white, right & null->white, once, twice & null->empty);
    tally(&null->effects.defenders, left);
    tally(&null->effects.defenders, right);
    /* A pawn may capture a piece that lands on its target, so such squares have one loss less than others. */
    const uint64_t blocked[5] = {~left, ~right, once, twice & null->empty,
                                 push(twice & null->empty, KS_WHITE)};
    tally_five(&null->effects.losses, blocked);
}

ALWAYS_INLINE void count_pinned_pawns(struct null_move *null, uint64_t pawns, const struct pins *pins) {
    const uint64_t targets = null->white & pins->diagonal;
    const uint64_t once = push(pawns & pins->orthogonal, KS_BLACK) & pins->orthogonal & null->empty;
    null->replies += count_pawn_targets(attack_left(pawns & pins->diagonal, KS_BLACK) & targets,
                                        attack_right(pawns & pins->diagonal, KS_BLACK) & targets, once,
                                        push(once & black_gate(), KS_BLACK) & null->empty);
}

ALWAYS_INLINE void count_pawns(struct null_move *null, const struct pins *pins, uint64_t *played) {
    const uint64_t pawns = pieces_of(null->node, KS_WHITE_PAWN, KS_BLACK);
    const uint64_t attacks = attack_left(pawns, KS_BLACK) | attack_right(pawns, KS_BLACK);
    null->attacked |= attacks;
    count_free_pawns(null, pawns & ~pins->pinned);
    if (pawns & pins->pinned)
        count_pinned_pawns(null, pawns & pins->pinned, pins);
    /* Each promotion is four moves. */
    const uint64_t goals = (attacks | push(pawns, KS_BLACK)) & black_goal();
    *played |= goals;
    null->played.from |= goals & null->white;
}

/* ---- All ---- */

ALWAYS_INLINE void count_pieces(struct null_move *null, const struct pins *pins, uint64_t *played) {
    uint64_t rays[8] = {0};
    memset(null->mobility, 0, sizeof null->mobility);
    null->effects.defenders = (struct tally){{0}};
    null->replies = 0;
    null->effects.felt = 0;
    null->attacked = ks_steps[null->king.square];
    count_orthogonal(null, pins, rays);
    count_diagonal(null, pins, rays);
    tally_beyond(&null->effects.losses, rays, null->empty);
    count_knights(null, pins);
    count_pawns(null, pins, played);
}

#endif
