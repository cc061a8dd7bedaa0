/* The beginning of a file that holds no positions: a byte order mark, or the sign of another kind of content.
 */
#ifndef KS_BEGINNING_H
#define KS_BEGINNING_H

#include <stdbool.h>
#include <stddef.h>

#include "kingscan.h"

/* How many bytes decide, unless a line or the file ends before; comments before games take more. */
enum { BEGINNING = 64 };

/* Whether enough of a file has been read: n bytes of it, up to its end if at_end. */
bool is_beginning(const char *text, size_t n, bool at_end);

/* Reports what a file holds instead of positions, and what helps. */
void complain_of_foreign(const char *file, const ks_file_format *foreign);

/* Does the same where something else was expected: "PGN". */
void complain_of_foreign_to(const char *expected, const char *file, const ks_file_format *foreign);

#endif
