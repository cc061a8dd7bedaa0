/* The games of a worker's block: a file, or a part of one, while other workers read other parts: see
 * blocks.h. */
#ifndef KS_RUN_GAMES_H
#define KS_RUN_GAMES_H

#include "cli/positions/games_file.h"
#include "cli/run/work.h"

struct games_reader {
    struct worker *worker;
    struct games_file *file;
    const ks_variants *variants;
    ks_pgn_flags flags;
    uint64_t lines; /* of the file before the block */
    bool other;     /* another part begins where this one's next game does */

    /* Offsets in the file: */
    uint64_t first, at; /* the reader begins at the first; it gets the text from the other on next */
};

/* Opens the games of the worker's block, which stay open until end_games. Returns false when none of them
 * count. */
bool begin_games(struct games_reader *reader, struct worker *worker, struct games_file *file,
                 const ks_variants *variants, ks_pgn_flags flags);

/* Goes to the next game. Returns false at the end of the block. */
bool next_game_of_block(struct games_reader *reader);

/* Closes the games. wanted says whether it matters that the file could not be read on. Returns whether the
 * block is to be read anew, since its games had wrong numbers: what was found in them is dropped, and the
 * games are open again. */
bool end_games(struct games_reader *reader, bool wanted);

#endif
