/* Verdicts on lines of text, with keys that show which positions are the same. */
#ifndef KS_CHECK_EPD_H
#define KS_CHECK_EPD_H

#include "rules/identity.h"

/* Does the same as ks_check_epd. Also fills in keys[i] when lines[i] has a position; keys may be NULL. */
size_t ks_check_epd_with_keys(const char *text, size_t n, ks_fen_flags flags, ks_text_cursor *cursor,
                              ks_checked_line *lines, struct position_key *keys, size_t max);

#endif
