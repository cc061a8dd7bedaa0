/* Lists the legal moves: the squares that the king may not enter, how moves are written, and which ones
 * there are. Each build of the generator includes it. */
#ifndef KS_GENERATOR_LIST_TMPL_H
#define KS_GENERATOR_LIST_TMPL_H

#include "core/board/geometry.h"
#include "core/processor/processor.h"
#include "rules/generator/sets_tmpl.h"
#include "rules/generator/tables.h"

/* ==== Squares that the king may not enter ==== */

/* The squares that the enemy attacks when the king is away. With AVX-512 all eight directions are found at
 * once, a direction a lane. In other builds each asked square is tested alone. */

#ifdef KS_FOR_AVX512VBMI2

#define LANE_SET(e, s, se, sw, w, n, nw, ne)                                                                 \
    _mm512_setr_epi64((long long)(e), (long long)(s), (long long)(se), (long long)(sw), (long long)(w),      \
                      (long long)(n), (long long)(nw), (long long)(ne))
#define ROTATE _mm512_rolv_epi64
#define OR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xfe)
#define OR_AND(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xf8) /* a | (b & c) */
#define AND _mm512_and_si512
#define ALL_LANES(x) _mm512_set1_epi64((long long)(x))
enum { DIAGONAL_LANES = 0xcc };

struct enemies {
    __m512i occupied, kings, enemy, sliders, knights, pawns_and_kings; /* kings and the last: of both sides */
};

ALWAYS_INLINE struct enemies find_enemies(const struct sets *s, unsigned us) {
    const __m512i b0 = ALL_LANES(s->bits[0]), b1 = ALL_LANES(s->bits[1]), b2 = ALL_LANES(s->bits[2]),
                  b3 = ALL_LANES(s->bits[3]);
    const __m512i occupied = OR3(b0, b1, b2), kings = AND(b1, b2);
    const __m512i enemy = us == KS_WHITE ? b3 : _mm512_andnot_si512(b3, occupied);
    const __m512i orthogonal = _mm512_andnot_si512(b1, b2),
                  diagonal = _mm512_ternarylogic_epi64(b0, b1, b2, 0xe0); /* b0 & (b1 | b2) */
    const __m512i pawns = _mm512_ternarylogic_epi64(b0, b1, b2, 0x10);    /* b0 & ~b1 & ~b2 */
    return (struct enemies){
        .occupied = occupied,
        .kings = kings,
        .enemy = enemy,
        .sliders = AND(_mm512_mask_mov_epi64(orthogonal, DIAGONAL_LANES, diagonal), enemy),
        .knights = AND(_mm512_ternarylogic_epi64(b1, b0, b2, 0x10), enemy),
        .pawns_and_kings = _mm512_mask_or_epi64(kings, us == KS_WHITE ? 0x0c : 0xc0, kings, pawns)};
}

/* The squares that a step in each lane's direction enters, and a leap. */
ALWAYS_INLINE __m512i lane_edges(void) {
    const uint64_t a = ~file_mask(FILE_A), h = ~file_mask(FILE_H), top = ~(uint64_t)0 << 8,
                   bottom = ~(uint64_t)0 >> 8;
    return LANE_SET(a, top, a & top, h & top, h, bottom, h & bottom, a & bottom);
}

ALWAYS_INLINE __m512i lane_leap_edges(void) {
    const uint64_t a = ~file_mask(FILE_A), h = ~file_mask(FILE_H), top = ~(uint64_t)0 << 8,
                   bottom = ~(uint64_t)0 >> 8;
    const uint64_t a2 = a & ~file_mask(1), h2 = h & ~file_mask(6), top2 = top << 8, bottom2 = bottom >> 8;
    return LANE_SET(h2 & top, a2 & top, h & top2, a & top2, a2 & bottom, h2 & bottom, a & bottom2,
                    h & bottom2);
}

