/* Prepares a node of perft for the counter with AVX-512, and lists its children, which leaves.c counts. */
#ifndef KS_PERFT_LEAVES_TMPL_H
#define KS_PERFT_LEAVES_TMPL_H

#include "core/processor/processor.h"
#include "rules/perft/movegen_tmpl.h"
#include "rules/perft/node.h"

/* ==== Lanes ==== */

/* Names for the instructions of AVX-512, on eight lanes of 64 bits. */

typedef __m512i lanes;

#define LANES_ALL(x) _mm512_set1_epi64((long long)(x))
#define LANES_LOAD(p) _mm512_load_si512(p)
#define LANES_ZERO _mm512_setzero_si512()

/* f(a, b, c) bit by bit; f is an expression of IN_A, IN_B and IN_C. */
#define TERNARY(a, b, c, f) _mm512_ternarylogic_epi64(a, b, c, (f)&255)
enum { IN_A = 0xf0, IN_B = 0xcc, IN_C = 0xaa };

/* -x, byte by byte. */
#define NEGATE_BYTES(x) _mm512_sub_epi8(LANES_ZERO, x)

/* ==== Leaves ==== */

/* A node and its children for the AVX-512 counter, which takes eight children at a time and makes none of
 * them. White is to move in the node, and black replies.
 *
 * The children are bytes: a piece's square, its target, and its kind. All other data are the node's and the
 * same for all children: black's pieces do not move, though one may be captured. The view of each piece is a
 * *ray word*: the eight rays from its square, clockwise from the top, a byte a ray and a bit a square, the
 * nearest lowest. The child's word is (word & ~from) | to; from and to are the bits of these squares on the
 * rays, or 0. */

/* ---- Tables of asm/tables/ray_slots.asm; rays are those of ks_rays, a slot is 8 * ray + bit ---- */

#define LEAVES_TABLE extern __attribute__((visibility("hidden"), aligned(64)))
LEAVES_TABLE const uint8_t ks_ray_squares[64][64]; /* [square][slot]: the square there */
LEAVES_TABLE const uint64_t ks_ray_valid[64];      /* [square]: the slots that lie on the board */
LEAVES_TABLE const uint8_t ks_ray_slots[64][64];   /* [square][other]: the slot of the other, or NO_SLOT */
/* [square][other]: the neighbours of the square that a knight or king on `other` attacks, a bit a
 * direction. */
LEAVES_TABLE const uint8_t ks_near_leaps[64][64], ks_near_steps[64][64];

enum { NO_SLOT = 255 }; /* a shift by 255 gives 0 */

#define EACH_BYTE 0x0101010101010101u
#define ORTHOGONAL_RAYS 0x00ff00ff00ff00ffu
#define DIAGONAL_RAYS 0xff00ff00ff00ff00u

/* ---- The children ---- */

enum child_kind { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, CASTLING_KINGSIDE, CASTLING_QUEENSIDE };

/* Sixteen pieces have at most 28 moves each; the room includes the bytes stored after the last move. */
enum { CHILDREN_MAX = 448, CHILDREN_ROOM = CHILDREN_MAX + 64 };

/* The moves of white. from, to: the rook's in castling. near: the neighbours of `king` is black's that a
 * knight or the king of white attacks after the move, a bit a direction. */
struct children {
    uint8_t from[CHILDREN_ROOM], to[CHILDREN_ROOM], kind[CHILDREN_ROOM], near[CHILDREN_ROOM];
    unsigned count;
    uint64_t targets; /* all of `to` except castling's */
    uint64_t sources; /* all of `from` */
};

/* ---- Data that all children share ---- */

enum { PIECES_MAX = 15, PATH_SQUARES = 6, NO_STEP = 8 };

struct ray_words {
    uint64_t occupied;
    uint64_t sliders; /* white's sliders along the ray */
};

/* A square that black's king may step to. */
struct step {
    struct ray_words words; /* without the king */
    uint64_t own;           /* its bit if a black piece stands there; it may be captured */
    uint64_t pawns;         /* the squares from which white pawns attack it */
    uint64_t direction;     /* its bit in `near` */
    uint64_t square;
};

/* A black slider. */
struct slider {
    uint64_t occupied; /* ray word */
    uint64_t open;     /* the slots along which it slides, without black pieces */
    uint64_t rays;     /* the slots along which it slides */
    uint64_t square;
    uint64_t pin_slot; /* its bit in the ray word of the king, or 0 */
    uint64_t pin_rays; /* the slots along which it may slide when it is pinned */
};

