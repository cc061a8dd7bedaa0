/* The fast readers of text held against the exact one, by the current kernel: for tests and for libFuzzer.
 * Each function returns NULL or what differs, in words, with the text. */
#ifndef READINGS_H
#define READINGS_H

#include "kingscan.h"

/* ks_read_fen against ks_read_fen_exactly: code, error, and every field. */
const char *fen_difference(const char *text, size_t length, unsigned flags);

/* ks_check_epd, max lines a call, against the exact reader, the reference's checkers and the reference's
 * legal moves for one line after the other: lines and cursor. */
const char *epd_difference(const char *text, size_t n, unsigned flags, size_t max);

/* A text as one line, in C's spelling, shortened when it is long; static. */
const char *spell_text(const char *text, size_t length);

#endif