/* Return where a step or a leap leads; those over an edge have to be masked. */
ALWAYS_INLINE __m512i step_in_lanes(__m512i from) {
    return ROTATE(from, LANE_SET(1, 8, 9, 7, 63, 56, 55, 57));
}

ALWAYS_INLINE __m512i leap_in_lanes(__m512i from) {
    return ROTATE(from, LANE_SET(6, 10, 15, 17, 58, 54, 49, 47));
}

/* Returns the squares in each lane's direction to which sliders come, and where they stand. free has the
 * empty squares that its direction enters: those of lane_edges. Sliders go on by the prefix of Kogge and
 * Stone. Source: fill algorithms, by S. Cathcart and others (Chess Programming Wiki). */
ALWAYS_INLINE __m512i slide_in_lanes(__m512i sliders, __m512i free) {
    const __m512i by_2 = LANE_SET(2, 16, 18, 14, 62, 48, 46, 50),
                  by_4 = LANE_SET(4, 32, 36, 28, 60, 32, 28, 36);
    __m512i reach = OR_AND(sliders, free, step_in_lanes(sliders));
    free = AND(free, step_in_lanes(free));
    reach = OR_AND(reach, free, ROTATE(reach, by_2));
    free = AND(free, ROTATE(free, by_2));
    return OR_AND(reach, free, ROTATE(reach, by_4));
}

/* One more step attacks, of pawns and kings too. asked is not used. */
ALWAYS_INLINE uint64_t find_danger(const struct sets *s, unsigned us, uint64_t asked) {
    const struct enemies enemies = find_enemies(s, us);
    const __m512i king = _mm512_andnot_si512(enemies.enemy, enemies.kings),
                  free = _mm512_ternarylogic_epi64(enemies.occupied, king, lane_edges(),
                                                   0x82); /* ~(o ^ k) & e */
    const __m512i from =
        OR_AND(slide_in_lanes(enemies.sliders, free), enemies.pawns_and_kings, enemies.enemy);
    (void)asked;
    return (uint64_t)_mm512_reduce_or_epi64(
        OR_AND(AND(step_in_lanes(from), lane_edges()), lane_leap_edges(), leap_in_lanes(enemies.knights)));
}

#else

/* Returns the attacked ones among the asked squares. */
ALWAYS_INLINE uint64_t find_danger(const struct sets *s, unsigned us, uint64_t asked) {
    const uint64_t occupied = s->occupied ^ bit(s->king);
    uint64_t danger = 0;
    for (; asked; asked &= asked - 1) {
        const unsigned square = lowest_square(asked);
        const uint64_t attackers = near_attackers(s, square, us) |
                                   (slide_orthogonally(square, occupied) & s->orthogonal) |
                                   (slide_diagonally(square, occupied) & s->diagonal);
        danger |= attackers ? asked & -asked : 0;
    }
    return danger;
}

#endif

/* ==== Writing moves ==== */

/* How moves are listed, in three ways that give the same order: whole registers compressed by VPCOMPRESSW,
 * eight moves at once by PSHUFB, and one after the other. Registers are stored whole, so up to MOVES_PAST
 * moves after the last one are overwritten. There is no loop over targets in the first two, and so no branch
 * that cannot be predicted where it ends. */

#ifdef KS_FOR_AVX512VBMI2
#define KS_COMPRESSES
#endif

/* The purpose is a constant in every call. */
enum purpose { LIST, COUNT };

struct moves {
    ks_move *next; /* LIST: the place of the next move */
    size_t count;  /* COUNT: the number of moves found */
};

ALWAYS_INLINE unsigned size_of_set(uint64_t set) {
    return (unsigned)__builtin_popcountll(set);
}

ALWAYS_INLINE void add_move(struct moves *moves, enum purpose purpose, ks_move move) {
    if (purpose == LIST)
        *moves->next++ = move;
    else
        moves->count++;
}

#ifdef KS_HAS_PEXT

/* ---- Rows of moves; a set picks some of them ---- */

