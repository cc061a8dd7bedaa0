/* The tables of the generators, which are filled on first use. */
#ifndef KS_GENERATOR_TABLES_H
#define KS_GENERATOR_TABLES_H

#include "core/processor/cpu.h"
#include "kingscan.h"

#define CACHE_LINE __attribute__((aligned(64)))
#define TABLE extern __attribute__((visibility("hidden")))

/* The squares that castling of a king and a rook on these files needs empty and safe, on the top row. */
struct castling_way {
    uint64_t empty, safe;
};
TABLE struct castling_way ks_castling_ways[8][8]; /* [king's file][rook's file] */

/* [a][b]: the squares from a to b on a row, file or diagonal, without a and with b; 0 when there is none. */
TABLE uint64_t ks_lines_between[64][64];

/* [square][code]: what a piece attacks on an empty board. */
TABLE CACHE_LINE uint64_t ks_attacks_from[64][16];

/* [side][white piece][square]: where its moves to that square may come from, on an empty board. For pawns,
 * pushes come alone, then captures alone, neither with promotions, nor where en passant goes. */
enum { CAPTURING_PAWN = KS_WHITE_KING + 1, SOURCES };
TABLE uint64_t ks_sources[2][SOURCES][64];

/* [code][n]: all ones when bit n of the code is set. */
TABLE CACHE_LINE uint64_t ks_code_planes[16][4];

/* The values of pieces, by their white codes, when a caller gives none. */
enum { USUAL_PAWN = 100, USUAL_MINOR = 300, USUAL_ROOK = 500, USUAL_QUEEN = 900 };
TABLE const int16_t ks_usual_values[8];

/* Fills the tables above. Call this before the generators run, and not in two threads at once. */
void ks_fill_generator_tables(void);

/* Fills them unless that has been done, for those who use these tables alone. */
void ks_prepare_generator_tables(void);

#ifdef KS_X86_64_BUILDS
/* The reach of a slider on a square. A set of squares is kept as bits of the slider's own rays, 14 at most,
 * so that it takes two bytes, and picks moves out of a row of sixteen. */
struct slides {
    uint64_t relevant, rays;
    const uint16_t *reach; /* [occupied relevant squares, by PEXT]: the rays' squares, by PEXT */
};

/* Two lines of the cache a square. The moves to the squares of a set stand in order. */
struct square {
    struct slides orthogonal, diagonal;
    uint64_t leaps, steps;
    CACHE_LINE ks_move orthogonal_moves[16];
    ks_move diagonal_moves[16];
};
TABLE struct square ks_squares_of_sliders[64];

/* The moves of knights and kings, in order of their targets. */
struct near_square {
    ks_move leaps[8], steps[8];
};
TABLE CACHE_LINE struct near_square ks_near_squares[64];

/* [set of eight words]: the shuffle of PSHUFB that moves them to the front. */
TABLE CACHE_LINE uint8_t ks_shuffles[256][16];

/* Fills the tables above, for a processor with PEXT. */
void ks_fill_slide_tables(void);
#endif

#endif