struct knight {
    uint64_t square, targets; /* masks */
    uint64_t pin_slot;
};

/* A castling of black that white's pieces may or may not allow. */
struct castling {
    uint64_t rook;                  /* its bit */
    uint64_t empty;                 /* squares that must be empty */
    uint64_t knights, kings, pawns; /* the squares from which white's attack the path */
    size_t step;                    /* the direction of the step that must be possible, or NO_STEP */
    size_t count;                   /* the number of squares in `path`, which no slider may attack */
    struct {
        struct ray_words words; /* without king and rook */
        uint64_t square;
    } path[PATH_SQUARES];
};

/* Children in check. Their replies other than the king's are counted one by one. */
struct checked_group {
    uint8_t nearest[64];  /* ray words of the king, a lane a child: the nearest piece of each ray */
    uint64_t sliding;     /* bit 8 * lane + ray: the nearest piece is a checker */
    uint64_t pins;        /* bit 8 * lane + ray: the nearest piece is pinned */
    uint32_t first;       /* child of lane 0 */
    uint8_t lanes;        /* those in check */
    uint8_t near_checker; /* those in check by a pawn or a knight */
};

struct leaves {
    struct children children;
    uint64_t occupied, black;
    uint64_t white_pawns, white_knights, white_king;
    uint64_t black_pawns, black_knights, black_orthogonal, black_diagonal;
    unsigned king, white_king_square; /* black's king */
    struct ray_words words;           /* of the king */
    uint64_t own;                     /* ray word of the king: black's pieces */
    lanes check_from;  /* [kind]: the squares from which such a piece gives check without sliding */
    unsigned constant; /* moves of pieces whose moves no child changes and that cannot be pinned */
    size_t step_count, slider_count, knight_count, castling_count, checked_count;
    struct step steps[8];
    struct slider sliders[PIECES_MAX];
    struct knight knights[PIECES_MAX];
    struct castling castlings[2];
    struct checked_group checked[CHILDREN_MAX / 8];
};

/* ==== Children ==== */

/* Lists the children of a node, which are the moves of white. One compression a piece turns a set of targets
 * into bytes. */

/* ---- Storing ---- */

/* A growing list. The members that change are not in *children: a compiler must assume that bytes stored
 * there alias them, and would store and load them again for each piece. */
struct listing {
    struct children *children;
    unsigned count;
    uint64_t targets, sources;
};

/* Returns the numbers of the squares in order, a byte each. */
ALWAYS_INLINE lanes squares_in_order(uint64_t squares) {
    static const uint8_t numbers[64] __attribute__((aligned(64))) = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    return _mm512_maskz_compress_epi8(squares, LANES_LOAD(numbers));
}

/* Sixteen bytes are stored at the end of the children: such a narrow store seldom crosses a cache line, and
 * only a queen has more moves. */
#define STORE_16(to, bytes) _mm_storeu_si128((__m128i *)(to), bytes)

ALWAYS_INLINE void store_16(struct children *children, size_t at, __m128i from, __m128i to, unsigned kind,
                            __m128i near) {
    STORE_16(children->from + at, from);
    STORE_16(children->to + at, to);
    STORE_16(children->kind + at, _mm_set1_epi8((char)kind));
    STORE_16(children->near + at, near);
}

ALWAYS_INLINE void add_targets_and_sources(struct listing *list, uint64_t targets, uint64_t sources) {
    list->count += (unsigned)_mm_popcnt_u64(targets);
    list->targets |= targets;
    list->sources |= sources;
}

/* Adds the moves of a piece. near: a byte for each move, in the order of the targets. */
ALWAYS_INLINE void add_piece(struct listing *list, unsigned from, uint64_t targets, unsigned kind,
                             lanes near) {
    const lanes to = squares_in_order(targets);
    const __m128i from_16 = _mm_set1_epi8((char)from);
    store_16(list->children, list->count, from_16, _mm512_castsi512_si128(to), kind,
             _mm512_castsi512_si128(near));
    if (kind == QUEEN)
        store_16(list->children, list->count + 16, from_16, _mm512_extracti32x4_epi32(to, 1), kind,
                 _mm512_castsi512_si128(near));
    add_targets_and_sources(list, targets, targets ? bit(from) : 0);
}