ALWAYS_INLINE void write_8(struct moves *moves, const ks_move row[8], unsigned set) {
    const __m128i all = _mm_loadu_si128((const __m128i *)(const void *)row);
#ifdef KS_COMPRESSES
    const __m128i front = _mm_maskz_compress_epi16((__mmask8)set, all);
#else
    const __m128i front =
        _mm_shuffle_epi8(all, _mm_load_si128((const __m128i *)(const void *)ks_shuffles[set]));
#endif
    _mm_storeu_si128((__m128i *)(void *)moves->next, front);
    moves->next += size_of_set(set);
}

ALWAYS_INLINE void write_16(struct moves *moves, const ks_move row[16], unsigned set) {
#ifdef KS_COMPRESSES
    const __m256i all = _mm256_loadu_si256((const __m256i *)(const void *)row);
    _mm256_storeu_si256((__m256i *)(void *)moves->next, _mm256_maskz_compress_epi16((__mmask16)set, all));
    moves->next += size_of_set(set);
#else
    write_8(moves, row, set & 255);
    write_8(moves, row + 8, set >> 8);
#endif
}

/* A queen's moves: both rows, which stand side by side. */
ALWAYS_INLINE void write_32(struct moves *moves, const struct square *at, unsigned orthogonal,
                            unsigned diagonal) {
#ifdef KS_COMPRESSES
    const unsigned set = orthogonal | diagonal << 16;
    const __m512i all = _mm512_load_si512(at->orthogonal_moves);
    _mm512_storeu_si512(moves->next, _mm512_maskz_compress_epi16(set, all));
    moves->next += size_of_set(set);
#else
    write_16(moves, at->orthogonal_moves, orthogonal);
    write_16(moves, at->diagonal_moves, diagonal);
#endif
}

/* ---- Moves from a square ---- */

/* The functions below add the moves from a square to the allowed ones. */

ALWAYS_INLINE void add_leaps(struct moves *moves, enum purpose purpose, unsigned from, uint64_t allowed) {
    const uint64_t leaps = ks_squares_of_sliders[from].leaps;
    if (purpose == LIST)
        write_8(moves, ks_near_squares[from].leaps, (unsigned)extract_bits(allowed, leaps));
    else
        moves->count += size_of_set(allowed & leaps);
}

ALWAYS_INLINE void add_steps(struct moves *moves, enum purpose purpose, unsigned from, uint64_t allowed) {
    const uint64_t steps = ks_squares_of_sliders[from].steps;
    if (purpose == LIST)
        write_8(moves, ks_near_squares[from].steps, (unsigned)extract_bits(allowed, steps));
    else
        moves->count += size_of_set(allowed & steps);
}

ALWAYS_INLINE unsigned allowed_reach(const struct slides *slides, uint64_t occupied, uint64_t allowed) {
    return reach_along(slides, occupied) & (unsigned)extract_bits(allowed, slides->rays);
}

ALWAYS_INLINE void add_orthogonal_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                         uint64_t occupied, uint64_t allowed) {
    const struct square *at = &ks_squares_of_sliders[from];
    const unsigned set = allowed_reach(&at->orthogonal, occupied, allowed);
    if (purpose == LIST)
        write_16(moves, at->orthogonal_moves, set);
    else
        moves->count += size_of_set(set);
}

ALWAYS_INLINE void add_diagonal_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                       uint64_t occupied, uint64_t allowed) {
    const struct square *at = &ks_squares_of_sliders[from];
    const unsigned set = allowed_reach(&at->diagonal, occupied, allowed);
    if (purpose == LIST)
        write_16(moves, at->diagonal_moves, set);
    else
        moves->count += size_of_set(set);
}

ALWAYS_INLINE void add_queen_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                    uint64_t occupied, uint64_t allowed) {
    const struct square *at = &ks_squares_of_sliders[from];
    const unsigned orthogonal = allowed_reach(&at->orthogonal, occupied, allowed);
    const unsigned diagonal = allowed_reach(&at->diagonal, occupied, allowed);
    if (purpose == LIST)
        write_32(moves, at, orthogonal, diagonal);
    else
        moves->count += size_of_set(orthogonal | diagonal << 16);
}

