/* Functions on a reader of games that the library, the command line and tests use beside pgn.h: windows of
 * any size, the exact reader, moves passed without a call for each. */
#ifndef KS_PGN_OPEN_H
#define KS_PGN_OPEN_H

#include <stdbool.h>

#include "kingscan/pgn.h"

/* Open a reader as ks_pgn_open and ks_pgn_open_memory do. window_size: bytes of text at hand, twice
 * TAG_READABLE or more. */
ks_pgn *ks_open_games(size_t window_size, ks_source *source, void *context, ks_pgn_flags flags,
                      ks_error *error);
ks_pgn *ks_open_games_in_memory(size_t window_size, const char *text, size_t length, ks_pgn_flags flags,
                                ks_error *error);

/* Returns whether a text of no known kind may be games: there is none, or it begins with a tag, or with a
 * word that is a move, legal or not. */
bool ks_may_begin_games(const char *text, size_t n);

/* Has the exact reader read everything. */
void ks_read_exactly(ks_pgn *pgn);

/* Returns whether a value of the game's tags has a quote without a backslash, and sets *place to
 * its place. */
bool ks_pgn_find_quote(const ks_pgn *pgn, ks_pgn_place *place);

/* Returns whether the tag Variant of the game says that its pieces start from shuffled places. */
bool ks_pgn_says_chess960(const ks_pgn *pgn);

/* Returns the numeric glyph that a sign such as !? or +/- stands for, or 0. */
uint32_t ks_glyph_of_sign(const char *text, size_t length);

/* Passes moves that the reader has found and played already, as if ks_pgn_next_item had given them, but not
 * the last one. Adds the verdicts on the positions after them to counts; a move follows each, so none is mate
 * or stalemate. Returns the number of moves, which may be 0. Takes much less time than a call for each. */
size_t ks_pgn_pass_moves(ks_pgn *pgn, uint64_t counts[KS_VERDICTS]);

/* Returns whether moves of the game are read in Fairy-Stockfish's notation. */
bool ks_pgn_is_by_fairy(const ks_pgn *pgn);

/* Returns whether a tag says that a program with Fairy-Stockfish's notation wrote the game. */
bool ks_is_by_fairy(const ks_pgn_tag *tags, size_t count);

#endif
