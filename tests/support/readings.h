/* Compares the kernel's fast readers of text with the exact one, for tests and for libFuzzer. Each function
 * returns NULL, or a description of the difference with the text. */
#ifndef READINGS_H
#define READINGS_H

#include "kingscan.h"

/* Compares the code, the error and every field of ks_read_fen and ks_read_fen_exactly. */
const char *fen_difference(const char *text, size_t length, unsigned flags);

/* Compares ks_check_epd, at most `max` lines a call, with the exact reader and with the checkers and legal
 * moves of the references: the answer for each line, its key, and the cursor. */
const char *epd_difference(const char *text, size_t n, unsigned flags, size_t max);

/* Returns a text as one line of C, shortened when it is long, in a static buffer. */
const char *spell_text(const char *text, size_t length);

#endif