#else

ALWAYS_INLINE void add_targets(struct moves *moves, enum purpose purpose, unsigned from, uint64_t targets) {
    if (purpose == COUNT)
        moves->count += size_of_set(targets);
    else
        for (; targets; targets &= targets - 1)
            *moves->next++ = KS_MOVE(from, lowest_square(targets), KS_MOVE_PLAIN);
}

ALWAYS_INLINE void add_leaps(struct moves *moves, enum purpose purpose, unsigned from, uint64_t allowed) {
    add_targets(moves, purpose, from, ks_leaps[from] & allowed);
}

ALWAYS_INLINE void add_steps(struct moves *moves, enum purpose purpose, unsigned from, uint64_t allowed) {
    add_targets(moves, purpose, from, ks_steps[from] & allowed);
}

ALWAYS_INLINE void add_orthogonal_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                         uint64_t occupied, uint64_t allowed) {
    add_targets(moves, purpose, from, slide_orthogonally(from, occupied) & allowed);
}

ALWAYS_INLINE void add_diagonal_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                       uint64_t occupied, uint64_t allowed) {
    add_targets(moves, purpose, from, slide_diagonally(from, occupied) & allowed);
}

ALWAYS_INLINE void add_queen_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                    uint64_t occupied, uint64_t allowed) {
    add_orthogonal_slides(moves, purpose, from, occupied, allowed);
    add_diagonal_slides(moves, purpose, from, occupied, allowed);
}

#endif

/* Adds a move from each of these squares, `step` squares on. Four are written at once, however many there
 * are, when the lowest bit of no bits is defined. */
ALWAYS_INLINE void add_by_step(struct moves *moves, enum purpose purpose, uint64_t from, int step,
                               unsigned kind) {
    const unsigned rest = (unsigned)(64 * step) + 4096 * kind; /* KS_MOVE(f, f + step, kind) is 65 f + rest */
    const unsigned count = size_of_set(from);
    if (purpose == COUNT) {
        moves->count += count;
        return;
    }
#ifdef KS_FOR_BMI2
    for (ks_move *at = moves->next; from; at += 4)
        for (unsigned i = 0; i < 4; i++, from &= from - 1)
            at[i] = (ks_move)(65 * (unsigned)_tzcnt_u64(from) + rest);
#else
    for (ks_move *at = moves->next; from; from &= from - 1)
        *at++ = (ks_move)(65 * lowest_square(from) + rest);
#endif
    moves->next += count;
}

/* ==== Listing moves ==== */

/* The generator of legal moves. Checks and pins come first; then only legal moves are listed: a pinned piece
 * stays on its line, a check is answered on its line, and the king enters no square that the enemy attacks.
 * Only en passant is tried.
 *
 * The order: pawns that are free, pawns that promote or are pinned, knights, bishops, rooks, queens, pinned
 * sliders, castling, en passant, king. The pieces of a kind are in the order of their squares, and the moves
 * of a piece in the order of their targets, a queen's along ranks and files first. Pawns go one square, two,
 * or capture towards the a-file or the h-file. */

/* The moves that a list is about. */
struct selection {
    uint64_t from, to;
    uint64_t castling; /* the rooks with which the king may castle */
    bool en_passant;
};

/* The squares to which pieces of each kind may go to give check. Not all such moves do. */
struct check_targets {
    uint64_t pawns, knights, bishops, rooks, queens, king;
    uint64_t castling; /* the rooks that may give check by castling */
    uint64_t hiding;   /* own pieces that may uncover a check, by any move */
};

/* ---- Pawns ---- */

/* The squares that pawns push to, the squares that they may go to at all, and the squares of the pieces to
 * capture. */
