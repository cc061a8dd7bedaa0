/* The position that a command is about: words of the command line, or a line of standard input. */
#ifndef KS_POSITION_ARGUMENT_H
#define KS_POSITION_ARGUMENT_H

#include "kingscan.h"

/* A text, and what messages call the place where it stands. */
struct source {
    const char *name;
    uint64_t line;
    const char *text;
    size_t length;
};

/* The text of the first `count` (at least 1) of the words: a FEN in one of them or in several, or "-" alone
 * for the first position of standard input. It stays until the next call. */
struct source read_position_text(char **words, int count);

/* Reads the position out of such words. flags: of enum ks_fen_flag. Of what is no position it says what is
 * wrong and where, and doesn't return. */
void read_position_argument(char **words, int count, unsigned flags, ks_position *position);

/* Says what is wrong, shows the place, and ends with STATUS_FAILED. */
_Noreturn void refuse(const struct source *source, const ks_error *error);

#endif
