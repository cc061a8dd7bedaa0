/* Functions on training data that the program alone needs, to cut files into parts that are read and written
 * on their own. */
#ifndef KS_DATA_PARTS_H
#define KS_DATA_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kingscan/data.h"

/* Each block begins with it. */
extern const char ks_binpack_magic[4];

/* A reader works on so many blocks at a time, at most, when they may come in any order. */
enum { LANES_MAX = 8 };

/* Returns the size of the block that begins with these bytes, its header included; the size of the header
 * alone while fewer bytes are there; 0 when no block begins so. */
uint64_t ks_binpack_block_size(const uint8_t *bytes, size_t have);

/* Returns whether a format keeps entries together that follow each other, as chains or games. */
static inline bool ks_data_has_chains(unsigned format) {
    return format == KS_DATA_BINPACK || format == KS_DATA_VIRI || format == KS_DATA_PGN;
}

/* Returns whether a format is text, in which a place is a line. */
static inline bool ks_data_is_text(unsigned format) {
    return format >= KS_DATA_PLAIN && format < KS_DATA_FORMATS;
}

/* Returns whether a format is lines that have a position each, and that are read and not written here. */
static inline bool ks_data_is_lines(unsigned format) {
    return format >= KS_DATA_FEN && format <= KS_DATA_JSONL;
}

/* Returns how many of the games that have been read have scores in several forms, none of which counts. */
uint64_t ks_count_mixed_games(const ks_data *data);

/* Returns the length of a file's name without its suffix of compression, such as .zst. */
size_t ks_name_without_compression(const char *name, size_t length);

/* Returns whether entry i of a reader's last batch follows the last one that was written by its move, in a
 * format of chains or games; false in others. */
bool ks_goes_on_with_chain(const ks_data_writer *writer, const ks_data *data, size_t i);

/* Ends the chain or game, and hands all that was written to the sink: in .binpack as a block. The next entry
 * begins another one. */
void ks_end_chain(ks_data_writer *writer);

#endif
