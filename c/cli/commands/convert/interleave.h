/* Draws which of several files of training data comes next, so that all are mixed evenly while each keeps
 * its order. */
#ifndef KS_CONVERT_INTERLEAVE_H
#define KS_CONVERT_INTERLEAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/io/input.h"
#include "kingscan.h"

/* So many files at most: all are open at the same time, and each takes memory. */
enum { INTERLEAVED_MAX = 256 };

/* Draws a file for each unit: an entry, a chain of .binpack, a game of viriformat. A file is drawn as often
 * as units are left in it, as far as its size and its units so far tell. The same files and seed give the
 * same draws. */
struct interleave;

/* Returns one without files, to be freed by free. Fails (see messages.h) without memory. */
struct interleave *new_interleave(uint64_t seed);

/* Finds out how many bytes of data an open input has. A compressed file is decompressed for that, since how
 * far its tool has read is a matter of chance. Returns false, with the reason in input->reason, when nothing
 * tells the size. */
bool find_size_of_data(struct input *input, uint64_t *size);

/* Adds a file. Its number is the count of the files before it. data is its reader. batch is its first batch,
 * which has entries. whole_chains tells whether chains and games of the file are units, and not entries. */
void add_file(struct interleave *interleave, uint64_t size, const ks_data *data, const ks_data_batch *batch,
              bool whole_chains);

/* Returns the number of the file from which the next unit comes, and counts the unit. A file that has ended
 * is not drawn. One has to be left: see files_are_left. */
size_t draw_file(struct interleave *interleave);

bool files_are_left(const struct interleave *interleave);

/* Notes the place of a file's last batch, which has entries. Called with each batch but the first. */
void note_batch(struct interleave *interleave, size_t file, const ks_data *data);

/* Notes that a file has no further entry. */
void end_file(struct interleave *interleave, size_t file);

/* Returns which share of all files has been read, 0 to 1. */
double share_drawn(const struct interleave *interleave);

#endif
