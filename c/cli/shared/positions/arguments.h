/* What several commands take from the command line: a position, the variant that it is of, and how it is
 * read.
 */
#ifndef KS_ARGUMENTS_H
#define KS_ARGUMENTS_H

#include <stdbool.h>

#include "cli/shared/positions/any_position.h"
#include "cli/shared/positions/source.h"
#include "cli/shared/positions/variants_file.h"
#include "cli/shell/command.h"

/* ---- Options ---- */

/* Rows for a command's table of options, which say how a position is read. */
#define LENIENT_OPTION                                                                                       \
    { "lenient", 0, NULL, "take every position if the side to move has one king" }
#define STRICT_OPTION                                                                                        \
    {                                                                                                        \
        "strict", 0, NULL,                                                                                   \
            "refuse positions that can't stand in a game\n"                                                  \
            "As far as python-chess's Board.status() tells: more than eight pawns or sixteen pieces of a "   \
            "side, checks that no move can have given, castling letters without their king or rook, "        \
            "en-passant squares that no double push can have left; and digits side by side. With "           \
            "--variant, the letters and the squares alone."                                                  \
    }
#define VARIANT_OPTION                                                                                       \
    { "variant", 0, "VARIANT", "play this variant: see 'kingscan variants'" }
#define VARIANTS_OPTION                                                                                      \
    { "variants", 0, "FILE", "read more variants from a file\nSee 'kingscan help variants'." }
#define NOTATION_OPTION                                                                                      \
    {                                                                                                        \
        "notation", 0, "people|fen",                                                                         \
            "with --variant: whose letters the pieces have in SAN\n"                                         \
            "The variant's for people (the default), or those of FEN, as Fairy-Stockfish has them."          \
    }
#define FEN_EP_OPTION                                                                                        \
    {                                                                                                        \
        "fen-ep", 0, "legal|x-fen",                                                                          \
            "when to write the en-passant square in FEN\n"                                                   \
            "Where a pawn may capture on it (legal, the default), or also where it is pinned, and wherever " \
            "it was read (x-fen; of variants, if anything might capture there)."                             \
    }

/* The variant that the options ask for; NULL: not given. */
struct variant_choice {
    const char *name, *file;
    bool fen_letters; /* see ks_variants_use_fen_letters */
};

/* How a command reads positions, as its options say. */
struct reading {
    unsigned fen_flags; /* of enum ks_fen_flag */
    bool x_fen;         /* FEN is written with every en-passant square: see any_write_shown_fen */
    struct variant_choice variant;
};

/* Notes the option just found, which is LENIENT_OPTION, STRICT_OPTION, FEN_EP_OPTION, VARIANT_OPTION or
 * VARIANTS_OPTION. */
void note_reading_option(const struct arguments *arguments, struct reading *reading);

/* Fails when an option was given that means nothing with a variant. */
void refuse_beside_variant(bool given, const char *option);

/* ---- Variants ---- */

/* An operand that read_position_argument reads. */
#define POSITION_OPERAND                                                                                     \
    { "[FEN|startpos|-]", true }

/* Returns the variant of the choice; NULL without one: chess, by its own rules and functions. Doesn't return
 * when there is no such variant. */
const ks_variant *choose_variant(const struct variant_choice *choice);

/* ---- Positions ---- */

/* Reads the position that the first `count` words stand for: a FEN in one word or in several, and perhaps
 * "moves" and moves from there; the same with "startpos" for the FEN; "-" alone, for the first position of
 * standard input; or no word, for the start of games. variant: NULL for chess; flags: of enum ks_fen_flag.
 * When there is no position, says what is wrong and where, and doesn't return. */
void read_position_argument(const ks_variant *variant, char **words, int count, unsigned flags,
                            struct any_position *position);

#endif
