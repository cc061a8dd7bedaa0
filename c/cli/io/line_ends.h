/* Lines end with LF, CR LF or a CR alone. Texts are brought to the first two as they are read, so that
 * readers of lines search for LF alone. */
#ifndef KS_LINE_ENDS_H
#define KS_LINE_ENDS_H

#include <stddef.h>

/* Makes an LF of each CR that no LF follows. A CR at the end of the text stays: what follows it isn't known
 * yet. Returns the number of bytes before such a CR; n when there is none. */
size_t settle_line_ends(char *text, size_t n);

#endif