struct pawn_targets {
    uint64_t empty, allowed, enemy;
};

/* The pawns that make each kind of move. */
struct pawn_moves {
    uint64_t once, twice, left, right;
};

ALWAYS_INLINE struct pawn_moves find_pawn_moves(uint64_t pawns, const struct pawn_targets *targets,
                                                unsigned us) {
    const unsigned them = us ^ 1;
    const uint64_t once = pawns & push(targets->empty, them);
    const uint64_t captured = targets->enemy & targets->allowed;
    const uint64_t second = us == KS_WHITE ? row_mask(6) : row_mask(1);
    return (struct pawn_moves){once & push(targets->allowed, them),
                               once & second & push(push(targets->empty & targets->allowed, them), them),
                               pawns & attack_right(captured, them), pawns & attack_left(captured, them)};
}

ALWAYS_INLINE void add_pawn_moves(struct moves *moves, enum purpose purpose, const struct pawn_moves *pawns,
                                  unsigned us) {
    const int forward = us == KS_WHITE ? -8 : 8;
    add_by_step(moves, purpose, pawns->once, forward, KS_MOVE_PLAIN);
    add_by_step(moves, purpose, pawns->twice, 2 * forward, KS_MOVE_DOUBLE_PUSH);
    add_by_step(moves, purpose, pawns->left, forward - 1, KS_MOVE_PLAIN);
    add_by_step(moves, purpose, pawns->right, forward + 1, KS_MOVE_PLAIN);
}

ALWAYS_INLINE void add_promotions(struct moves *moves, enum purpose purpose, const struct pawn_moves *pawns,
                                  uint64_t last, unsigned us) {
    const int forward = us == KS_WHITE ? -8 : 8;
    for (unsigned kind = KS_MOVE_TO_KNIGHT; kind <= KS_MOVE_TO_QUEEN; kind++) {
        add_by_step(moves, purpose, pawns->once & last, forward, kind);
        add_by_step(moves, purpose, pawns->left & last, forward - 1, kind);
        add_by_step(moves, purpose, pawns->right & last, forward + 1, kind);
    }
}

/* Adds the moves of any pawns. */
ALWAYS_INLINE void add_any_pawns(struct moves *moves, enum purpose purpose, const struct sets *s,
                                 uint64_t pawns, const struct pawn_targets *targets, uint64_t pin_lines,
                                 unsigned us) {
    const unsigned them = us ^ 1;
    const uint64_t file = pin_lines & file_mask(s->king & 7), diagonals = pin_lines & diagonal_rays(s->king);
    const uint64_t free = ~pin_lines, last = us == KS_WHITE ? row_mask(1) : row_mask(6);
    struct pawn_moves all = find_pawn_moves(pawns, targets, us);
    all.once &= free | file;
    all.twice &= free | file;
    all.left &= free | (diagonals & attack_right(diagonals, them));
    all.right &= free | (diagonals & attack_left(diagonals, them));
    const struct pawn_moves others = {all.once & ~last, all.twice, all.left & ~last, all.right & ~last};
    add_pawn_moves(moves, purpose, &others, us);
    if (RARE(pawns & last))
        add_promotions(moves, purpose, &all, last, us);
}

#ifdef KS_COMPRESSES
/* Writes the moves of at most eight pawns that neither promote nor are pinned: four groups of eight words in
 * one register. A move is 65 * from and a constant. Which pawns can go is asked on the squares that they go
 * to. */
