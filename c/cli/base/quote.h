/* Text that somebody else wrote: names in files, lines of engines, words of the command line. On a terminal
 * it could move the cursor, change colours or hide other text; in a command, a shell would take it apart. */
#ifndef KS_QUOTE_H
#define KS_QUOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The length of the UTF-8 character that begins here, as RFC 3629 defines it; 0 when none does. */
size_t utf8_length(const char *text, size_t available);

/* The bytes that a text of so many may take when it is escaped, with its final zero. */
#define ESCAPED_SIZE(length) (4 * (length) + 1)

/* Copies a text so that it can be shown in a line: each byte that isn't part of a visible UTF-8 character
 * becomes \xNN. Control characters aren't visible, nor are those that change the direction of the text or
 * have no width. Cuts the copy where size, at least 1, is too small; ends it with a zero. Returns its length.
 */
size_t escape_text(const char *text, size_t length, char *escaped, size_t size);

/* Writes a text in this way. */
void print_escaped(const char *text, FILE *out);

/* Whether a text has visible UTF-8 characters alone. */
bool can_be_shown(const char *word);

/* Prints a word as the system's shell reads it back, without bytes that can't be shown. */
void print_quoted(const char *word, FILE *out);

/* Prints the command of the system's shell that writes this line, of a FEN and moves. */
void print_echo(const char *line, FILE *out);

#endif
