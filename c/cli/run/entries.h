/* Files of entries as commands read them: a block at a time, with places and faults in words, and the choice
 * of entries. */
#ifndef KS_RUN_ENTRIES_H
#define KS_RUN_ENTRIES_H

#include "cli/base/json.h"
#include "cli/positions/choosing.h"
#include "cli/run/blocks.h"

/* ---- Reading ---- */

/* A block of training data that is read. */
struct data_file {
    struct block *block;
    ks_data *data; /* NULL before it is opened, and without memory */
    ks_data_format format;
    size_t given;  /* bytes of the block's text that the reader has */
    uint64_t read; /* bytes of the block, and of what has been read after them */
};

/* Opens the reader of a block, which is of BLOCK_DATA or BLOCK_DATA_PART. The file stays where it is until
 * close_data_file. flags: of enum ks_data_flags, or-ed. Returns false with the error. */
bool open_data_file(struct data_file *file, struct block *block, unsigned flags, ks_error *error);

/* Closes the reader, if there is one, and the block's input. */
void close_data_file(struct data_file *file);

/* ---- Places and faults ---- */

enum { PLACE_SIZE = 128, FAULT_SIZE = 320 };

/* Returns a place in the file instead of its block. */
ks_data_place place_in_data_file(const struct data_file *file, ks_data_place place);

/* Writes the place of entry i of the last batch in words; of text, its line. */
void write_entry_place(const struct data_file *file, size_t i, char text[PLACE_SIZE]);

/* Writes the place of a batch's fault in the same way, and what is wrong there. Fails (see messages.h) when
 * memory is what is missing. */
void write_fault(const struct data_file *file, const ks_data_batch *batch, char place[PLACE_SIZE],
                 char message[FAULT_SIZE]);

/* Prints "FILE: PLACE: error: MESSAGE" about an entry or a fault. */
void complain_of_data(const struct data_file *file, const char *place, const char *message);

/* Says why a block of another kind is not read. */
void complain_of_no_data(const struct block *block);

/* ---- Verdicts ---- */

/* Fills in the verdicts and checkers of a batch; the verdict is KS_VERDICTS where the position has to be
 * asked. by_legality: the batch has its illegal moves, and a position with a legal one is neither mate nor
 * stalemate. */
void find_entry_verdicts(const ks_data_batch *batch, bool by_legality, uint8_t verdicts[KS_DATA_BATCH],
                         uint64_t checkers[KS_DATA_BATCH]);

/* ---- Choice ---- */

/* Reports an entry that is no position. */
typedef void entry_reporter(void *context, size_t i, const ks_error *error);

enum entry_choice { ENTRY_CHOSEN, ENTRY_PASSED, ENTRY_NO_POSITION };

/* Chooses entry i of a batch, or does not. *verdict: as find_entry_verdicts gives it; it is filled in when it
 * is not known. An entry that is no position is reported. */
enum entry_choice choose_entry(struct chooser *chooser, const struct data_file *file,
                               const ks_data_batch *batch, size_t i, uint8_t *verdict,
                               struct choice_counts *counts, entry_reporter *report, void *context);

/* Does the same for a batch. chosen[i]: before: whether entry i may be chosen, which an entry with a fault
 * may not be; after: whether it is. */
void choose_entries(struct chooser *chooser, const struct data_file *file, const ks_data_batch *batch,
                    uint8_t verdicts[KS_DATA_BATCH], bool chosen[KS_DATA_BATCH], struct choice_counts *counts,
                    entry_reporter *report, void *context);

/* Whether a block of training data never has a fact that is asked; then *why says which. */
enum { WHY_SIZE = 128 };
bool lacks_asked_fact(const struct choice *choice, const struct block *block, char why[WHY_SIZE]);

/* ---- Entries ---- */

/* Writes what is known of entry i besides its position and move: score, ply, result, clock. known and score
 * are those of the batch, or others in their place. */
void json_entry(struct json *json, const ks_data_batch *batch, size_t i, unsigned known, int score);

/* Writes the move of an entry: nothing but its position says whether the game was one of Chess960. Returns
 * the length. */
size_t write_entry_uci(const ks_position *position, ks_move move, ks_uci_flags flags, char text[KS_UCI_SIZE]);

#endif
