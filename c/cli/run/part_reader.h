/* Readers of the parts of a file of games, which several threads read at the same time: see blocks.h. */
#ifndef KS_PART_READER_H
#define KS_PART_READER_H

#include "cli/positions/games_file.h"
#include "cli/run/shared_blocks.h"

/* A reader of a thread's part. */
struct part_reader {
    struct turn *turn; /* the thread's; its block is the part */
    struct games_file *file;

    /* Offsets in the file: */
    uint64_t first, at; /* the reader begins at the first; it gets the text from the other on next */
};

/* Begins to read the games of the part. */
void open_part(struct part_reader *reader, struct turn *turn, struct games_file *file,
               const ks_variants *variants, ks_pgn_flags flags);

/* Goes to the next game. Returns false at the end of the part: no game is left, or another part begins where
 * this game does. `*other` tells which. */
bool next_game_of_part(struct part_reader *reader, bool *other);

/* Takes the turn, and notes that the games before the reader's place count, unless the part is misplaced. */
void end_part(const struct part_reader *reader);

/* Gives a misplaced part the right number of games, so that its thread begins anew. Returns false when the
 * part doesn't count. */
bool place_part_anew(struct turn *turn);

#endif
