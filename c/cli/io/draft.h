/* An output that is written beside its file, and gets the file's name once it is whole. */
#ifndef KS_DRAFT_H
#define KS_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/base/output.h"

/* A run has one such output: FILE.part, which is removed when the program ends before it is whole. A pipe or
 * a device is written at once, since nothing can take its place, and so is standard output, which is "-". A
 * link stays: the file that it leads to is replaced. */

/* Makes the draft of a file. Fails (see messages.h) when that is impossible, and when the file is a link that
 * leads nowhere. file: has to stay where it is. */
void open_draft(const char *file);

/* Writes bytes. Returns false when that fails; the first time it says why. */
bool write_draft(const void *bytes, size_t length);

/* Lets an output that has written nothing go to the draft. Then a failure ends the program. */
void direct_to_draft(struct output *out);

/* Gives the draft its name when it is whole, or removes it. Returns whether all of it could be written. */
bool close_draft(bool whole);

#endif