ALWAYS_INLINE void write_free_pawns(struct moves *moves, uint64_t pawns, const struct pawn_targets *targets,
                                    unsigned us) {
#define GROUP(step, kind)                                                                                    \
    (long long)(0x0001000100010001u * (uint16_t)((unsigned)(64 * (step)) + 4096u * (kind)))
    const int forward = us == KS_WHITE ? -8 : 8;
    const long long a = GROUP(forward, KS_MOVE_PLAIN), b = GROUP(2 * forward, KS_MOVE_DOUBLE_PUSH),
                    c = GROUP(forward - 1, KS_MOVE_PLAIN), d = GROUP(forward + 1, KS_MOVE_PLAIN);
#undef GROUP
    const long long eights = 0x0808080808080808, first = 0x0706050403020100;
    const uint64_t captures = targets->enemy & targets->allowed, once = targets->empty & targets->allowed;
    const uint64_t twice = once & push(targets->empty, us) & (us == KS_WHITE ? row_mask(4) : row_mask(3));
    const unsigned set =
        (unsigned)(extract_bits(once, push(pawns, us)) | extract_bits(twice, push(push(pawns, us), us)) << 8 |
                   extract_bits(captures & ~file_mask(FILE_H), us == KS_WHITE ? pawns >> 9 : pawns << 7)
                       << 16 |
                   extract_bits(captures & ~file_mask(FILE_A), us == KS_WHITE ? pawns >> 7 : pawns << 9)
                       << 24);
    const __m512i all =
        _mm512_setr_epi64(first, first + eights, first + 2 * eights, first + 3 * eights, first + 4 * eights,
                          first + 5 * eights, first + 6 * eights, first + 7 * eights);
    const __m128i from = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(pawns, all));
    const __m512i words = _mm512_cvtepu8_epi16(_mm256_broadcastq_epi64(from));
    const __m512i each = _mm512_add_epi16(_mm512_add_epi16(words, _mm512_setr_epi64(a, a, b, b, c, c, d, d)),
                                          _mm512_slli_epi16(words, 6));
    _mm512_storeu_si512(moves->next, _mm512_maskz_compress_epi16(set, each));
    moves->next += size_of_set(set);
}
#endif

ALWAYS_INLINE void add_free_pawns(struct moves *moves, enum purpose purpose, uint64_t pawns,
                                  const struct pawn_targets *targets, unsigned us) {
#ifdef KS_COMPRESSES
    if (purpose == LIST) {
        write_free_pawns(moves, pawns, targets, us);
        return;
    }
#endif
    const struct pawn_moves all = find_pawn_moves(pawns, targets, us);
    add_pawn_moves(moves, purpose, &all, us);
}

ALWAYS_INLINE void add_pawns(struct moves *moves, enum purpose purpose, const struct sets *s, uint64_t pawns,
                             uint64_t allowed, uint64_t pin_lines, unsigned us) {
    const struct pawn_targets targets = {~s->occupied, allowed, s->enemy};
    const uint64_t last = us == KS_WHITE ? row_mask(0) | row_mask(1) : row_mask(6) | row_mask(7);
    const uint64_t others = size_of_set(pawns) > 8 ? pawns : pawns & (last | pin_lines);
    add_free_pawns(moves, purpose, pawns ^ others, &targets, us);
    if (RARE(others))
        add_any_pawns(moves, purpose, s, others, &targets, pin_lines, us);
}

/* ---- En passant ---- */

/* Returns whether the king is safe after this capture, which may open a line on which neither pawn was
 * pinned. */
ALWAYS_INLINE bool is_en_passant_safe(const struct sets *s, unsigned from, unsigned to, unsigned captured,
                                      uint64_t checkers) {
    const uint64_t occupied = (s->occupied & ~bit(from) & ~bit(captured)) | bit(to);
    return !(slide_orthogonally(s->king, occupied) & s->orthogonal) &&
           !(slide_diagonally(s->king, occupied) & s->diagonal) &&
           !(checkers & ~bit(captured) & ~s->orthogonal & ~s->diagonal);
}

ALWAYS_INLINE void add_en_passant(struct moves *moves, enum purpose purpose, const struct sets *s,
                                  uint64_t pawns, unsigned to, uint64_t checkers, unsigned us) {
    const unsigned captured = us == KS_WHITE ? to + 8 : to - 8;
    uint64_t rest = (attack_left(bit(to), us ^ 1) | attack_right(bit(to), us ^ 1)) & pawns;
    for (; rest; rest &= rest - 1)
        if (is_en_passant_safe(s, lowest_square(rest), to, captured, checkers))
            add_move(moves, purpose, KS_MOVE(lowest_square(rest), to, KS_MOVE_EN_PASSANT));
}

