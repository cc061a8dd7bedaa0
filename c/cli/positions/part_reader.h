/* Readers of the parts of a file of games, which several threads read at the same time: see blocks.h. */
#ifndef KS_PART_READER_H
#define KS_PART_READER_H

#include <pthread.h>

#include "cli/positions/blocks.h"
#include "cli/positions/games_file.h"

/* The place in a file of games where the parts that count end so far. For the thread whose turn it is. */
struct games_end {
    uint64_t offset;
    int64_t games;
};

/* Whether it is a thread's turn, and whether what the thread reads counts. */
enum part_turn { PART_BEFORE_TURN, PART_IN_TURN, PART_STOPPED };

/* A reader of a thread's part. The first members are set by the caller. */
struct part_reader {
    struct block *block;
    struct games_file *file;
    struct block_source *source;
    pthread_mutex_t *reading; /* guards the source */
    void *worker;
    void (*take_turn)(void *worker); /* waits for the turn of the worker's block */
    enum part_turn (*turn_of)(const void *worker);

    /* Offsets in the file: */
    uint64_t first, at; /* the reader begins at the first; it gets the text from the other on next */
};

/* Begins to read the games of the part. */
void open_part(struct part_reader *reader, const ks_variants *variants, ks_pgn_flags flags);

/* Goes to the next game. Returns false at the end of the part: no game is left, or another part begins where
 * this game does. `*other` tells which. */
bool next_game_of_part(struct part_reader *reader, bool *other);

/* Returns the offset in the file of the reader's place. */
uint64_t offset_in_file(const struct part_reader *reader, const ks_pgn_place *place);

/* Notes, in the turn, that the games before the reader's place count. */
void note_games_end(const struct part_reader *reader, struct games_end *end);

/* Returns whether a block, whose turn it is, is a part that begins elsewhere than the parts before it end, or
 * with another game. */
bool is_misplaced_part(const struct block *block, const struct games_end *end);

/* Gives a misplaced part the right number of games. Returns false when the part doesn't count. */
bool place_part_anew(struct block_source *source, pthread_mutex_t *reading, struct block *block,
                     const struct games_end *end);

#endif
