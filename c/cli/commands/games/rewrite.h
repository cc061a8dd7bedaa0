/* Games written anew, in PGN's export format. */
#ifndef KS_GAMES_REWRITE_H
#define KS_GAMES_REWRITE_H

#include "cli/base/output.h"
#include "cli/positions/games_file.h"
#include "game/common/buffer.h"
#include "kingscan.h"

/* The items of a game, which is written when all are known. All zeros at first. */
struct rewriting {
    struct any_position start;
    ks_pgn_item *items;
    size_t count, room;
    struct buffer comments; /* the texts of all comments, one after the other */
    bool failed;            /* there was no memory */
};

/* Begins a game before the reader has given its first item. */
void start_rewriting(struct rewriting *rewriting, const struct games_file *file);

/* Adds an item of a reader with comments and variations; errors are left out. Signs such as !? at the end of
 * a move become its glyph. */
void add_rewritten(struct rewriting *rewriting, const ks_pgn_item *item);

/* Writes the reader's game after all its items have been added, and an empty line. */
void put_rewritten(struct output *out, struct rewriting *rewriting, ks_pgn *pgn);

void free_rewriting(struct rewriting *rewriting);

#endif
