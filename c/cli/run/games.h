/* A worker's reader of the text of its block: a whole file, or a part of a file of games while other workers
 * read other parts. blocks.h cuts the parts. The text is the same for whoever reads it; a games_reader reads
 * it as ks_pgn gives games. */
#ifndef KS_RUN_GAMES_H
#define KS_RUN_GAMES_H

#include "cli/positions/games_file.h"
#include "cli/run/work.h"
#include "game/common/buffer.h"

/* ---- Text ---- */

struct text_reader {
    struct worker *worker;
    struct block *block;
    uint64_t lines; /* of the file before the text */
    uint64_t games; /* likewise, and those that have been begun in it, if it is a part */
    bool other;     /* another part begins where this one's next game does */
    bool failed;    /* the text could not be read on; the block has the reason */

    /* Offsets in the file: */
    uint64_t first, at; /* the reader begins at the first; it gets the text from the other on next */
};

/* Begins to read a block. Returns false when that is a part none of whose games count. */
bool begin_text(struct text_reader *reader, struct worker *worker, struct block *block);

/* Gives the text of the block, and what follows it. context is a struct text_reader. */
ks_source read_block_text;

/* Counts a game that begins, unless it begins another part. Returns whether it does not. */
bool begin_game_of_text(struct text_reader *reader, ks_pgn *pgn);

/* Ends the text where pgn stands: after a part, in the worker's turn. wanted says whether it matters that the
 * text could not be read on. Returns whether a part is to be read anew, since its games had wrong numbers:
 * what was found in them is dropped. */
bool end_text(struct text_reader *reader, ks_pgn *pgn, bool wanted);

/* ---- Games ---- */

/* All zeros at first, but for the settings. */
struct games_reader {
    const ks_variants *variants;
    ks_pgn_flags flags;
    bool keeps_text; /* for text_from */

    struct text_reader text; /* `games` is the number of the game at hand */
    ks_pgn *pgn;
    struct buffer kept; /* the text that has been read, without so many bytes at its beginning */
    uint64_t dropped;
};

/* Opens the games of the worker's block, which stay open until end_games. Returns false when none of them
 * count. Fails (see messages.h) when there is no memory. */
bool begin_games(struct games_reader *reader, struct worker *worker);

/* Returns the number of a line in its file. */
static inline uint64_t line_in_file(const struct games_reader *reader, const ks_pgn_place *place) {
    return reader->text.lines + place->line;
}

/* Goes to the next game; ks_pgn_next_item gives its items. Returns false at the end of the block. */
bool next_game(struct games_reader *reader);

/* Returns the text from this offset on, as in ks_pgn_place, and drops what is before. It is good until the
 * next item or game. */
const char *text_from(struct games_reader *reader, uint64_t offset);

/* Closes the games. wanted says whether it matters that the file could not be read on. Returns whether the
 * block is to be read anew, as end_text does: the games are open again then. */
bool end_games(struct games_reader *reader, bool wanted);

#endif
