/* What a file begins with that is no position: a byte order mark, or the sign of another kind of content. */
#ifndef KS_BEGINNING_H
#define KS_BEGINNING_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes tell, unless a line or the file ends before. */
enum { BEGINNING = 64 };

/* Whether enough of a file has been read: n bytes of it, up to its end if at_end. */
bool is_beginning(const char *text, size_t n, bool at_end);

/* The length of the byte order mark of UTF-8 that a file begins with; 0 when there is none. */
size_t byte_order_mark(const char *text, size_t n);

/* Content that holds no positions as lines of text, and the command that makes such lines of it. */
struct foreign {
    const char *name, *command;
};

/* Returns the kind of content that begins so; NULL when it may be lines of text. */
const struct foreign *find_foreign(const char *text, size_t n);

/* Says of a file what is in it instead of positions, and what helps. */
void complain_of_foreign(const char *file, const struct foreign *foreign);

#endif
