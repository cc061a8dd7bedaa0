/* The text of several files in large blocks of whole lines, so that lines need not be copied and blocks can
 * be worked on at the same time. Files aren't mapped, since a file that shrinks meanwhile would kill the
 * program. */
#ifndef KS_BLOCKS_H
#define KS_BLOCKS_H

#include "cli/commands/check/tables/block.h"

/* Begins to read files. cut_games: those of games are handed out in parts. takes_json: see the member. From
 * now on Ctrl-C ends what is read. */
void start_blocks(struct block_source *source, char *const *files, bool cut_games, bool takes_json);

/* Fills in the next block. Returns false when there is none. */
bool next_block(struct block_source *source, struct block *block);

/* Ends the blocks: from now on next_block returns false, also in a thread that waits in it. */
void end_blocks(void);

#endif
