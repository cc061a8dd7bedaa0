/* Verdicts on lines of text, and which of their positions are the same. */
#ifndef KS_CHECK_EPD_H
#define KS_CHECK_EPD_H

#include "rules/identity.h"

/* What ks_check_epd does. Fills in keys[i] too when there is a position in lines[i]; keys may be NULL. */
size_t ks_check_epd_with_keys(const char *text, size_t n, unsigned flags, ks_text_cursor *cursor,
                              ks_checked_line *lines, struct position_key *keys, size_t max);

#endif