/* Adds moves of pawns to these squares, at most sixteen; each pawn comes from square + back. */
ALWAYS_INLINE void add_pawns(struct listing *list, uint64_t targets, unsigned back, unsigned kind,
                             lanes near) {
    const __m128i to = _mm512_castsi512_si128(squares_in_order(targets));
    store_16(list->children, list->count, _mm_add_epi8(to, _mm_set1_epi8((char)back)), to, kind,
             _mm512_castsi512_si128(near));
    add_targets_and_sources(list, targets, targets << back);
}

/* ---- The attacks of a side's pieces ---- */

/* Returns the squares that the sliders attack: eight directions, a lane each, by doubling the distance.
 * Source: Kogge-Stone occluded fill (Chess Programming Wiki). */
ALWAYS_INLINE uint64_t attacks_of_sliders(uint64_t orthogonal, uint64_t diagonal, uint64_t occupied) {
    /* [direction of ks_rays]: the rotation of a step, and the squares that it can end on. */
    static const uint64_t rotations[8] __attribute__((aligned(64))) = {56, 57, 1, 9, 8, 7, 63, 55};
    static const uint64_t ends[8] __attribute__((aligned(64))) = {
        0x00ffffffffffffff, 0x00fefefefefefefe, 0xfefefefefefefefe, 0xfefefefefefefe00,
        0xffffffffffffff00, 0x7f7f7f7f7f7f7f00, 0x7f7f7f7f7f7f7f7f, 0x007f7f7f7f7f7f7f};
    const lanes one = LANES_LOAD(rotations), two = _mm512_add_epi64(one, one),
                four = _mm512_add_epi64(two, two);
    const lanes on_board = LANES_LOAD(ends);
    lanes reached = _mm512_mask_set1_epi64(LANES_ALL(diagonal), 0x55, (long long)orthogonal);
    lanes open = _mm512_and_si512(LANES_ALL(~occupied), on_board);
    reached = TERNARY(reached, open, _mm512_rolv_epi64(reached, one), IN_A | (IN_B & IN_C));
    open = _mm512_and_si512(open, _mm512_rolv_epi64(open, one));
    reached = TERNARY(reached, open, _mm512_rolv_epi64(reached, two), IN_A | (IN_B & IN_C));
    open = _mm512_and_si512(open, _mm512_rolv_epi64(open, two));
    reached = TERNARY(reached, open, _mm512_rolv_epi64(reached, four), IN_A | (IN_B & IN_C));
    return (uint64_t)_mm512_reduce_or_epi64(_mm512_and_si512(_mm512_rolv_epi64(reached, one), on_board));
}

/* Returns all squares that black attacks when white's king is removed. */
ALWAYS_INLINE uint64_t attacks_of_black(const struct node *node) {
    const uint64_t pawns = pieces_of(node, KS_WHITE_PAWN, KS_BLACK);
    const uint64_t others = occupied_squares(node) ^ pieces_of(node, KS_WHITE_KING, KS_WHITE);
    uint64_t attacks =
        attacks_of_sliders(orthogonal_sliders(node, KS_BLACK), diagonal_sliders(node, KS_BLACK), others) |
        attack_left(pawns, KS_BLACK) | attack_right(pawns, KS_BLACK) | ks_steps[king_square(node, KS_BLACK)];
    for (uint64_t rest = pieces_of(node, KS_WHITE_KNIGHT, KS_BLACK); rest; rest &= rest - 1)
        attacks |= ks_leaps[lowest_square(rest)];
    return attacks;
}

/* ---- The moves ---- */

/* The parts of `near`: tables by square, and the values while a piece does not move. */
struct near {
    lanes leaps, steps; /* [square of a piece] */
    unsigned king;      /* what white's king attacks */
    unsigned knights;   /* what all its knights attack */
    lanes all;          /* that of both, in each byte */
};

ALWAYS_INLINE unsigned near_of_knights(const uint8_t *leaps, uint64_t knights) {
    unsigned near = 0;
    for (; knights; knights &= knights - 1)
        near |= leaps[lowest_square(knights)];
    return near;
}

/* Returns `near` for each target: that of the other pieces, and that of the piece on the target. */
ALWAYS_INLINE lanes near_from(lanes table, uint64_t targets, unsigned others) {
    return _mm512_or_si512(_mm512_set1_epi8((char)others),
                           _mm512_permutexvar_epi8(squares_in_order(targets), table));
}

/* Returns the squares between two of a row. Castling needs those between king and rook empty, whatever their
 * files: a test of this alone answers for most nodes. */
