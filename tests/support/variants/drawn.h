/* Positions of variants that are drawn at random, and perft compared with making their moves. Tests choose
 * other cases by the environment: TEST_VARIANTS=FILE the sections of a file in place of the bundled variants,
 * TEST_SEED=N other random numbers. */
#ifndef KS_TEST_VARIANT_DRAWN_H
#define KS_TEST_VARIANT_DRAWN_H

#include <stdbool.h>

#include "variant/definition/definition.h"

enum { VARIANT_MOVES = 1 << 16 };

/* Returns a number of the environment, or the usual one. */
unsigned number_from(const char *name, unsigned usual);

/* Returns the seed for tests that usually take this one. */
uint64_t seed_of(unsigned usual);

/* Returns the bundled variants and those of the sections, or of the file that is asked for. *first is the
 * first to compare. sections: may be NULL. */
ks_variants *read_compared(const char *sections, size_t *first);

/* Lists the legal moves and returns their number. */
size_t list_moves(const ks_variant *v, const ks_variant_position *p, ks_variant_move moves[VARIANT_MOVES]);

/* Expects that ks_variant_perft counts the moves that are listed after every move before the last has been
 * made. description: more for the message. */
void expect_count_of_made_moves(const ks_variant *v, const ks_variant_position *p, unsigned depth,
                                const char *description);

/* Puts a piece on a square, unless one stands there. */
void put_piece(const ks_variant *v, ks_variant_position *p, unsigned square, unsigned type, unsigned side);

/* Strews pieces over the board, half of the kings on their squares of the start, with rights, hands, gates,
 * marks and walls as the variant has them. */
ks_variant_position strew_pieces(const ks_variant *v, uint64_t *random);

/* Whether a piece of the side on the square may castle. */
bool is_castling_rook(const ks_variant_position *p, unsigned side, unsigned square);

/* Gives each side its castling rights with the nearest rooks of its king's row. */
void grant_castling(const ks_variant *v, ks_variant_position *p);

/* Draws hands, marks of promoted pieces, passes and gates. */
void draw_possessions(const ks_variant *v, ks_variant_position *p, uint64_t *random);

#endif
