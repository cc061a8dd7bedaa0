/* A file of games in parts, so that threads read it at the same time.
 *
 * A part begins where a line begins with a bracket behind an empty line. That is a guess, since such a line
 * may be in a comment, or a further tag of a game. So the reader of a part goes on until a game begins where
 * another part does. The parts in between do not count, nor does one whose games were counted wrongly before.
 *
 * The functions are called by one thread at a time. */
#ifndef KS_PARTS_H
#define KS_PARTS_H

#include "cli/commands/check/tables/block.h"

/* Hands out the first part of a file, of which the block has the first `length` bytes already. */
void begin_parts(struct block_source *source, struct block *block);

/* Hands out the next part. */
void hand_out_part(struct block_source *source, struct block *block);

/* Gives a block the next part instead of its own, as if it were longer: its number stays. */
void go_on_to_next_part(struct block_source *source, struct block *block);

/* Gives up the text of a block, if that is a part. */
void forget_part(struct block_source *source, struct block *block);

#define PART_NOT_READ ((size_t)-2)

/* Copies text from an offset in the block's file, which another part has or the next one will have, and
 * returns the number of bytes: 0 at the end of the file, KS_PGN_FAILED where it can't be read on, for
 * block->reason, and PART_NOT_READ when it lies too far behind. */
size_t copy_from_parts(struct block_source *source, struct block *block, uint64_t offset, char *buffer,
                       size_t room);

/* Returns whether the block's text ends at an offset or before, and a part begins there, or the next will. */
bool is_end_of_part(const struct block_source *source, const struct block *block, uint64_t offset);

#endif
