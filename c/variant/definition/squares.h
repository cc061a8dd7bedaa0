/* Squares of a board of any size, and walks over them. */
#ifndef KS_VARIANT_SQUARES_H
#define KS_VARIANT_SQUARES_H

#include "core/processor/processor.h"
#include "core/text/characters.h"
#include "core/text/cursor.h"
#include "variant/definition/definition.h"

/* ---- Walks ---- */

/* How a piece moves along a line, and what blocks it. Both moves and attacks are found here; an attack
 * assumes that there is a piece to capture. */

enum { ALL_HOPPED = 0xff }; /* no code's type; a wall's code has type 0 */

struct walk {
    const uint8_t *next, *end; /* in the pool of the line */
    unsigned hop;
    unsigned barred; /* the type that is not hopped over, as in codes; ALL_HOPPED: none */
    bool may_stop;   /* false until the hurdle has been passed */
};

static inline struct walk start_walk_in(const ks_variant *v, const uint8_t *pool, const struct line *line) {
    const uint8_t *const first = pool + line->first;
    return (struct walk){first, first + line->count, line->hop,
                         line->hop == BETZA_HOP_OTHERS ? v->hurdle + 1 : ALL_HOPPED,
                         line->hop == BETZA_NO_HOP};
}

static inline struct walk start_walk(const ks_variant *v, const struct line *line) {
    return start_walk_in(v, v->pool, line);
}

/* Returns the next square on which the piece may end: by a move if the square is empty, else by a capture.
 * Returns KS_VARIANT_NO_SQUARE at the end of the line. */
static inline unsigned next_stop(struct walk *walk, const uint8_t *board) {
    while (walk->next < walk->end) {
        const unsigned entry = *walk->next++, square = entry & ~(unsigned)PASSED;
        const bool occupied = board[square] != 0;
        if (entry & PASSED && walk->may_stop) {
            if (occupied || walk->hop == BETZA_HOP_BESIDE)
                break;
        } else if (walk->may_stop) {
            if (occupied || walk->hop == BETZA_HOP_BESIDE)
                walk->end = walk->next;
            return square;
        } else if (occupied) {
            if (board[square] >> 1 == walk->barred)
                break;
            walk->may_stop = true;
        }
    }
    return KS_VARIANT_NO_SQUARE;
}

/* Return the first line of the piece with this code from a square, and the end of its lines. */
static inline const struct line *first_line(const ks_variant *v, unsigned code, unsigned square) {
    return v->lines + v->lines_of[code * v->squares + square];
}

static inline const struct line *end_of_lines(const ks_variant *v, unsigned code, unsigned square) {
    return v->lines + v->lines_of[code * v->squares + square + 1];
}

/* ---- Squares ---- */

/* Squares and pieces by their names, and squares on one line. */

/* Returns the square `files` to the right of another and `rows` below it; off the board,
 * KS_VARIANT_NO_SQUARE. */
static inline unsigned ks_variant_beside(const ks_variant *v, unsigned square, int files, int rows) {
    const int file = (int)(square % v->files) + files, row = (int)(square / v->files) + rows;
    if (file < 0 || file >= (int)v->files || row < 0 || row >= (int)v->ranks)
        return KS_VARIANT_NO_SQUARE;
    return (unsigned)row * v->files + (unsigned)file;
}

/* Returns the squares of a board that hold this code, which is not 0: sixteen are compared at a time. */
static inline ks_variant_squares squares_of_code(const ks_variant *v, const ks_variant_position *p,
                                                 unsigned code) {
    ks_variant_squares found = {{0}};
    for (unsigned first = 0; first < 64 && first < v->squares; first += 16)
        found.half[0] |= (uint64_t)top_bits((bytes16)(load_16(p->board + first) == (uint8_t)code)) << first;
    for (unsigned first = 64; first < v->squares; first += 16)
        found.half[1] |= (uint64_t)top_bits((bytes16)(load_16(p->board + first) == (uint8_t)code))
                         << (first - 64);
    return both(found, v->board); /* not what follows the board */
}

/* Returns the set with each number changed by so much, which is below 64 either way and not 0; squares that
 * are not on the board may be among them. */
static inline ks_variant_squares shifted(ks_variant_squares set, int by) {
    if (by > 0)
        return (ks_variant_squares){{set.half[0] << by, set.half[1] << by | set.half[0] >> (64 - by)}};
    return (ks_variant_squares){{set.half[0] >> -by | set.half[1] << (64 + by), set.half[1] >> -by}};
}

/* Returns the squares directly before those of a set, as the side sees the board, and with `files` 1 or -1
 * the next ones to the right or left. */
static inline ks_variant_squares squares_ahead(const ks_variant *v, ks_variant_squares set, unsigned side,
                                               int files) {
    const int rows = side == KS_WHITE ? -(int)v->files : (int)v->files;
    if (files)
        set = both(set, v->beside_files[files > 0]);
    return both(shifted(set, rows + files), v->board);
}

/* Reads a square such as j10 at the cursor. Returns false and leaves the cursor when there is no square of
 * the board. */
bool ks_variant_read_square(const ks_variant *v, reader *r, unsigned *square);

/* Returns the type with this label, in either case; NO_TYPE when there is none. */
unsigned ks_variant_type_of_label(const ks_variant *v, int label);

/* Returns how many pieces of a side on the board count as a type. */
unsigned ks_variant_count_type(const ks_variant *v, const ks_variant_position *position, unsigned side,
                               unsigned type);

/* Returns whether a side has pieces in hand. */
bool ks_variant_has_hand(const ks_variant *v, const ks_variant_position *position, unsigned side);

/* Returns whether a type is written as + and another type's letter. */
static inline bool is_promoted_type(const ks_variant *v, unsigned type) {
    return v->types[type].plain != type;
}

/* Returns the squares between two that share a rank, a file or a diagonal; none for any others. */
ks_variant_squares ks_variant_between(const ks_variant *v, unsigned from, unsigned to);

#endif
