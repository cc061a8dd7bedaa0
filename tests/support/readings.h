/* Compares the fast readers of text with the exact one, by the kernel in use, for tests and for libFuzzer.
 * Each function returns NULL, or in words what differs, with the text. */
#ifndef READINGS_H
#define READINGS_H

#include "kingscan.h"

/* Compares ks_read_fen with ks_read_fen_exactly: code, error, and every field. */
const char *fen_difference(const char *text, size_t length, unsigned flags);

/* Compares ks_check_epd, at most `max` lines a call, with the exact reader and the checkers and legal moves
 * of the references, line by line: what is said of each line, its key, and the cursor. */
const char *epd_difference(const char *text, size_t n, unsigned flags, size_t max);

/* Returns a text as one line in C's spelling, shortened when it is long, in a static buffer. */
const char *spell_text(const char *text, size_t length);

#endif
