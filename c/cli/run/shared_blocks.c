/* A thread that wants to write or complain waits until all threads with earlier blocks have ended theirs. */
#include "cli/run/shared_blocks.h"

#include "cli/base/messages.h"
#include "cli/io/input.h"

void share_blocks(struct shared_blocks *blocks, char *const *files, bool show_progress) {
    blocks->reading = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    blocks->turns = (struct turns)TURNS_START;
    progress_start(&blocks->progress, show_progress);
    blocks->amount = show_progress ? amount_of_files(files) : 0;
}

void show_progress_of(struct shared_blocks *blocks, uint64_t done, const char *units) {
    double share = SHARE_UNKNOWN;
    if (!progress_is_due(&blocks->progress))
        return;
    if (blocks->amount > 0) {
        lock_spinning(&blocks->reading);
        share = share_read(blocks->amount, blocks->source.files, &blocks->source.input);
        pthread_mutex_unlock(&blocks->reading);
    }
    progress_show(&blocks->progress, done, units, share);
}

/* Returns whether a block that has the turn is a part that begins elsewhere than the parts before it end, or
 * with another game. */
static bool is_misplaced(const struct block *block, const struct games_end *end) {
    const struct game_part *const part = &block->part;
    return block->kind == BLOCK_PART && !block->begins_file &&
           (part->begin != end->offset || part->games != end->games);
}

void take_turn(struct turn *turn) {
    if (turn->taken)
        return;
    wait_for_turn(&turn->blocks->turns, turn->block->number);
    turn->taken = true;
    turn->misplaced = is_misplaced(turn->block, &turn->blocks->games_end);
}

bool give_turn(struct turn *turn) {
    turn->taken = turn->misplaced = false;
    return pass_turn(&turn->blocks->turns);
}

bool may_complain(struct turn *turn) {
    take_turn(turn);
    if (turn->out)
        flush_output(turn->out);
    progress_clear(&turn->blocks->progress);
    return !is_stopped(turn);
}

void report_unreadable(struct turn *turn, const char *reason) {
    if (!may_complain(turn))
        return;
    complain("%s: %s", turn->block->file, reason);
    turn->blocks->failed = true;
}
