/* Finds the sets of squares from which the generator makes moves: where pieces reach, checks and pins, and
 * which squares are safe. */
#ifndef KS_GENERATOR_SETS_TMPL_H
#define KS_GENERATOR_SETS_TMPL_H

#include <stdbool.h>

#include "core/board/geometry.h"
#include "core/processor/processor.h"
#include "rules/attacks.h"
#include "rules/generator/tables.h"

/* ==== Where pieces reach ==== */

/* The squares that sliders reach on an occupied board: by tables of two bytes a set with PEXT, and by
 * arithmetic. */

#ifdef KS_HAS_PEXT
/* Returns which squares of its own rays a slider reaches. */
ALWAYS_INLINE unsigned reach_along(const struct slides *slides, uint64_t occupied) {
    return slides->reach[extract_bits(occupied, slides->relevant)];
}

ALWAYS_INLINE uint64_t slide_orthogonally(unsigned square, uint64_t occupied) {
    const struct slides *slides = &ks_squares_of_sliders[square].orthogonal;
    return deposit_bits(reach_along(slides, occupied), slides->rays);
}

ALWAYS_INLINE uint64_t slide_diagonally(unsigned square, uint64_t occupied) {
    const struct slides *slides = &ks_squares_of_sliders[square].diagonal;
    return deposit_bits(reach_along(slides, occupied), slides->rays);
}

/* The squares that pieces reach on an empty board: a line of the cache for each square. */
ALWAYS_INLINE uint64_t orthogonal_rays(unsigned square) {
    return ks_squares_of_sliders[square].orthogonal.rays;
}

ALWAYS_INLINE uint64_t diagonal_rays(unsigned square) {
    return ks_squares_of_sliders[square].diagonal.rays;
}

ALWAYS_INLINE uint64_t leaps_from(unsigned square) {
    return ks_squares_of_sliders[square].leaps;
}

ALWAYS_INLINE uint64_t steps_from(unsigned square) {
    return ks_squares_of_sliders[square].steps;
}
#else
#define slide_orthogonally orthogonal_attacks_by_rays
#define slide_diagonally diagonal_attacks_by_rays
#define orthogonal_rays(square) ks_attacks_from[square][KS_WHITE_ROOK]
#define diagonal_rays(square) ks_attacks_from[square][KS_WHITE_BISHOP]
#define leaps_from(square) ks_leaps[square]
#define steps_from(square) ks_steps[square]
#endif

/* ==== Sets that the rules ask about ==== */

/* All come from the planes of a position: any of them takes one to three logical
 * operations. `us`, the side to move, is a constant in most callers. */

#define RARE(condition) __builtin_expect(!!(condition), 0)

struct sets {
    uint64_t bits[4]; /* the planes */
    uint64_t own, enemy, occupied;
    uint64_t orthogonal, diagonal; /* sliders of the enemy */
    uint64_t kings;                /* own ones */
    unsigned king;                 /* the square of one of them; undefined when there is none */
};

/* b has the four planes. */
ALWAYS_INLINE struct sets find_sets_in(const uint64_t *b, unsigned us) {
    const uint64_t occupied = b[0] | b[1] | b[2];
    const uint64_t black = b[3], white = occupied & ~b[3];
    const uint64_t own = us == KS_WHITE ? white : black, enemy = us == KS_WHITE ? black : white;
    const uint64_t kings = b[1] & b[2] & own;
    return (struct sets){.bits = {b[0], b[1], b[2], b[3]},
                         .own = own,
                         .enemy = enemy,
                         .occupied = occupied,
                         .orthogonal = b[2] & ~b[1] & enemy,
                         .diagonal = b[0] & (b[1] | b[2]) & enemy,
                         .kings = kings,
                         .king = lowest_square(kings)};
}

ALWAYS_INLINE struct sets find_sets(const ks_position *position, unsigned us) {
    return find_sets_in(position->private_planes, us);
}

/* Returns whether a side has one king. After a move from a position read with KS_FEN_LENIENT it may have none
 * or several, which the generators cannot handle. */
ALWAYS_INLINE bool is_one_king(uint64_t kings) {
    return kings && !(kings & (kings - 1));
}

/* Pawns, knights and kings of both sides. */
ALWAYS_INLINE uint64_t pawns_of(const struct sets *s) {
    return s->bits[0] & ~s->bits[1] & ~s->bits[2];
}

ALWAYS_INLINE uint64_t knights_of(const struct sets *s) {
    return s->bits[1] & ~s->bits[0] & ~s->bits[2];
}

ALWAYS_INLINE uint64_t kings_of(const struct sets *s) {
    return s->bits[1] & s->bits[2];
}

/* Returns the enemy's pawns, knights and kings that attack a square. */
ALWAYS_INLINE uint64_t near_attackers(const struct sets *s, unsigned square, unsigned us) {
    const uint64_t pawns = ks_attacks_from[square][us == KS_WHITE ? KS_WHITE_PAWN : KS_BLACK_PAWN];
    return ((leaps_from(square) & knights_of(s)) | (pawns & pawns_of(s)) |
            (steps_from(square) & kings_of(s))) &
           s->enemy;
}

/* ---- Checks and pins ---- */

struct lines {
    uint64_t checkers, check_lines, pin_lines; /* as of ks_king_scan; pin_lines: of both kinds */
};

/* Asks of each slider that would see the king on an empty board how many pieces stand between. */
ALWAYS_INLINE struct lines find_lines(const struct sets *s, unsigned us) {
    struct lines lines = {.checkers = near_attackers(s, s->king, us)};
    lines.check_lines = lines.checkers;
    uint64_t rest = (orthogonal_rays(s->king) & s->orthogonal) | (diagonal_rays(s->king) & s->diagonal);
    for (; rest; rest &= rest - 1) {
        const uint64_t slider = rest & -rest, line = ks_lines_between[s->king][lowest_square(rest)],
                       standing = line & s->occupied & ~slider;
        if (!standing) {
            lines.check_lines |= line;
            lines.checkers |= slider;
        } else if (!(standing & (standing - 1)) && standing & s->own) {
            lines.pin_lines |= line;
        }
    }
    return lines;
}

/* ---- Shields ---- */

/* The pieces of a side that shield its king from a slider of others, and the sliders before which they stand.
 * able: the shields that can move along their line, and prey: what they may take there. */
struct shields {
    uint64_t all, pinners, able, prey;
};

/* Sliders that see the king on an empty board see through each other, as in Stockfish. b has the four
 * planes. */
ALWAYS_INLINE struct shields find_shields(const uint64_t *b, unsigned king, uint64_t own) {
    const uint64_t pawns = b[0] & ~b[1] & ~b[2], straight = b[2] & ~b[1], slant = b[0] & (b[1] | b[2]);
    const uint64_t snipers = ((orthogonal_rays(king) & straight) | (diagonal_rays(king) & slant)) & ~own;
    const uint64_t others = (b[0] | b[1] | b[2]) & ~snipers;
    struct shields shields = {.all = 0};
    for (uint64_t rest = snipers; rest; rest &= rest - 1) {
        const uint64_t sniper = rest & -rest, standing = ks_lines_between[king][lowest_square(rest)] & others,
                       shield = standing & (standing - 1) ? 0 : standing & own,
                       able = shield & (sniper & orthogonal_rays(king) ? straight : slant | pawns);
        shields.all |= shield;
        shields.pinners |= shield ? sniper : 0;
        shields.able |= able;
        shields.prey |= able ? sniper : 0;
    }
    return shields;
}

#endif
