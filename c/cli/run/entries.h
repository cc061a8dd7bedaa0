/* Reads the entries of a worker's block, a batch at a time, judges and chooses them, and reports what is
 * wrong in its place. */
#ifndef KS_RUN_ENTRIES_H
#define KS_RUN_ENTRIES_H

#include "cli/base/json.h"
#include "cli/positions/choosing.h"
#include "cli/run/games.h"
#include "cli/run/work.h"
#include "game/data/strict.h"

/* ---- Reading ---- */

/* All zeros at first, but for the settings. It stays where it is until close_entries. */
struct entry_reader {
    struct worker *worker;
    struct rejections *rejections;
    bool strict;          /* entries that no game can have are faults */
    bool repairs;         /* a file that breaks off is no failure */
    bool judges;          /* verdicts are wanted */
    bool needs_positions; /* choose_entry fills in the position of each entry that is chosen */
    bool any_order;       /* blocks of .binpack come in any order: then nothing is reported */

    struct block *block;
    struct text_reader text; /* of the block, unless that has whole blocks or records */
    ks_data *data;           /* NULL before it is opened, and without memory */
    ks_data_format format;
    uint64_t read;                       /* bytes of the block, and of what has been read after them */
    uint64_t entries;                    /* before the last batch */
    bool untold;                         /* in any order, something was to be reported */
    bool tested;                         /* all entries of the batch have passed; when strict */
    struct entry_before before;          /* likewise */
    const ks_data_batch *batch;          /* the last one */
    uint8_t verdicts[KS_DATA_BATCH_MAX]; /* of its entries; KS_VERDICTS where the position has to be asked */
    uint64_t checkers[KS_DATA_BATCH_MAX];
    struct any_position position; /* of the entry that was asked last */
};

/* Opens the reader of a block that has entries. flags are of enum ks_data_flags, or-ed. Returns false when
 * that failed, which is reported, and when the block is a part of games that does not count. */
bool open_entries(struct entry_reader *reader, struct block *block, unsigned flags);

/* Reads the next batch. Returns false when there is none, or no further entry is wanted. */
bool next_entries(struct entry_reader *reader);

/* Closes the reader, if it is open, and the block's input. Returns whether the block is to be opened and read
 * anew, since it is a part of games that began with a wrong number: its tally is reset. */
bool close_entries(struct entry_reader *reader);

/* Reads the entries of the worker's block, and calls take with the worker after each batch. A block is read
 * anew, and its tally dropped, when it is a part of games that began with a wrong number, and in order once
 * something was to be reported: lanes differ in number by processor, and what they meet first says nothing
 * about its place. flags are as for open_entries. */
void read_entries(struct entry_reader *reader, unsigned flags, void (*take)(struct worker *worker));

/* Whether a block is training data or the like, where games are too. */
static inline bool has_entries(const struct block *block) {
    return block->kind == BLOCK_DATA || block->kind == BLOCK_DATA_PART || block->kind == BLOCK_PART;
}

/* ---- Choice ---- */

/* Returns whether entry i of the batch passes the strict tests. Reports one that does not. */
bool test_strictly(struct entry_reader *reader, size_t i);
static inline bool passes_strictly(struct entry_reader *reader, size_t i) {
    return !reader->strict || reader->tested || test_strictly(reader, i);
}

enum entry_choice {
    ENTRY_CHOSEN,
    ENTRY_OTHERWISE_JUDGED, /* it falls by its verdict alone */
    ENTRY_REPEATED,
    ENTRY_PASSED,
    ENTRY_NO_POSITION /* it has been reported */
};

/* Chooses entry i, or does not. Its verdict is known then, unless it has been passed. */
enum entry_choice choose_entry(struct entry_reader *reader, size_t i);

/* Whether a block of entries never has what is asked; then *why says what. scores is the form of scores in
 * games that is asked for, of enum ks_pgn_scores, or none. */
enum { WHY_SIZE = 128 };
bool lacks_what_is_asked(const struct choosing *choosing, unsigned scores, const struct block *block,
                         char why[WHY_SIZE]);

/* ---- Places and faults ---- */

enum { PLACE_SIZE = 128 };

/* Returns the place of entry i in the file. */
ks_data_place place_of_entry(const struct entry_reader *reader, size_t i);

/* Reports an entry with a fault. */
void report_entry(struct entry_reader *reader, size_t i, const ks_error *error);

/* Reports the fault after the entries of the batch, if there is one. Fails (see messages.h) when memory is
 * what is missing. */
void report_fault(struct entry_reader *reader);

/* Says at the end of the work which entries are not chosen since they lack facts, what --select leaves out,
 * and how many games have scores that do not count. */
void report_choice(const struct work *work);

/* Says why a block, which has no entries, is not read. */
void refuse_no_entries(struct worker *worker, const struct block *block);

/* ---- Entries ---- */

/* Writes what is known of entry i besides its position and move: score, ply, result, clock. known and score
 * are those of the batch, or others in their place. */
void json_entry(struct json *json, const ks_data_batch *batch, size_t i, unsigned known, int score);

/* Writes the move of an entry: nothing but its position says whether the game was one of Chess960. Returns
 * the length. */
size_t write_entry_uci(const ks_position *position, ks_move move, ks_uci_flags flags, char text[KS_UCI_SIZE]);

#endif
