/* Escapes text that somebody else wrote, for terminals, HTML and XML, and compares words in either case. */
#ifndef KS_COMMON_TEXT_H
#define KS_COMMON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <strings.h>

#include "core/text/words.h"
#include "game/common/buffer.h"

/* ---- Quoting ---- */

/* Text that somebody else wrote: names in files, lines of engines, words of the command line. On a terminal
 * it could move the cursor, change colours or hide other text; in a command, a shell would take it apart. */

/* The bytes that a text of so many may take when it is escaped, with its final zero. */
#define ESCAPED_SIZE(length) (4 * (length) + 1)

/* Copies a text so that it can be shown in a line: each byte that isn't part of a visible UTF-8
 * character becomes \xNN. Control characters aren't visible, nor are those that change the direction of
 * the text or have no width. Cuts the copy where size, at least 1, is too small; ends it with a zero.
 * Returns its length. */
size_t escape_text(const char *text, size_t length, char *escaped, size_t size);

/* Does the same, and with `lines` keeps tabs and ends of lines. *taken: how much of the text has
 * been copied. */
size_t escape_lines(const char *text, size_t length, bool lines, char *escaped, size_t size, size_t *taken);

/* Writes a text in this way. */
void print_escaped(const char *text, FILE *out);

/* Adds a text for an element or a quoted attribute of HTML, SVG or XML, where readers see it unchanged: as it
 * is, it could end its element and bring a script with it. Bytes that cannot be shown become \xNN; a newline
 * stays. */
void add_markup(struct buffer *buffer, const char *text);

/* Whether a text has visible UTF-8 characters alone. */
bool can_be_shown(const char *word);

/* ---- Words in either case ---- */

/* Whether two words are the same but for capital letters: UCI takes names of options in either case. */
static inline bool is_same_name(struct word a, struct word b) {
    return a.length == b.length && strncasecmp(a.text, b.text, a.length) == 0;
}

static inline bool word_is_in_any_case(struct word word, const char *name) {
    return is_same_name(word, (struct word){name, strlen(name)});
}

#endif