/* ---- Knights and sliders ---- */

ALWAYS_INLINE void add_knights(struct moves *moves, enum purpose purpose, uint64_t knights,
                               uint64_t allowed) {
    for (; knights; knights &= knights - 1)
        add_leaps(moves, purpose, lowest_square(knights), allowed);
}

ALWAYS_INLINE void add_sliders(struct moves *moves, enum purpose purpose, const struct sets *s,
                               uint64_t pieces, uint64_t allowed, const struct check_targets *to) {
    const uint64_t *b = s->bits;
    for (uint64_t rest = b[0] & b[1] & pieces; rest; rest &= rest - 1)
        add_diagonal_slides(moves, purpose, lowest_square(rest), s->occupied, allowed & to->bishops);
    for (uint64_t rest = b[2] & ~b[1] & ~b[0] & pieces; rest; rest &= rest - 1)
        add_orthogonal_slides(moves, purpose, lowest_square(rest), s->occupied, allowed & to->rooks);
    for (uint64_t rest = b[2] & b[0] & pieces; rest; rest &= rest - 1)
        add_queen_slides(moves, purpose, lowest_square(rest), s->occupied, allowed & to->queens);
}

/* Adds the moves of pinned sliders. Each stays on its line. */
ALWAYS_INLINE void add_pinned_sliders(struct moves *moves, enum purpose purpose, const struct sets *s,
                                      uint64_t pinned, uint64_t pin_lines, uint64_t allowed) {
    const uint64_t *b = s->bits, straight = pin_lines & orthogonal_rays(s->king);
    const uint64_t slant = pin_lines ^ straight;
    for (uint64_t rest = b[2] & ~b[1] & pinned & straight; rest; rest &= rest - 1)
        add_orthogonal_slides(moves, purpose, lowest_square(rest), s->occupied, allowed & straight);
    for (uint64_t rest = b[0] & (b[1] | b[2]) & pinned & slant; rest; rest &= rest - 1)
        add_diagonal_slides(moves, purpose, lowest_square(rest), s->occupied, allowed & slant);
}

/* ---- The king ---- */

/* Returns the squares that castling with these rooks needs safe, where nothing else forbids it. */
ALWAYS_INLINE uint64_t castling_path(const struct sets *s, uint64_t rooks) {
    const unsigned row = s->king & 56;
    uint64_t path = 0;
    for (; rooks; rooks &= rooks - 1) {
        const struct castling_way *way = &ks_castling_ways[s->king & 7][lowest_square(rooks) & 7];
        path |= way->empty << row & s->occupied ? 0 : way->safe << row;
    }
    return path & ~bit(s->king);
}

/* Adds castling, when the king is not in check. A rook on a pin's line shields the king's new square. */
ALWAYS_INLINE void add_castling(struct moves *moves, enum purpose purpose, const struct sets *s,
                                uint64_t rooks, uint64_t danger, uint64_t pin_lines) {
    const unsigned row = s->king & 56;
    for (; rooks; rooks &= rooks - 1) {
        const unsigned rook = lowest_square(rooks);
        const struct castling_way *way = &ks_castling_ways[s->king & 7][rook & 7];
        if (!((way->empty << row & s->occupied) | (way->safe << row & danger) | (bit(rook) & pin_lines)))
            add_move(moves, purpose, KS_MOVE(s->king, rook, KS_MOVE_CASTLING));
    }
}

/* ---- Checks ---- */

/* Finds the targets against an enemy king who is not in check. A piece that stands between that king and a
 * slider of `us` may give check by any move. Then the targets of its kind are all squares, so that the moves
 * of that kind keep their order. Castling brings a rook to the file d or f, and uncovers the row alone. */
