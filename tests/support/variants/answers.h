/* Compares the library's answers for positions of variants with rows of tests. */
#ifndef KS_TEST_VARIANT_ANSWERS_H
#define KS_TEST_VARIANT_ANSWERS_H

#include "kingscan.h"

/* Writes the legal moves that begin with `from`, in UCI, sorted, with blanks between them, and expects that
 * the count of moves agrees with the list. The text is kept until the next call. */
const char *write_variant_moves(const ks_variant *variant, const ks_variant_position *position,
                                const char *from);

/* Expects these moves, written as by write_variant_moves, in the position that `fen` describes. */
void expect_variant_moves(const ks_variant *variant, const char *fen, const char *from, const char *moves);

/* Expects this code of ks_variant_read_move, and this message unless the code is KS_OK. fen: "" for the
 * start. */
void expect_variant_answer(const ks_variant *variant, const char *fen, const char *move, int code,
                           const char *message);

#endif
