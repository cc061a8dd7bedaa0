/* A worker's reader of games in PGN: it reads a whole file, or a part of one while other workers read other
 * parts. blocks.h cuts the parts. The part is the same for whoever reads games; a games_reader reads them as
 * ks_pgn gives them. */
#ifndef KS_RUN_GAMES_H
#define KS_RUN_GAMES_H

#include "cli/positions/games_file.h"
#include "cli/run/work.h"

/* ---- A part ---- */

struct part_reader {
    struct worker *worker;
    uint64_t lines; /* of the file before the part */
    uint64_t games; /* likewise, and those that have been begun in it */
    bool other;     /* another part begins where this one's next game does */
    bool failed;    /* the text could not be read on; the block has the reason */

    /* Offsets in the file: */
    uint64_t first, at; /* the reader begins at the first; it gets the text from the other on next */
};

/* Begins to read the part that is the worker's block. Returns false when none of its games count. */
bool begin_part(struct part_reader *reader, struct worker *worker);

/* Gives the text of the part, and what follows it. context is a struct part_reader. */
ks_source read_part;

/* Counts a game that begins, unless it begins another part. Returns whether it does not. */
bool begin_game_of_part(struct part_reader *reader, ks_pgn *pgn);

/* Takes the turn at the end of a part, where pgn stands. wanted says whether it matters that the text could
 * not be read on. Returns whether the part is to be read anew, since its games had wrong numbers: what was
 * found in them is dropped. */
bool end_part(struct part_reader *reader, ks_pgn *pgn, bool wanted);

/* ---- A block ---- */

struct games_reader {
    struct worker *worker;
    struct games_file *file;
    const ks_variants *variants;
    ks_pgn_flags flags;
    struct part_reader part; /* zeros when the block is a file */
};

/* Opens the games of the worker's block, which stay open until end_games. Returns false when none of them
 * count. */
bool begin_games(struct games_reader *reader, struct worker *worker, struct games_file *file,
                 const ks_variants *variants, ks_pgn_flags flags);

/* Goes to the next game. Returns false at the end of the block. */
bool next_game_of_block(struct games_reader *reader);

/* Closes the games. wanted says whether it matters that the file could not be read on. Returns whether the
 * block is to be read anew, as end_part does: the games are open again then. */
bool end_games(struct games_reader *reader, bool wanted);

#endif
