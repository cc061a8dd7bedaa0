/* What a variant is, once its text has been read: the pieces, the board, the rules, and the tables that
 * follow from them. */
#ifndef KS_DEFINITION_H
#define KS_DEFINITION_H

#include "variant/read/betza.h"
#include "variant/square_sets.h"

enum { TYPES_MAX = 26, CODES_MAX = 2 * (TYPES_MAX + 1), NAME_SIZE = 32, NO_TYPE = KS_VARIANT_NO_TYPE };

/* The pieces of one type: a label each, that is a letter of the alphabet. */
struct piece_type {
    char label;                                 /* small letter, on the board: in FEN, and of promotions */
    char letter;                                /* capital letter, in notation */
    char code_name[NAME_SIZE], name[NAME_SIZE]; /* for programs; for people */
    struct betza betza;                         /* without what a pawn's first push adds */
    bool pawn; /* the orthodox one, whose first push follows from the regions */
    bool promotes, takes_en_passant, resets_clock;
    unsigned limit; /* so many of a side at most, as far as promotions go; 0: any number */
};

/* A piece goes along lines. A line is a list of squares, the nearest first. */
enum line_flag { LINE_MOVE = BETZA_MOVE, LINE_CAPTURE = BETZA_CAPTURE, LINE_FIRST = 1 << 2 };

struct line {
    ks_squares stops;          /* those on which the piece may end */
    uint32_t first;            /* index of its first square in the pool */
    uint8_t count, flags, hop; /* squares; of enum line_flag; enum betza_hop */
};

/* In the pool: a square that a lame leap passes over. It has to be empty, and the piece doesn't end there. */
enum { PASSED = 1 << 7 };

struct ks_variant {
    char name[NAME_SIZE], base[NAME_SIZE];
    unsigned files, ranks, squares;
    unsigned type_count, royal;
    struct piece_type types[TYPES_MAX];

    ks_squares first_push[2], triple_push[2]; /* [side]: where a pawn may go two, or three squares */
    unsigned push;                            /* squares at most from first_push */
    ks_squares promotion[2];                  /* [side]: where pieces are promoted */
    uint32_t promotion_types;                 /* bit n: to type n */
    bool must_promote;
    ks_squares en_passant[2]; /* [side that captures]: where it may */

    bool castles, chess960;
    unsigned castling_row[2];  /* [side] */
    unsigned castling_file[2]; /* [wing]: where the king goes */
    uint32_t castling_types;   /* bit n: type n is a rook to castle with */

    int stalemate;  /* what the stalemated side gets: -1, 0, 1 */
    bool bare_king; /* a side of which nothing but the king is left has lost, unless it bares the other at
                       once */
    unsigned draw_moves, draw_repetitions; /* 0: never */

    ks_variant_position start;

    /* ---- Tables: c/variant/tables.c ---- */
    uint32_t *lines_of; /* [code * squares + square]: index of its first line, the next entry's ends them */
    struct line *lines;
    uint8_t *pool;               /* of squares, PASSED or not */
    ks_squares *reach;           /* [code * squares + square]: where a piece might capture */
    ks_squares *arrivals;        /* [code]: where any move of the piece may end */
    ks_squares *within_reach[2]; /* [side][square]: from where any piece of the side might capture there */
    bool has_pieceset;
    ks_pieceset pieceset; /* what attacks, for the kernels of c/core */
};

static inline unsigned other_side(unsigned side) {
    return side ^ 1;
}

/* Rows count from the top, ranks from 0 at the bottom for white, at the top for black. */
static inline unsigned row_of_rank(const ks_variant *v, unsigned side, unsigned rank) {
    return side == KS_WHITE ? v->ranks - 1 - rank : rank;
}

/* Whether a piece may be captured en passant: the royal one never is. */
static inline bool is_taken_en_passant(const ks_variant *v, unsigned type) {
    return v->types[type].takes_en_passant && type != v->royal;
}

/* Builds what follows from the rules. *room: bytes that the largest of it may take, from which they are
 * subtracted. False when there is no room, or no memory. */
bool ks_variant_build_tables(ks_variant *v, size_t *room);
void ks_variant_free_tables(ks_variant *v);

/* The same for the attack kernels, where the board and the pieces allow: pieceset.c. */
void ks_variant_build_pieceset(ks_variant *v);

#endif
