/* What a variant is, once its text has been read: the pieces, the board, the rules, and the tables that
 * follow from them. */
#ifndef KS_DEFINITION_H
#define KS_DEFINITION_H

#include "variant/read/betza.h"
#include "variant/square_sets.h"

enum { TYPES_MAX = 26, CODES_MAX = 2 * (TYPES_MAX + 1), NAME_SIZE = 32, NO_TYPE = KS_VARIANT_NO_TYPE };

/* A type of piece. Each has a label of its own, which is a letter. */
struct piece_type {
    char label;                                 /* a small letter: in FEN, and of promotions in UCI */
    char letter;                                /* a capital letter: in SAN */
    char code_name[NAME_SIZE], name[NAME_SIZE]; /* for programs; for people */
    struct betza betza;                         /* without what a pawn's first push adds */
    bool pawn; /* the pawn of chess, whose first push follows from the regions */
    bool promotes, takes_en_passant, resets_clock;
    unsigned limit; /* the most that a side may have by promotion; 0: any number */
};

/* A piece goes along lines. A line is a list of squares, the nearest first. */
enum line_flag { LINE_MOVE = BETZA_MOVE, LINE_CAPTURE = BETZA_CAPTURE, LINE_FIRST = 1 << 2 };

struct line {
    ks_squares stops;          /* those on which the piece may end */
    uint32_t first;            /* index of its first square in the pool */
    uint8_t count, flags, hop; /* length in the pool; of enum line_flag; enum betza_hop */
};

/* Marks a square of the pool that a lame leap passes over: it has to be empty, and the piece doesn't end
 * there. */
enum { PASSED = 1 << 7 };

struct ks_variant {
    char name[NAME_SIZE], base[NAME_SIZE];
    unsigned files, ranks, squares;
    unsigned type_count, royal;
    struct piece_type types[TYPES_MAX];

    ks_squares first_push[2], triple_push[2]; /* [side]: where a pawn may go two, or three squares */
    unsigned push;                            /* the most squares that a push from first_push may go */
    ks_squares promotion[2];                  /* [side]: where pieces are promoted */
    uint32_t promotion_types;                 /* bit n: type n may be promoted to */
    bool must_promote;
    ks_squares en_passant[2]; /* [side that captures]: where it may do so */

    bool castles, chess960;
    unsigned castling_row[2];  /* [side] */
    unsigned castling_file[2]; /* [wing]: where the king goes */
    uint32_t castling_types;   /* bit n: type n is a rook to castle with */

    int stalemate;  /* what the stalemated side gets: -1, 0, 1 */
    bool bare_king; /* a side that has only its king left loses, unless its next move bares the other side */
    unsigned draw_moves, draw_repetitions; /* 0: never */

    ks_variant_position start;

    /* ---- Tables: c/variant/tables.c ---- */
    uint32_t *lines_of; /* [code * squares + square]: index of its first line; the next entry is their end */
    struct line *lines;
    uint8_t *pool;               /* the squares of all lines, some marked PASSED */
    ks_squares *reach;           /* [code * squares + square]: where a piece might capture */
    ks_squares *arrivals;        /* [code]: where any move of the piece may end */
    ks_squares *within_reach[2]; /* [side][square]: from where any piece of the side might capture there */
    bool has_pieceset;
    ks_pieceset pieceset; /* what attacks, for the kernels of c/core */
};

static inline unsigned other_side(unsigned side) {
    return side ^ 1;
}

/* The row of a rank. Rows count from the top; ranks count from 0, for white from the bottom and for black
 * from the top. */
static inline unsigned row_of_rank(const ks_variant *v, unsigned side, unsigned rank) {
    return side == KS_WHITE ? v->ranks - 1 - rank : rank;
}

/* Whether pieces of a type may be captured en passant. The royal piece never is. */
static inline bool is_taken_en_passant(const ks_variant *v, unsigned type) {
    return v->types[type].takes_en_passant && type != v->royal;
}

/* Builds the tables from the rules. *room: the bytes that the largest tables may take; what they take is
 * subtracted. Returns false when they need more, or when there is no memory. */
bool ks_variant_build_tables(ks_variant *v, size_t *room);
void ks_variant_free_tables(ks_variant *v);

/* Builds the pieceset for the attack kernels where the board and the pieces allow one. */
void ks_variant_build_pieceset(ks_variant *v);

#endif