ALWAYS_INLINE uint64_t between_in_row(unsigned a, unsigned b) {
    return a < b ? bit(b) - 2 * bit(a) : bit(a) - 2 * bit(b);
}

ALWAYS_INLINE bool may_castle(const struct node *node, unsigned rook, uint64_t attacked) {
    const unsigned king = king_square(node, KS_WHITE);
    const unsigned king_to = castled_king(KS_WHITE, king, rook), rook_to = castled_rook(KS_WHITE, king, rook);
    const uint64_t others = occupied_squares(node) & ~bit(king) & ~bit(rook);
    if ((row_span(king, king_to) | row_span(rook, rook_to)) & others || row_span(king, king_to) & attacked)
        return false;
    /* A rook on an outermost file covers nothing. */
    return (bit(rook) & (file_mask(FILE_A) | file_mask(FILE_H))) ||
           !is_attacked(node, king_to, KS_BLACK, others | bit(rook_to));
}

ALWAYS_INLINE void add_castlings(struct listing *list, const struct node *node, uint64_t attacked,
                                 const struct near *near, const uint8_t *steps) {
    const unsigned king = king_square(node, KS_WHITE);
    for (uint64_t rooks = node->castling & row_mask(back_row(KS_WHITE)); rooks; rooks &= rooks - 1) {
        const unsigned rook = lowest_square(rooks), at = list->count;
        if (between_in_row(king, rook) & occupied_squares(node) || !may_castle(node, rook, attacked))
            continue;
        list->children->from[at] = (uint8_t)rook;
        list->children->to[at] = (uint8_t)castled_rook(KS_WHITE, king, rook);
        list->children->kind[at] = rook > king ? CASTLING_KINGSIDE : CASTLING_QUEENSIDE;
        list->children->near[at] = (uint8_t)(near->knights | steps[castled_king(KS_WHITE, king, rook)]);
        list->sources |= row_mask(back_row(KS_WHITE));
        list->count++;
    }
}

ALWAYS_INLINE void add_knights(struct listing *list, const struct node *node, uint64_t mask,
                               const ks_king_lines *lines, const struct near *near, const uint8_t *leaps) {
    const uint64_t knights = pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE);
    for (uint64_t rest = knights & ~lines->pinned; rest; rest &= rest - 1) {
        const unsigned from = lowest_square(rest);
        const uint64_t targets = ks_leaps[from] & mask;
        const unsigned others = near->king | near_of_knights(leaps, knights & ~bit(from));
        add_piece(list, from, targets, KNIGHT, near_from(near->leaps, targets, others));
    }
}

ALWAYS_INLINE uint64_t orthogonal_targets(const struct node *node, unsigned from,
                                          const ks_king_lines *lines) {
    const uint64_t targets = orthogonal_attacks(from, occupied_squares(node));
    if (!(lines->pinned & bit(from)))
        return targets;
    return lines->pin_orthogonal & bit(from) ? targets & lines->pin_orthogonal : 0;
}

ALWAYS_INLINE uint64_t diagonal_targets(const struct node *node, unsigned from, const ks_king_lines *lines) {
    const uint64_t targets = diagonal_attacks(from, occupied_squares(node));
    if (!(lines->pinned & bit(from)))
        return targets;
    return lines->pin_diagonal & bit(from) ? targets & lines->pin_diagonal : 0;
}

ALWAYS_INLINE void add_sliders(struct listing *list, const struct node *node, uint64_t mask,
                               const ks_king_lines *lines, lanes near) {
    for (uint64_t rest = pieces_of(node, KS_WHITE_BISHOP, KS_WHITE); rest; rest &= rest - 1) {
        const unsigned from = lowest_square(rest);
        add_piece(list, from, diagonal_targets(node, from, lines) & mask, BISHOP, near);
    }
    for (uint64_t rest = pieces_of(node, KS_WHITE_ROOK, KS_WHITE); rest; rest &= rest - 1) {
        const unsigned from = lowest_square(rest);
        add_piece(list, from, orthogonal_targets(node, from, lines) & mask, ROOK, near);
    }
    for (uint64_t rest = pieces_of(node, KS_WHITE_QUEEN, KS_WHITE); rest; rest &= rest - 1) {
        const unsigned from = lowest_square(rest);
        const uint64_t targets = orthogonal_targets(node, from, lines) | diagonal_targets(node, from, lines);
        add_piece(list, from, targets & mask, QUEEN, near);
    }
}