ALWAYS_INLINE struct check_targets find_check_targets(const struct sets *s, unsigned king, unsigned us) {
    const uint64_t *b = s->bits, anywhere = ~(uint64_t)0;
    const uint64_t straight = slide_orthogonally(king, s->occupied),
                   slant = slide_diagonally(king, s->occupied);
    const uint64_t rooks_behind = slide_orthogonally(king, s->occupied & ~(straight & s->own)) & ~straight,
                   bishops_behind = slide_diagonally(king, s->occupied & ~(slant & s->own)) & ~slant;
    const uint64_t hiding = (rooks_behind & b[2] & ~b[1] & s->own ? straight & s->own : 0) |
                            (bishops_behind & b[0] & (b[1] | b[2]) & s->own ? slant & s->own : 0);
    const uint64_t pawns = attack_left(bit(king), us ^ 1) | attack_right(bit(king), us ^ 1);
    return (struct check_targets){
        .pawns = pawns_of(s) & hiding ? anywhere : pawns | row_mask(0) | row_mask(7),
        .knights = knights_of(s) & hiding ? anywhere : leaps_from(king),
        .bishops = b[0] & b[1] & hiding ? anywhere : slant,
        .rooks = b[2] & ~b[1] & ~b[0] & hiding ? anywhere : straight,
        .queens = b[2] & b[0] & hiding ? anywhere : straight | slant,
        .king = s->kings & hiding ? anywhere : 0,
        .castling = bit(king) & (file_mask(3) | file_mask(5) | row_mask(back_row(us))) ? anywhere : 0,
        .hiding = hiding};
}

/* ---- All ---- */

/* Adds the selected legal moves of `us`, which has one king.
 * checks are the targets of moves that may give check, or NULL when others are wanted too. */
ALWAYS_INLINE void add_legal_moves(struct moves *moves, enum purpose purpose, const ks_position *position,
                                   const struct sets *s, const struct selection *selection,
                                   const struct check_targets *checks, unsigned us) {
    const struct lines lines = find_lines(s, us);
    const uint64_t anywhere = ~(uint64_t)0;
    const struct check_targets all = {anywhere, anywhere, anywhere, anywhere,
                                      anywhere, anywhere, anywhere, 0},
                               *const to = checks ? checks : &all;
    const uint64_t target = ~s->own & ~kings_of(s) & selection->to;
    const uint64_t rooks = lines.checkers ? 0
                                          : position->private_castling & row_mask(back_row(us)) &
                                                selection->castling & to->castling;
    const uint64_t asked =
        steps_from(s->king) & target & to->king & (selection->from & bit(s->king) ? anywhere : 0);
    const uint64_t danger =
        checks && !(asked | rooks) ? 0 : find_danger(s, us, asked | (rooks ? castling_path(s, rooks) : 0));
    if (!RARE(lines.checkers & (lines.checkers - 1))) {
        const uint64_t allowed = target & (lines.checkers ? lines.check_lines : anywhere);
        const uint64_t pieces = s->own & selection->from, free = pieces & ~lines.pin_lines;
        const uint64_t pawns = pawns_of(s) & pieces;
        add_pawns(moves, purpose, s, pawns, allowed & to->pawns, lines.pin_lines, us);
        add_knights(moves, purpose, knights_of(s) & free, allowed & to->knights);
        add_sliders(moves, purpose, s, free, allowed, to);
        if (RARE(lines.pin_lines & pieces))
            add_pinned_sliders(moves, purpose, s, pieces, lines.pin_lines, allowed);
        if (rooks)
            add_castling(moves, purpose, s, rooks, danger, lines.pin_lines);
        if (RARE(position->private_capturable != KS_NO_SQUARE) && selection->en_passant)
            add_en_passant(moves, purpose, s, pawns, position->private_capturable, lines.checkers, us);
    }
    add_steps(moves, purpose, s->king, asked & ~danger);
}

#endif