ALWAYS_INLINE void add_promotions(struct listing *list, uint64_t targets, unsigned back,
                                  const struct near *near) {
    if (!targets)
        return;
    add_pawns(list, targets, back, KNIGHT, _mm512_or_si512(near->all, near_from(near->leaps, targets, 0)));
    for (unsigned kind = BISHOP; kind <= QUEEN; kind++)
        add_pawns(list, targets, back, kind, near->all);
}

/* Adds all moves of pawns except en passant. Returns the targets of double pushes. */
ALWAYS_INLINE uint64_t add_pawn_children(struct listing *list, const struct node *node, uint64_t mask,
                                         const ks_king_lines *lines, const struct near *near) {
    const uint64_t pawns = pieces_of(node, KS_WHITE_PAWN, KS_WHITE), free = pawns & ~lines->pinned;
    const uint64_t on_diagonal = pawns & lines->pinned & lines->pin_diagonal;
    const uint64_t on_file = pawns & lines->pinned & lines->pin_orthogonal;
    const uint64_t enemies = node->sides[KS_BLACK] & mask, empty = ~occupied_squares(node);
    const uint64_t last = row_mask(back_row(KS_BLACK));
    const uint64_t left =
        enemies & (attack_left(free, KS_WHITE) | (attack_left(on_diagonal, KS_WHITE) & lines->pin_diagonal));
    const uint64_t right = enemies & (attack_right(free, KS_WHITE) |
                                      (attack_right(on_diagonal, KS_WHITE) & lines->pin_diagonal));
    const uint64_t once = (push(free, KS_WHITE) | (push(on_file, KS_WHITE) & lines->pin_orthogonal)) & empty;
    const uint64_t twice = push(once & row_mask(5), KS_WHITE) & empty & mask;
    add_pawns(list, left & ~last, 9, PAWN, near->all);
    add_pawns(list, right & ~last, 7, PAWN, near->all);
    add_pawns(list, once & mask & ~last, 8, PAWN, near->all);
    add_pawns(list, twice, 16, PAWN, near->all);
    if ((left | right | (once & mask)) & last) {
        add_promotions(list, left & last, 9, near);
        add_promotions(list, right & last, 7, near);
        add_promotions(list, once & mask & last, 8, near);
    }
    return twice;
}

/* Pads the list with moves of a king from black's king's square to the same square, which change no ray. */
ALWAYS_INLINE void pad(struct children *children, unsigned king) {
    const uint64_t nowhere = king * EACH_BYTE, kind = KING * EACH_BYTE;
    memcpy(children->from + children->count, &nowhere, 8);
    memcpy(children->to + children->count, &nowhere, 8);
    memcpy(children->kind + children->count, &kind, 8);
}

/* Lists all children except those by en passant, castlings first. Returns the targets of double pushes. */
ALWAYS_INLINE uint64_t list_children(struct children *children, const struct node *node,
                                     const ks_king_lines *lines) {
    const unsigned king = king_square(node, KS_BLACK), own_king = king_square(node, KS_WHITE);
    const uint8_t *leaps = ks_near_leaps[king], *steps = ks_near_steps[king];
    const uint64_t attacked = attacks_of_black(node);
    const uint64_t king_targets = ks_steps[own_king] & ~node->sides[KS_WHITE] & ~attacked;
    struct near near = {.leaps = LANES_LOAD(leaps), .steps = LANES_LOAD(steps), .king = steps[own_king]};
    struct listing list = {.children = children};
    near.knights = near_of_knights(leaps, pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE));
    near.all = _mm512_set1_epi8((char)(near.king | near.knights));
    if (!lines->checkers && node->castling & row_mask(back_row(KS_WHITE)))
        add_castlings(&list, node, attacked, &near, steps);
    add_piece(&list, own_king, king_targets, KING, near_from(near.steps, king_targets, near.knights));
    uint64_t twice = 0;
    if (!(lines->checkers & (lines->checkers - 1))) {
        const uint64_t mask = ~node->sides[KS_WHITE] & (lines->checkers ? lines->check_lines : ~(uint64_t)0);
        add_knights(&list, node, mask, lines, &near, leaps);
        add_sliders(&list, node, mask, lines, near.all);
        twice = add_pawn_children(&list, node, mask, lines, &near);
    }
    children->count = list.count;
    children->targets = list.targets;
    children->sources = list.sources;
    pad(children, king);
    return twice;
}

#endif
